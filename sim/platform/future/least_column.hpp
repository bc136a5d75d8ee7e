#pragma once
/// Dates by node, with the least of all at hand: the least of each block of nodes is kept, and
/// looked for again only where it rose.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

class LeastColumn {
 public:
  static constexpr std::size_t kBlock = 32;

  LeastColumn(std::size_t size, Seconds value)
      : values_(size, value.value()),
        blocks_((size + kBlock - 1) / kBlock, Block{value.value(), false}) {
    least_ = size > 0 ? value.value() : kNothing;
  }

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] Seconds operator[](std::size_t i) const { return Seconds(values_[i]); }

  void set(std::size_t i, Seconds date) {
    const double value = date.value();
    const double old = values_[i];
    if (old == value) return;
    values_[i] = value;
    Block& block = blocks_[i / kBlock];
    if (value <= block.least) {
      block = {value, false};
    } else if (old == block.least) {
      block.stale = true;
    }
    if (value <= least_) {
      least_ = value;
      known_ = true;
    } else if (old == least_) {
      known_ = false;
    }
  }

  [[nodiscard]] Seconds least() const {
    if (!known_) {
      least_ = kNothing;
      for (std::size_t b = 0; b < blocks_.size(); ++b) least_ = std::min(least_, raw_least_of(b));
      known_ = true;
    }
    return Seconds(least_);
  }
  /// The first place at which the least stands; the column must not be empty.
  [[nodiscard]] std::size_t first_least() const {
    const double wanted = least().value();
    std::size_t block = 0;
    while (raw_least_of(block) != wanted) ++block;
    std::size_t i = block * kBlock;
    while (values_[i] != wanted) ++i;
    return i;
  }
  /// Of the dates of one block, the `block`-th `kBlock` of them.
  [[nodiscard]] Seconds least_of_block(std::size_t block) const {
    return Seconds(raw_least_of(block));
  }

 private:
  static constexpr double kNothing = std::numeric_limits<double>::infinity();

  // The numbers that are searched are plain ones, in s: the compiler makes more of such loops.
  [[nodiscard]] double raw_least_of(std::size_t block) const {
    Block& known = blocks_[block];
    if (known.stale) {
      const auto first = values_.begin() + static_cast<std::ptrdiff_t>(block * kBlock);
      const auto last = values_.begin() +
                        static_cast<std::ptrdiff_t>(std::min((block + 1) * kBlock, values_.size()));
      known = {*std::min_element(first, last), false};
    }
    return known.least;
  }

  struct Block {
    double least = kNothing;  ///< where stale, nothing in the block is less
    bool stale = false;
  };

  std::vector<double> values_;
  mutable std::vector<Block> blocks_;
  mutable double least_ = kNothing;  // where not known, nothing is less
  mutable bool known_ = true;
};

}  // namespace gpuscape
