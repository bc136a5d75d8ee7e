#include "sim/base/large_pages.hpp"

#include <sys/mman.h>

#include <memory>

namespace gpuscape {

void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21U;
  std::size_t space = bytes;
  void* aligned = begin;
  if (std::align(kLargePage, kLargePage, aligned, space) == nullptr) return;
  madvise(aligned, space - space % kLargePage, MADV_HUGEPAGE);
}

}  // namespace gpuscape
