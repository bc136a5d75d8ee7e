#pragma once
/// A set of small integers with "the first member at or after i" in a handful of instructions: a
/// bitset with two levels of summary words (64³ = 262 144 members at three look-ups).

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/base/id.hpp"

namespace gpuscape {

/// What is found in it is told as a `Member`, an Id.
template <class Member>
class IdSet {
 public:
  explicit IdSet(std::uint32_t capacity = 0) {
    std::uint32_t words = capacity / 64 + 1;
    while (true) {
      begin_[levels_++] = end_;
      end_ += words;
      if (words == 1) break;
      words = (words + 63) / 64;
    }
    words_.assign(end_, 0);
  }

  void insert(std::uint32_t member) {
    ++size_;
    for (std::uint32_t level = 0; level < levels_; ++level) {
      std::uint64_t& word = words_[begin_[level] + member / 64];
      const bool was_empty = word == 0;
      word |= bit(member);
      if (!was_empty) return;
      member /= 64;
    }
  }

  /// `member` must be in the set.
  void erase(std::uint32_t member) {
    --size_;
    for (std::uint32_t level = 0; level < levels_; ++level) {
      std::uint64_t& word = words_[begin_[level] + member / 64];
      word &= ~bit(member);
      if (word != 0) return;
      member /= 64;
    }
  }

  [[nodiscard]] bool contains(std::uint32_t member) const {
    return (words_[member / 64] & bit(member)) != 0;
  }
  /// Members from `from` to before `to`.
  [[nodiscard]] std::uint32_t count(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t sum = 0;
    for (std::uint32_t word = from / 64; word * 64 < to; ++word) {
      std::uint64_t bits = words_[word];
      if (word == from / 64) bits &= ~std::uint64_t{0} << (from % 64);
      if (to - word * 64 < 64) bits &= ~(~std::uint64_t{0} << (to % 64));
      sum += static_cast<std::uint32_t>(std::popcount(bits));
    }
    return sum;
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// The smallest member ≥ `from`, or none.
  [[nodiscard]] Member next(std::uint32_t from) const {
    std::uint32_t level = 0;
    while (true) {
      const std::uint32_t word = from / 64;
      const std::uint32_t end = level + 1 == levels_ ? end_ : begin_[level + 1];
      if (begin_[level] + word >= end) return Member::none();
      const std::uint64_t rest = words_[begin_[level] + word] & (~std::uint64_t{0} << (from % 64));
      if (rest != 0) return descend(level, word * 64 + lowest(rest));
      if (++level == levels_) return Member::none();
      from = word + 1;
    }
  }
  /// The largest member, or none.
  [[nodiscard]] Member last() const {
    if (size_ == 0) return Member::none();
    std::uint32_t member = highest(words_.back());
    for (std::uint32_t level = levels_ - 1; level-- > 0;)
      member = member * 64 + highest(words_[begin_[level] + member]);
    return Member(member);
  }
  /// The smallest member, or none.
  [[nodiscard]] Member first() const {
    if (size_ == 0) return Member::none();
    return descend(levels_ - 1, lowest(words_.back()));
  }

 private:
  static std::uint64_t bit(std::uint32_t member) { return std::uint64_t{1} << (member % 64); }
  static std::uint32_t lowest(std::uint64_t word) {
    return static_cast<std::uint32_t>(std::countr_zero(word));
  }
  static std::uint32_t highest(std::uint64_t word) {
    return 63U - static_cast<std::uint32_t>(std::countl_zero(word));
  }
  [[nodiscard]] Member descend(std::uint32_t level, std::uint32_t member) const {
    while (level-- > 0) member = member * 64 + lowest(words_[begin_[level] + member]);
    return Member(member);
  }

  std::vector<std::uint64_t> words_;      // the members, then level by level which words are not 0
  std::array<std::uint32_t, 6> begin_{};  // of each level in words_; the last level is one word
  std::uint32_t levels_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t size_ = 0;
};

/// A node by its number within its group.
using GroupNode = Id<struct GroupNodeTag>;
using NodeSet = IdSet<GroupNode>;

/// A number of free GPUs on a node.
using FreeLevel = Id<struct FreeLevelTag>;
using LevelSet = IdSet<FreeLevel>;
constexpr FreeLevel level_of(std::int32_t gpus) {
  return FreeLevel(static_cast<std::uint32_t>(gpus));
}

}  // namespace gpuscape
