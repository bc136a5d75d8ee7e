#pragma once
/// A four-ary heap of numbered items by key. Each item stands in it at most once and its key can be
/// changed in place, so nothing in it is ever out of date.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/engine/line_vector.hpp"

namespace gpuscape {

struct HeapEntry {
  double key = 0.0;
  std::uint32_t item = 0;
  std::uint32_t rank = 0;  ///< for tie-breaks that need nothing else
};

/// Equal keys are ordered by `TieBreak(a, b)`, true when entry a comes first.
template <class TieBreak>
class IndexedHeap {
 public:
  using Entry = HeapEntry;

  explicit IndexedHeap(TieBreak tie_break) : tie_break_(tie_break) {}

  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The first entry; the heap must not be empty.
  [[nodiscard]] const Entry& top() const { return at(0); }
  [[nodiscard]] bool contains(std::uint32_t item) const {
    return item < positions_.size() && positions_[item] != kAbsent;
  }

  /// The entries of which one comes after the first.
  [[nodiscard]] std::span<const Entry> children_of_top() const {
    if (size() < 2) return {};
    return std::span(entries_).subspan(kBefore + 1).first(std::min(kArity, size() - 1));
  }

  /// Puts `item` in with `key`, or changes its key. An item's rank is always the same.
  void set(std::uint32_t item, double key, std::uint32_t rank = 0) {
    if (item >= positions_.size()) positions_.resize(item + std::size_t{1}, kAbsent);
    const Entry entry{key, item, rank};
    if (positions_[item] == kAbsent) {
      entries_.push_back(entry);
      sift_up(size() - 1, entry);
    } else {
      resettle(positions_[item], entry);
    }
  }

  /// Takes `item` out; it need not be in.
  void erase(std::uint32_t item) {
    if (!contains(item)) return;
    const std::size_t hole = positions_[item];
    positions_[item] = kAbsent;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (hole < size()) resettle(hole, last);
  }

 private:
  static constexpr std::size_t kArity = 4;
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();
  /// Unused entries before the root, so that the children of each node fill one cache line.
  static constexpr std::size_t kBefore = kArity - 1;
  static_assert(kArity * sizeof(Entry) == kCacheLine);

  [[nodiscard]] std::size_t size() const { return entries_.size() - kBefore; }
  [[nodiscard]] Entry& at(std::size_t i) { return entries_[kBefore + i]; }
  [[nodiscard]] const Entry& at(std::size_t i) const { return entries_[kBefore + i]; }

  [[nodiscard]] bool before(const Entry& a, const Entry& b) const {
    return a.key < b.key || (a.key == b.key && tie_break_(a, b));
  }

  /// Which of two children comes first is a coin's toss: arithmetic costs less than a branch that
  /// is missed. Ties are rare, so their branch is not.
  [[nodiscard]] std::size_t first_of(std::size_t a, std::size_t b) const {
    const Entry& left = at(a);
    const Entry& right = at(b);
    bool second = right.key < left.key;
    if (right.key == left.key) [[unlikely]]
      second = tie_break_(right, left);
    return a + (b - a) * static_cast<std::size_t>(second);
  }

  void put(std::size_t position, const Entry& entry) {
    at(position) = entry;
    positions_[entry.item] = static_cast<std::uint32_t>(position);
  }

  void resettle(std::size_t hole, const Entry& entry) {
    if (hole > 0 && before(entry, at((hole - 1) / kArity))) {
      sift_up(hole, entry);
    } else {
      sift_down(hole, entry);
    }
  }

  void sift_up(std::size_t hole, const Entry& entry) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kArity;
      if (!before(entry, at(parent))) break;
      put(hole, at(parent));
      hole = parent;
    }
    put(hole, entry);
  }

  void sift_down(std::size_t hole, const Entry& entry) {
    const std::size_t size = this->size();
    std::size_t first = hole * kArity + 1;
    for (; first + kArity <= size; first = hole * kArity + 1) {
      const std::size_t best = first_of(first_of(first, first + 1), first_of(first + 2, first + 3));
      if (!before(at(best), entry)) break;
      put(hole, at(best));
      hole = best;
    }
    if (first < size && first + kArity > size) {  // the last parent has fewer children
      std::size_t best = first;
      for (std::size_t child = first + 1; child < size; ++child) best = first_of(best, child);
      if (before(at(best), entry)) {
        put(hole, at(best));
        hole = best;
      }
    }
    put(hole, entry);
  }

  TieBreak tie_break_;
  LineVector<Entry> entries_ = LineVector<Entry>(kBefore);
  std::vector<std::uint32_t> positions_;  ///< of each item in entries_
};

}  // namespace gpuscape
