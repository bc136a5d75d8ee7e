/// Devices, contexts, modules, launches, streams and events of the fake driver.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/support/fake_cuda/fake_state.hpp"

using fake::called;
using fake::state;

namespace {

constexpr const char* kContext = "context";

int device_of(const void* context) { return fake::state().held.at(context).device; }

bool is_device(int device) { return device >= 0 && device < state().number("devices", 2); }

int attribute(int which) {
  const int capability = state().number("capability", 90);
  switch (which) {
    case 13:
      return 1980000;
    case 16:
      return 2;
    case 20:
      return state().number("mode", 0);
    case 36:
      return 2619000;
    case 37:
      return 5120;
    case 75:
      return capability / 10;
    case 76:
      return capability % 10;
    default:
      return 0;
  }
}

/// A stream of the current context, or its default one.
bool is_stream(const void* stream) {
  return stream == nullptr ? state().current >= 0 : fake::is_here(stream, "stream");
}

}  // namespace

extern "C" {

int cuInit(unsigned) {
  fake::restart();
  // As the real one: what it compiles it keeps in the home folder, unless it is told not to.
  const char* told = std::getenv("CUDA_CACHE_DISABLE");
  if (told == nullptr || std::strcmp(told, "1") != 0) called("a cache in the home folder");
  return called("cuInit");
}

int cuDriverGetVersion(int* version) {
  *version = state().number("version", 13000);
  return called("cuDriverGetVersion");
}

int cuDeviceGetCount(int* count) {
  *count = state().number("devices", 2);
  return called("cuDeviceGetCount");
}

int cuDeviceGet(int* device, int number) {
  *device = number;
  if (const int code = called("cuDeviceGet")) return code;
  return is_device(number) ? 0 : 101;
}

int cuDeviceGetName(char* name, int room, int device) {
  std::snprintf(name, static_cast<std::size_t>(room), "Fake GPU %d", device);
  return called("cuDeviceGetName");
}

int cuDeviceGetAttribute(int* value, int which, int device) {
  if (const int code = called("cuDeviceGetAttribute")) return code;
  *value = attribute(which);
  return is_device(device) ? 0 : 101;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = static_cast<std::size_t>(state().number("memory", 64)) << 20U;
  return called("cuDeviceTotalMem_v2");
}

int cuDevicePrimaryCtxRetain(void** context, int device) {
  if (const int code = called("cuDevicePrimaryCtxRetain")) return code;
  if (state().number("mode", 0) == 3 && state().number("processes", 0) > 0) return 46;
  *context = fake::take(kContext, device, 1);
  return 0;
}

int cuCtxSetCurrent(const void* context) {
  if (const int code = called("cuCtxSetCurrent")) return code;
  const auto found = state().held.find(context);
  if (found == state().held.end() || found->second.kind != kContext) return fake::kInvalidContext;
  state().current = device_of(context);
  return 0;
}

int cuModuleLoadData(void** module, const char* text) {
  if (const int code = called("cuModuleLoadData")) return code;
  if (std::strstr(text, ".version") == nullptr) return 218;
  *module = fake::take("module", state().current, std::strlen(text) + 1);
  std::strcpy(static_cast<char*>(*module), text);
  return 0;
}

int cuModuleUnload(const void* module) {
  if (const int code = called("cuModuleUnload")) return code;
  return fake::give_back(module, "module");
}

int cuModuleGetFunction(const void** kernel, const void* module, const char* name) {
  if (const int code = called("cuModuleGetFunction")) return code;
  if (!fake::is_here(module, "module")) return fake::kInvalidHandle;
  const std::string text = static_cast<const char*>(module);
  const std::size_t at = text.find(std::string(".entry ") + name + "(");
  if (at == std::string::npos) return fake::kNotFound;
  *kernel = static_cast<const char*>(module) + at;
  state().kernels[*kernel] = {name, text};
  return 0;
}

int cuLaunchKernel(const void* kernel, unsigned blocks, unsigned, unsigned, unsigned threads,
                   unsigned, unsigned, unsigned, const void* stream, void** arguments, void**) {
  if (const int code = called("cuLaunchKernel")) return code;
  const auto found = state().kernels.find(kernel);
  if (found == state().kernels.end() || !is_stream(stream)) return fake::kInvalidHandle;
  if (stream != nullptr && stream == state().capturing) return 0;
  return fake::execute(found->second, blocks, threads, arguments) ? 0 : fake::kNotFound;
}

int cuStreamCreate(void** stream, unsigned) {
  if (const int code = called("cuStreamCreate")) return code;
  if (state().current < 0) return fake::kInvalidContext;
  *stream = fake::take("stream", state().current, 1);
  return 0;
}

int cuStreamDestroy_v2(const void* stream) {
  if (const int code = called("cuStreamDestroy_v2")) return code;
  return fake::give_back(stream, "stream");
}

int cuStreamSynchronize(const void* stream) {
  if (const int code = called("cuStreamSynchronize")) return code;
  return is_stream(stream) ? 0 : fake::kInvalidHandle;
}

int cuEventCreate(void** event, unsigned) {
  if (const int code = called("cuEventCreate")) return code;
  *event = fake::take("event", state().current, 1);
  return 0;
}

int cuEventDestroy_v2(const void* event) {
  if (const int code = called("cuEventDestroy_v2")) return code;
  return fake::give_back(event, "event");
}

int cuEventRecord(const void* event, const void* stream) {
  if (const int code = called("cuEventRecord")) return code;
  return fake::is_here(event, "event") && is_stream(stream) ? 0 : fake::kInvalidHandle;
}

int cuEventSynchronize(const void* event) {
  if (const int code = called("cuEventSynchronize")) return code;
  return fake::is_here(event, "event") ? 0 : fake::kInvalidHandle;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  if (const int code = called("cuDevicePrimaryCtxRelease_v2")) return code;
  for (const auto& [handle, held] : state().held)
    if (held.kind == kContext && held.device == device) return fake::give_back(handle, kContext);
  return fake::kInvalidContext;
}
}
