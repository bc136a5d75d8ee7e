#pragma once
/// Which nodes Slurm's backfill keeps for plans, and when: stretches of time, one behind the other,
/// each with its nodes.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape::slurm {

/// Some nodes of a platform, as bits.
class NodeBits {
 public:
  explicit NodeBits(const Platform& platform) {
    for (const NodeGroup& group : platform.groups()) {
      first_.push_back(words_.size());
      words_.resize(words_.size() + (group.count + 63) / 64, 0);
    }
  }
  void clear() { words_.assign(words_.size(), 0); }
  [[nodiscard]] std::span<std::uint64_t> words() { return words_; }
  /// Node numbers are within the group.
  [[nodiscard]] std::size_t word_of(std::size_t group, std::uint32_t node) const {
    return first_[group] + node / 64;
  }
  static std::uint64_t bit_of(std::uint32_t node) { return std::uint64_t{1} << (node % 64); }
  [[nodiscard]] bool holds(std::size_t group, std::uint32_t node) const {
    return (words_[word_of(group, node)] & bit_of(node)) != 0;
  }
  /// The first node from `node` on that it does not hold, or `count`.
  [[nodiscard]] std::uint32_t next_other(std::size_t group, std::uint32_t node,
                                         std::uint32_t count) const {
    while (node < count) {
      const std::uint64_t others = ~words_[word_of(group, node)] >> (node % 64);
      if (others != 0)
        return std::min(count, node + static_cast<std::uint32_t>(std::countr_zero(others)));
      node = (node / 64 + 1) * 64;
    }
    return count;
  }

 private:
  std::vector<std::size_t> first_;  // word, by group
  std::vector<std::uint64_t> words_;
};

class KeptNodes {
 public:
  explicit KeptNodes(const Platform& platform) : none_(platform) {}

  /// From here on one stretch in which nothing is kept.
  void begin(Seconds now, Seconds end);
  /// Where the first stretch that reaches beyond the date ends; never, where it is the last.
  [[nodiscard]] Seconds end_after(Seconds date) const;
  /// What is kept in some stretch that ends behind `begin` and begins at `end` at the latest.
  void between(Seconds begin, Seconds end, NodeBits& kept) const;
  /// Keeps the nodes from `begin`, no earlier than the first stretch does, until `end`. False with
  /// nothing kept where one of them is kept already.
  bool keep(std::size_t group, std::span<const std::uint32_t> nodes, Seconds begin, Seconds end);
  /// The first beginning of a stretch after the date; never, where there is none.
  [[nodiscard]] Seconds next_begin(Seconds date) const;

 private:
  struct Stretch {
    Seconds begin{0.0};
    Seconds end{0.0};
    std::size_t words = 0;  // where its nodes are
  };
  [[nodiscard]] std::size_t first_beyond(Seconds date) const;
  void cut_at(Seconds date);

  NodeBits none_;  // how nodes lie in words
  std::vector<Stretch> stretches_;
  std::vector<std::uint64_t> words_;  // of one stretch behind those of another
};

}  // namespace gpuscape::slurm
