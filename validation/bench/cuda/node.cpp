#include "cuda/node.hpp"

#include <algorithm>

namespace gpuscape::bench::cuda {

namespace {

constexpr std::size_t kMost = std::size_t{1} << 30;

std::string remedy_of(int code) {
  switch (code) {
    case kDeviceUnavailable:
      return "; another process holds it (exclusive compute mode?): wait for its end, or ask the "
             "administrator for the default compute mode";
    case kInvalidDevice:
      return "; it disappeared";
    case kOutOfMemory:
      return "; its memory is full: end what else runs on it";
    case kOperatingSystem:
    case kNotPermitted:
      return "; this user may not use it: look at the rights of /dev/nvidia*";
    default:
      return "";
  }
}

}  // namespace

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

std::size_t Gpu::room() const { return std::min(kMost, bytes / 4); }

Node::~Node() {
  for (auto& [number, state] : states_) {
    if (state.context == nullptr) continue;
    driver.context_set.quietly(state.context);
    for (const auto& [text, module] : state.modules) driver.module_unload.quietly(module);
    const Device device = gpus[static_cast<std::size_t>(number)].handle;
    if (driver.context_release)
      driver.context_release.quietly(device);
    else
      driver.context_release_v1.quietly(device);
  }
}

Node::State& Node::state(int gpu) {
  State& state = states_[gpu];
  if (state.context != nullptr) return state;
  const Gpu& found = gpus.at(static_cast<std::size_t>(gpu));
  const int code = driver.context_retain.code(&state.context, found.handle);
  if (code == 0) return state;
  state.context = nullptr;
  throw Failure(found.id + " gives no context: cuDevicePrimaryCtxRetain: " + driver.text_of(code) +
                remedy_of(code));
}

void Node::use(int gpu) { driver.context_set(state(gpu).context); }

ContextHandle Node::context(int gpu) { return state(gpu).context; }

KernelHandle Node::kernel(int gpu, const std::string& module, const char* name) {
  use(gpu);
  ModuleHandle& loaded = state(gpu).modules[module];
  if (loaded == nullptr) driver.module_load(&loaded, module.c_str());
  KernelHandle kernel = nullptr;
  driver.kernel(&kernel, loaded, name);
  return kernel;
}

DevicePointer Node::memory(int gpu, std::size_t bytes) {
  use(gpu);
  std::size_t& taken = state(gpu).taken;
  std::size_t free = 0;
  std::size_t total = 0;
  driver.memory_info(&free, &total);
  if (taken + bytes > std::min(kMost, (free + taken) / 4))
    throw Failure(gpus[static_cast<std::size_t>(gpu)].id + ": " + mebibytes(taken + bytes) +
                  " are needed and of the " + mebibytes(free + taken) +
                  " that are free no more than a quarter is taken; end what else runs on it");
  DevicePointer address = 0;
  driver.memory(&address, bytes);
  taken += bytes;
  return address;
}

void Node::free_memory(int gpu, DevicePointer address, std::size_t bytes) {
  State& here = state(gpu);
  driver.context_set.quietly(here.context);
  driver.memory_free.quietly(address);
  here.taken -= bytes;
}

DeviceMemory::DeviceMemory(Node& node, int gpu, std::size_t bytes)
    : node_(node), gpu_(gpu), bytes_(bytes), address_(node.memory(gpu, bytes)) {}

DeviceMemory::~DeviceMemory() { node_.free_memory(gpu_, address_, bytes_); }

void DeviceMemory::put(const void* from, std::size_t bytes, std::size_t offset) {
  node_.driver.to_device(at(offset), from, bytes);
  node_.driver.stream_wait(nullptr);
}

void DeviceMemory::get(void* to, std::size_t bytes, std::size_t offset) const {
  node_.driver.to_host(to, at(offset), bytes);
}

HostMemory::HostMemory(Node& node, int gpu, std::size_t bytes, bool pinned)
    : node_(node), gpu_(gpu), pinned_(pinned) {
  if (pinned_) {
    node_.use(gpu);
    void* memory = nullptr;
    node_.driver.host_memory(&memory, bytes, 0);
    data_ = static_cast<unsigned char*>(memory);
  } else {
    plain_.resize(bytes);
    data_ = plain_.data();
  }
}

HostMemory::~HostMemory() {
  if (!pinned_) return;
  node_.driver.context_set.quietly(node_.context(gpu_));
  node_.driver.host_memory_free.quietly(data_);
}

Stream::Stream(Node& node, int gpu) : node_(node), gpu_(gpu) {
  node_.use(gpu);
  node_.driver.stream(&handle_, kStreamNonBlocking);
}

Stream::~Stream() {
  node_.driver.context_set.quietly(node_.context(gpu_));
  node_.driver.stream_destroy.quietly(handle_);
}

Event::Event(Node& node, int gpu) : node_(node), gpu_(gpu) {
  node_.use(gpu);
  node_.driver.event(&handle_, kEventWithoutTiming);
}

Event::~Event() {
  node_.driver.context_set.quietly(node_.context(gpu_));
  node_.driver.event_destroy.quietly(handle_);
}

}  // namespace gpuscape::bench::cuda
