/// Memory and copies of the fake driver.

#include <cstring>

#include "tests/support/fake_cuda/fake_state.hpp"

using fake::called;
using fake::state;

namespace {

constexpr const char* kMemory = "memory";
constexpr const char* kHostMemory = "host memory";

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

std::size_t all_bytes() { return static_cast<std::size_t>(state().number("memory", 64)) << 20U; }

/// Whether the bytes lie in one piece of memory of that device.
bool is_device_memory(std::uint64_t address, std::size_t bytes, int device) {
  auto after = state().held.upper_bound(pointer(address));
  if (after == state().held.begin()) return false;
  const auto& [start, held] = *--after;
  const std::uint64_t begin = reinterpret_cast<std::uintptr_t>(start);
  return held.kind == kMemory && held.device == device && address + bytes <= begin + held.bytes;
}

int copy(void* to, const void* from, std::size_t bytes, const char* what) {
  std::memcpy(to, from, bytes);
  if (bytes > 0 && state().wrong(what)) static_cast<unsigned char*>(to)[bytes / 2] ^= 1U;
  return 0;
}

int put(std::uint64_t to, const void* from, std::size_t bytes) {
  if (!is_device_memory(to, bytes, state().current)) return fake::kInvalidValue;
  return copy(pointer(to), from, bytes, "copy");
}

int get(void* to, std::uint64_t from, std::size_t bytes) {
  if (!is_device_memory(from, bytes, state().current)) return fake::kInvalidValue;
  return copy(to, pointer(from), bytes, "back");
}

int allocate(std::uint64_t* address, std::size_t bytes) {
  std::size_t& used = state().used[state().current];
  if (state().current < 0) return fake::kInvalidContext;
  if (used + bytes > all_bytes()) return fake::kOutOfMemory;
  used += bytes;
  *address = reinterpret_cast<std::uintptr_t>(fake::take(kMemory, state().current, bytes));
  return 0;
}

int release(std::uint64_t address) {
  const auto found = state().held.find(pointer(address));
  if (found == state().held.end()) return fake::kInvalidValue;
  state().used[found->second.device] -= found->second.bytes;
  return fake::give_back(pointer(address), kMemory);
}

}  // namespace

extern "C" {

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  if (const int code = called("cuMemGetInfo_v2")) return code;
  *total = all_bytes();
  const int told = state().number("free", state().number("memory", 64));
  *free = (static_cast<std::size_t>(told) << 20U) - state().used[state().current];
  return 0;
}

int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  if (const int code = called("cuMemAlloc_v2")) return code;
  return allocate(address, bytes);
}

int cuMemFree_v2(std::uint64_t address) {
  if (const int code = called("cuMemFree_v2")) return code;
  return release(address);
}

int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  if (const int code = called("cuMemHostAlloc")) return code;
  *memory = fake::take(kHostMemory, state().current, bytes);
  return 0;
}

int cuMemFreeHost(const void* memory) {
  if (const int code = called("cuMemFreeHost")) return code;
  return fake::give_back(memory, kHostMemory);
}

int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  if (const int code = called("cuMemcpyHtoD_v2")) return code;
  return put(to, from, bytes);
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const int code = called("cuMemcpyDtoH_v2")) return code;
  return get(to, from, bytes);
}

int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, const void*) {
  if (const int code = called("cuMemcpyHtoDAsync_v2")) return code;
  return put(to, from, bytes);
}

int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, const void*) {
  if (const int code = called("cuMemcpyDtoHAsync_v2")) return code;
  return get(to, from, bytes);
}

int cuMemcpyDtoDAsync_v2(std::uint64_t to, std::uint64_t from, std::size_t bytes, const void*) {
  if (const int code = called("cuMemcpyDtoDAsync_v2")) return code;
  if (!is_device_memory(from, bytes, state().current)) return fake::kInvalidValue;
  if (!is_device_memory(to, bytes, state().current)) return fake::kInvalidValue;
  return copy(pointer(to), pointer(from), bytes, "within");
}

#ifndef FAKE_CUDA_BARE

int cuMemAllocAsync(std::uint64_t* address, std::size_t bytes, const void* stream) {
  if (const int code = called("cuMemAllocAsync")) return code;
  return fake::is_here(stream, "stream") ? allocate(address, bytes) : fake::kInvalidHandle;
}

int cuMemFreeAsync(std::uint64_t address, const void*) {
  if (const int code = called("cuMemFreeAsync")) return code;
  return release(address);
}

int cuDeviceCanAccessPeer(int* can, int, int) {
  *can = state().number("peer", 1) != 0 ? 1 : 0;
  return called("cuDeviceCanAccessPeer");
}

int cuDeviceGetP2PAttribute(int* value, int attribute, int, int) {
  *value = attribute == 3 && state().number("nvlink", 0) != 0 ? 1 : 0;
  return called("cuDeviceGetP2PAttribute");
}

int cuCtxEnablePeerAccess(const void* context, unsigned) {
  if (const int code = called("cuCtxEnablePeerAccess")) return code;
  if (state().number("peer", 1) != 1) return 217;
  const int other = state().held.at(context).device;
  return state().peers.insert({state().current, other}).second ? 0 : 704;
}

int cuMemcpyPeerAsync(std::uint64_t to, const void* to_context, std::uint64_t from,
                      const void* from_context, std::size_t bytes, const void* stream) {
  if (const int code = called("cuMemcpyPeerAsync")) return code;
  if (!fake::is_here(stream, "stream")) return fake::kInvalidHandle;
  const auto& held = state().held;
  if (!is_device_memory(from, bytes, held.at(from_context).device)) return fake::kInvalidValue;
  if (!is_device_memory(to, bytes, held.at(to_context).device)) return fake::kInvalidValue;
  return copy(pointer(to), pointer(from), bytes, "peer");
}

#endif
}
