#pragma once
/// A set of small integers with "the first member at or after i" in a handful of instructions: a
/// bitset with two levels of summary words (64³ = 262 144 members at three look-ups).

#include <bit>
#include <cstdint>
#include <vector>

namespace gpuscape {

class NodeSet {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  explicit NodeSet(std::uint32_t capacity = 0) {
    std::uint32_t words = capacity / 64 + 1;
    while (true) {
      levels_.emplace_back(words, 0);
      if (words == 1) break;
      words = (words + 63) / 64;
    }
  }

  void insert(std::uint32_t member) {
    ++size_;
    for (std::vector<std::uint64_t>& level : levels_) {
      const bool was_empty = level[member / 64] == 0;
      level[member / 64] |= bit(member);
      if (!was_empty) return;
      member /= 64;
    }
  }

  /// `member` must be in the set.
  void erase(std::uint32_t member) {
    --size_;
    for (std::vector<std::uint64_t>& level : levels_) {
      level[member / 64] &= ~bit(member);
      if (level[member / 64] != 0) return;
      member /= 64;
    }
  }

  [[nodiscard]] bool contains(std::uint32_t member) const {
    return (levels_[0][member / 64] & bit(member)) != 0;
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// The smallest member ≥ `from`, or kNone.
  [[nodiscard]] std::uint32_t next(std::uint32_t from) const {
    std::size_t level = 0;
    while (true) {
      const std::size_t word = from / 64;
      if (word >= levels_[level].size()) return kNone;
      const std::uint64_t rest = levels_[level][word] & (~std::uint64_t{0} << (from % 64));
      if (rest != 0) return descend(level, static_cast<std::uint32_t>(word) * 64 + lowest(rest));
      if (++level == levels_.size()) return kNone;
      from = static_cast<std::uint32_t>(word) + 1;
    }
  }
  [[nodiscard]] std::uint32_t first() const { return next(0); }

 private:
  static std::uint64_t bit(std::uint32_t member) { return std::uint64_t{1} << (member % 64); }
  static std::uint32_t lowest(std::uint64_t word) {
    return static_cast<std::uint32_t>(std::countr_zero(word));
  }
  [[nodiscard]] std::uint32_t descend(std::size_t level, std::uint32_t member) const {
    while (level-- > 0) member = member * 64 + lowest(levels_[level][member]);
    return member;
  }

  std::vector<std::vector<std::uint64_t>>
      levels_;  // [0] the members, above it which words are not 0
  std::uint32_t size_ = 0;
};

}  // namespace gpuscape
