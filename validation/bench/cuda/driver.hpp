#pragma once
/// CUDA's driver API, its types declared by hand: no toolkit is needed to build. The names are
/// those that libcuda.so.1 has exported since CUDA 4.0, and still does; what is younger is
/// optional.

#include <cstddef>
#include <cstdint>
#include <string>

#include "cuda/library.hpp"

namespace gpuscape::bench::cuda {

using DevicePointer = std::uint64_t;
using Device = int;
using ContextHandle = struct ContextTag*;
using ModuleHandle = struct ModuleTag*;
using KernelHandle = struct KernelTag*;
using StreamHandle = struct StreamTag*;
using EventHandle = struct EventTag*;
using GraphHandle = struct GraphTag*;
using GraphExecHandle = struct GraphExecTag*;

/// CUdevice_attribute, CUresult and flags: the values of cuda.h.
enum Attribute : int {
  kClockKilohertz = 13,
  kMultiprocessors = 16,
  kComputeMode = 20,
  kMemoryClockKilohertz = 36,
  kMemoryBusBits = 37,
  kComputeMajor = 75,
  kComputeMinor = 76,
};
enum ComputeMode : int { kModeProhibited = 2, kModeExclusive = 3 };
enum Code : int {
  kOutOfMemory = 2,
  kStubLibrary = 34,
  kDeviceUnavailable = 46,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kOperatingSystem = 304,
  kPeerAccessAlreadyEnabled = 704,
  kNotPermitted = 800,
  kSystemNotReady = 802,
  kDriverMismatch = 803,
  kCompatNotSupported = 804,
};
constexpr unsigned kStreamNonBlocking = 1;
constexpr unsigned kEventWithoutTiming = 2;
constexpr int kCaptureThreadLocal = 1;

/// Whether nothing of that device can work any more after such a code.
bool is_lost(int code);

struct Driver {
  Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  /// "CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)"
  [[nodiscard]] std::string text_of(int code) const;
  /// Throws Lost or Failure.
  void refuse(const std::string& function, int code) const;

  Library library;
  Function<int, const char**> error_name{library, "cuGetErrorName", Need::kOptional};
  Function<int, const char**> error_string{library, "cuGetErrorString", Need::kOptional};

  Function<unsigned> init{library, "cuInit"};
  Function<int*> version{library, "cuDriverGetVersion"};
  Function<int*> device_count{library, "cuDeviceGetCount"};
  Function<Device*, int> device{library, "cuDeviceGet"};
  Function<char*, int, Device> device_name{library, "cuDeviceGetName"};
  Function<int*, int, Device> device_attribute{library, "cuDeviceGetAttribute"};
  Function<std::size_t*, Device> device_memory{library, "cuDeviceTotalMem_v2"};
  Function<char*, int, Device> device_bus{library, "cuDeviceGetPCIBusId", Need::kOptional};
  Function<void*, Device> device_uuid_v2{library, "cuDeviceGetUuid_v2", Need::kOptional};
  Function<void*, Device> device_uuid{library, "cuDeviceGetUuid", Need::kOptional};

  Function<ContextHandle*, Device> context_retain{library, "cuDevicePrimaryCtxRetain"};
  Function<Device> context_release{library, "cuDevicePrimaryCtxRelease_v2", Need::kOptional};
  Function<Device> context_release_v1{library, "cuDevicePrimaryCtxRelease", Need::kOptional};
  Function<ContextHandle> context_set{library, "cuCtxSetCurrent"};

  Function<DevicePointer*, std::size_t> memory{library, "cuMemAlloc_v2"};
  Function<DevicePointer> memory_free{library, "cuMemFree_v2"};
  Function<std::size_t*, std::size_t*> memory_info{library, "cuMemGetInfo_v2"};
  Function<void**, std::size_t, unsigned> host_memory{library, "cuMemHostAlloc"};
  Function<void*> host_memory_free{library, "cuMemFreeHost"};
  Function<DevicePointer*, std::size_t, StreamHandle> memory_async{library, "cuMemAllocAsync",
                                                                   Need::kOptional};
  Function<DevicePointer, StreamHandle> memory_free_async{library, "cuMemFreeAsync",
                                                          Need::kOptional};

  Function<DevicePointer, const void*, std::size_t> to_device{library, "cuMemcpyHtoD_v2"};
  Function<void*, DevicePointer, std::size_t> to_host{library, "cuMemcpyDtoH_v2"};
  Function<DevicePointer, const void*, std::size_t, StreamHandle> to_device_async{
      library, "cuMemcpyHtoDAsync_v2"};
  Function<void*, DevicePointer, std::size_t, StreamHandle> to_host_async{library,
                                                                          "cuMemcpyDtoHAsync_v2"};
  Function<DevicePointer, DevicePointer, std::size_t, StreamHandle> within_device_async{
      library, "cuMemcpyDtoDAsync_v2"};

  Function<int*, Device, Device> can_access_peer{library, "cuDeviceCanAccessPeer", Need::kOptional};
  Function<int*, int, Device, Device> peer_attribute{library, "cuDeviceGetP2PAttribute",
                                                     Need::kOptional};
  Function<ContextHandle, unsigned> enable_peer{library, "cuCtxEnablePeerAccess", Need::kOptional};
  Function<DevicePointer, ContextHandle, DevicePointer, ContextHandle, std::size_t, StreamHandle>
      to_peer_async{library, "cuMemcpyPeerAsync", Need::kOptional};

  Function<StreamHandle*, unsigned> stream{library, "cuStreamCreate"};
  Function<StreamHandle> stream_destroy{library, "cuStreamDestroy_v2"};
  Function<StreamHandle> stream_wait{library, "cuStreamSynchronize"};
  Function<EventHandle*, unsigned> event{library, "cuEventCreate"};
  Function<EventHandle> event_destroy{library, "cuEventDestroy_v2"};
  Function<EventHandle, StreamHandle> event_record{library, "cuEventRecord"};
  Function<EventHandle> event_wait{library, "cuEventSynchronize"};

  Function<ModuleHandle*, const void*> module_load{library, "cuModuleLoadData"};
  Function<ModuleHandle> module_unload{library, "cuModuleUnload"};
  Function<KernelHandle*, ModuleHandle, const char*> kernel{library, "cuModuleGetFunction"};
  Function<KernelHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
           StreamHandle, void**, void**>
      launch{library, "cuLaunchKernel"};

  Function<StreamHandle, int> capture_begin{library, "cuStreamBeginCapture_v2", Need::kOptional};
  Function<StreamHandle, GraphHandle*> capture_end{library, "cuStreamEndCapture", Need::kOptional};
  Function<GraphExecHandle*, GraphHandle, unsigned long long> graph_instantiate{
      library, "cuGraphInstantiateWithFlags", Need::kOptional};
  Function<GraphExecHandle, StreamHandle> graph_launch{library, "cuGraphLaunch", Need::kOptional};
  Function<GraphExecHandle> graph_exec_destroy{library, "cuGraphExecDestroy", Need::kOptional};
  Function<GraphHandle> graph_destroy{library, "cuGraphDestroy", Need::kOptional};

  [[nodiscard]] bool has_graphs() const;
  [[nodiscard]] bool has_pools() const { return memory_async && memory_free_async; }
  [[nodiscard]] bool has_peers() const { return can_access_peer && enable_peer && to_peer_async; }
};

}  // namespace gpuscape::bench::cuda
