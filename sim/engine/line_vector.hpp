#pragma once
/// Arrays that begin on a cache line: records of a line's size, and groups of smaller ones that
/// fill a line, then never straddle two.

#include <cstddef>
#include <new>
#include <vector>

namespace gpuscape {

constexpr std::size_t kCacheLine = 64;

template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* first, std::size_t /*count*/) {
    ::operator delete(first, std::align_val_t{kCacheLine});
  }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

/// Asks for a line that will be written soon. Changes nothing but time. The empty statement keeps
/// g++ from dropping the calls of a function that does nothing else.
inline void fetch(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("");
}

}  // namespace gpuscape
