#pragma once
/// A four-ary heap of numbered items by key. Each item stands in it at most once and its key can be
/// changed in place, so nothing in it is ever out of date.

#include <algorithm>
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
    while (true) {
      const std::size_t first = hole * kArity + 1;
      if (first >= size) break;
      std::size_t best = first;
      const std::size_t end = std::min(size, first + kArity);
      for (std::size_t child = first + 1; child < end; ++child) {
        if (before(entries_[child], entries_[best])) best = child;
      }
      if (!before(entries_[best], entry)) break;
      put(hole, entries_[best]);
      hole = best;
    }
    put(hole, entry);
  }

  TieBreak tie_break_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> positions_;  ///< of each item in entries_
};

}  // namespace gpuscape
