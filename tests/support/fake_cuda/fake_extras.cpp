/// What younger drivers have: identity of devices, names of errors, graphs. Not in the bare fake.

#include <cstdio>
#include <cstring>

#include "tests/support/fake_cuda/fake_state.hpp"

using fake::called;
using fake::state;

namespace {

constexpr const char* kGraph = "graph";
constexpr const char* kGraphExec = "graph ready to run";

}  // namespace

extern "C" {

int cuGetErrorName(int code, const char** name) {
  *name = code == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : code == 100 ? "CUDA_ERROR_NO_DEVICE" : nullptr;
  return 0;
}

int cuGetErrorString(int, const char** text) {
  *text = "said by the fake driver";
  return 0;
}

int cuDeviceGetPCIBusId(char* text, int room, int device) {
  std::snprintf(text, static_cast<std::size_t>(room), "FA5E:0%d:00.0", device);
  return called("cuDeviceGetPCIBusId");
}

int cuDeviceGetUuid_v2(unsigned char* bytes, int device) {
  std::memset(bytes, 0xA0 + device, 16);
  return called("cuDeviceGetUuid_v2");
}

int cuStreamBeginCapture_v2(const void* stream, int) {
  if (const int code = called("cuStreamBeginCapture_v2")) return code;
  if (!fake::is_here(stream, "stream")) return fake::kInvalidHandle;
  state().capturing = stream;
  return 0;
}

int cuStreamEndCapture(const void* stream, void** graph) {
  const bool captured = state().capturing == stream;
  state().capturing = nullptr;
  if (const int code = called("cuStreamEndCapture")) return code;
  if (!captured) return 901;
  *graph = fake::take(kGraph, state().current, 1);
  return 0;
}

int cuGraphInstantiateWithFlags(void** ready, const void* graph, unsigned long long) {
  if (const int code = called("cuGraphInstantiateWithFlags")) return code;
  if (!fake::is_here(graph, kGraph)) return fake::kInvalidHandle;
  *ready = fake::take(kGraphExec, state().current, 1);
  return 0;
}

int cuGraphLaunch(const void* ready, const void* stream) {
  if (const int code = called("cuGraphLaunch")) return code;
  const bool whole = fake::is_here(ready, kGraphExec) && fake::is_here(stream, "stream");
  return whole ? 0 : fake::kInvalidHandle;
}

int cuGraphExecDestroy(const void* ready) {
  if (const int code = called("cuGraphExecDestroy")) return code;
  return fake::give_back(ready, kGraphExec);
}

int cuGraphDestroy(const void* graph) {
  if (const int code = called("cuGraphDestroy")) return code;
  return fake::give_back(graph, kGraph);
}
}
