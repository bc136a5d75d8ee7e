#pragma once
/// Some GPUs of a node, by their numbers within it.

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "sim/base/id.hpp"

namespace gpuscape {

class GpuSet {
 public:
  /// Numbers are below it.
  static constexpr std::uint32_t kMost = 128;

  constexpr GpuSet() = default;
  /// Bit i of `bits` is GPU i.
  constexpr explicit GpuSet(std::uint64_t bits) : words_{bits, 0} {}
  [[nodiscard]] static constexpr GpuSet first(std::uint32_t count) {
    GpuSet set;
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) set.insert(gpu);
    return set;
  }

  constexpr void insert(std::uint32_t gpu) { words_[gpu / 64] |= bit(gpu); }
  constexpr void erase(std::uint32_t gpu) { words_[gpu / 64] &= ~bit(gpu); }
  [[nodiscard]] constexpr bool contains(std::uint32_t gpu) const {
    return (words_[gpu / 64] & bit(gpu)) != 0;
  }
  [[nodiscard]] constexpr std::uint32_t size() const {
    return static_cast<std::uint32_t>(std::popcount(words_[0]) + std::popcount(words_[1]));
  }
  [[nodiscard]] constexpr bool empty() const { return words_[0] == 0 && words_[1] == 0; }
  [[nodiscard]] constexpr bool contains_all(const GpuSet& other) const {
    return (*this & other) == other;
  }
  /// The lowest number; there must be one.
  [[nodiscard]] constexpr std::uint32_t first() const {
    return static_cast<std::uint32_t>(words_[0] != 0 ? std::countr_zero(words_[0])
                                                     : 64 + std::countr_zero(words_[1]));
  }
  /// The first 64 GPUs, as bits.
  [[nodiscard]] constexpr std::uint64_t bits() const { return words_[0]; }
  /// Calls `visit(gpu)` by rising number.
  template <class Visit>
  constexpr void for_each(const Visit& visit) const {
    for (std::uint32_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
        visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

  friend constexpr GpuSet operator&(const GpuSet& a, const GpuSet& b) {
    GpuSet both;
    for (std::size_t i = 0; i < a.words_.size(); ++i) both.words_[i] = a.words_[i] & b.words_[i];
    return both;
  }
  friend constexpr GpuSet operator|(const GpuSet& a, const GpuSet& b) {
    GpuSet either;
    for (std::size_t i = 0; i < a.words_.size(); ++i) either.words_[i] = a.words_[i] | b.words_[i];
    return either;
  }
  /// Those of `a` that are not in `b`.
  friend constexpr GpuSet operator-(const GpuSet& a, const GpuSet& b) {
    GpuSet left;
    for (std::size_t i = 0; i < a.words_.size(); ++i) left.words_[i] = a.words_[i] & ~b.words_[i];
    return left;
  }
  friend constexpr auto operator<=>(const GpuSet&, const GpuSet&) = default;

 private:
  static constexpr std::uint64_t bit(std::uint32_t gpu) { return std::uint64_t{1} << (gpu % 64); }

  std::array<std::uint64_t, kMost / 64> words_{};
};

/// A set of GPUs as records of millions of jobs hold it; NodeGpus says which it is. None: which
/// GPUs they are is not known.
using GpuSetId = Id<struct GpuSetTag>;

}  // namespace gpuscape
