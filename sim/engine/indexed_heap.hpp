#pragma once
/// A four-ary heap of numbered items by key. Each item stands in it at most once and its key can be
/// changed in place, so nothing in it is ever out of date.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace gpuscape {

/// Equal keys are ordered by `TieBreak(a, b)`, true when item a comes first.
template <class TieBreak>
class IndexedHeap {
 public:
  struct Entry {
    double key = 0.0;
    std::uint32_t item = 0;
  };

  explicit IndexedHeap(TieBreak tie_break) : tie_break_(tie_break) {}

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// The first entry; the heap must not be empty.
  [[nodiscard]] const Entry& top() const { return entries_.front(); }
  [[nodiscard]] bool contains(std::uint32_t item) const {
    return item < positions_.size() && positions_[item] != kAbsent;
  }

  /// Puts `item` in with `key`, or changes its key.
  void set(std::uint32_t item, double key) {
    if (item >= positions_.size()) positions_.resize(item + std::size_t{1}, kAbsent);
    const Entry entry{key, item};
    if (positions_[item] == kAbsent) {
      entries_.push_back(entry);
      sift_up(entries_.size() - 1, entry);
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
    if (hole < entries_.size()) resettle(hole, last);
  }

 private:
  static constexpr std::size_t kArity = 4;
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] bool before(const Entry& a, const Entry& b) const {
    return a.key < b.key || (a.key == b.key && tie_break_(a.item, b.item));
  }

  /// Which of two children comes first is a coin's toss: arithmetic costs less than a branch that
  /// is missed. Ties are rare, so their branch is not.
  [[nodiscard]] std::size_t first_of(std::size_t a, std::size_t b) const {
    const Entry& left = entries_[a];
    const Entry& right = entries_[b];
    bool second = right.key < left.key;
    if (right.key == left.key) [[unlikely]]
      second = tie_break_(right.item, left.item);
    return a + (b - a) * static_cast<std::size_t>(second);
  }

  void put(std::size_t position, const Entry& entry) {
    entries_[position] = entry;
    positions_[entry.item] = static_cast<std::uint32_t>(position);
  }

  void resettle(std::size_t hole, const Entry& entry) {
    if (hole > 0 && before(entry, entries_[(hole - 1) / kArity])) {
      sift_up(hole, entry);
    } else {
      sift_down(hole, entry);
    }
  }

  void sift_up(std::size_t hole, const Entry& entry) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kArity;
      if (!before(entry, entries_[parent])) break;
      put(hole, entries_[parent]);
      hole = parent;
    }
    put(hole, entry);
  }

  void sift_down(std::size_t hole, const Entry& entry) {
    const std::size_t size = entries_.size();
    std::size_t first = hole * kArity + 1;
    for (; first + kArity <= size; first = hole * kArity + 1) {
      const std::size_t best = first_of(first_of(first, first + 1), first_of(first + 2, first + 3));
      if (!before(entries_[best], entry)) break;
      put(hole, entries_[best]);
      hole = best;
    }
    if (first < size && first + kArity > size) {  // the last parent has fewer children
      std::size_t best = first;
      for (std::size_t child = first + 1; child < size; ++child) best = first_of(best, child);
      if (before(entries_[best], entry)) {
        put(hole, entries_[best]);
        hole = best;
      }
    }
    put(hole, entry);
  }

  TieBreak tie_break_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> positions_;  ///< of each item in entries_
};

}  // namespace gpuscape
