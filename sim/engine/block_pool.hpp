#pragma once
/// Many lists of changing length in one array, in blocks whose sizes are powers of two and at least
/// a cache line. The block given back last is handed out first: it is the most likely to be cached.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/line_vector.hpp"

namespace gpuscape::fluid {

template <class Item>
class BlockPool {
 public:
  /// Logarithm of the size of a block for `count` items (> 0).
  static std::uint32_t size_class(std::size_t count) {
    return static_cast<std::uint32_t>(std::bit_width(std::max(count, kLeast) - 1));
  }
  /// A block for `count` items: the number of its first. Pointers into the pool become invalid.
  std::uint32_t allocate(std::size_t count) {
    std::vector<std::uint32_t>& free = free_.at(size_class(count));
    if (!free.empty()) {
      const std::uint32_t first = free.back();
      free.pop_back();
      return first;
    }
    const auto first = static_cast<std::uint32_t>(items_.size());
    items_.resize(items_.size() + (std::size_t{1} << size_class(count)));
    return first;
  }
  void release(std::uint32_t first, std::size_t count) {
    free_.at(size_class(count)).push_back(first);
  }
  [[nodiscard]] Item* at(std::uint32_t first) { return items_.data() + first; }
  [[nodiscard]] const Item* at(std::uint32_t first) const { return items_.data() + first; }

 private:
  static constexpr std::size_t kLeast = kCacheLine / sizeof(Item);
  static_assert(std::has_single_bit(kLeast));

  LineVector<Item> items_;
  std::array<std::vector<std::uint32_t>, 32> free_;  ///< by the logarithm of the size
};

}  // namespace gpuscape::fluid
