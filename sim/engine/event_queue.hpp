#pragma once
/// Pending events, ordered by date, then by the order in which they were scheduled: ties are
/// decided by construction. A four-ary heap: half the depth of a binary one, and the four children
/// share cache lines.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

class EventQueue {
 public:
  /// Tokens are below this: what they mean is their owner's business.
  static constexpr std::uint32_t kTokens = 1U << 24;

  /// Sixteen bytes, so that the four children of a heap node fill one cache line.
  struct Event {
    Seconds date{0.0};
    std::uint64_t order = 0;  ///< 40 bits that rise with every push, then the token
    [[nodiscard]] std::uint32_t token() const {
      return static_cast<std::uint32_t>(order % kTokens);
    }
  };

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  /// The next event; the queue must not be empty.
  [[nodiscard]] const Event& top() const { return heap_.front(); }

  /// `date` is not negative.
  void push(Seconds date, std::uint32_t token) {
    const Event event{date + Seconds(0.0), next_sequence_++ * kTokens + token};
    std::size_t hole = heap_.size();
    heap_.push_back(event);
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kArity;
      if (!before(event, heap_[parent])) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = event;
  }

  /// Removes and returns the next event; the queue must not be empty.
  Event pop() {
    const Event first = heap_.front();
    const Event last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sift_down(last);
    return first;
  }

 private:
  static constexpr std::size_t kArity = 4;

  // One wide number for (date, order): which of two events is first is a coin's toss, and a branch
  // that is missed costs more than this. The bits of a date that is not negative rise with it.
  __extension__ using Key = unsigned __int128;
  static Key key(const Event& event) {
    return (static_cast<Key>(std::bit_cast<std::uint64_t>(event.date)) << 64U) | event.order;
  }
  static bool before(const Event& a, const Event& b) { return key(a) < key(b); }
  [[nodiscard]] std::size_t first_of(std::size_t a, std::size_t b) const {
    return a + (b - a) * static_cast<std::size_t>(before(heap_[b], heap_[a]));
  }

  void sift_down(const Event& event) {
    const std::size_t size = heap_.size();
    std::size_t hole = 0;
    std::size_t first = 1;
    for (; first + kArity <= size; first = hole * kArity + 1) {
      const std::size_t left = first_of(first, first + 1);
      const std::size_t right = first_of(first + 2, first + 3);
      const std::size_t best = first_of(left, right);
      if (!before(heap_[best], event)) break;
      heap_[hole] = heap_[best];
      hole = best;
    }
    if (first < size && first + kArity > size) {  // the last parent has fewer children
      std::size_t best = first;
      for (std::size_t child = first + 1; child < size; ++child) {
        if (before(heap_[child], heap_[best])) best = child;
      }
      if (before(heap_[best], event)) {
        heap_[hole] = heap_[best];
        hole = best;
      }
    }
    heap_[hole] = event;
  }

  std::vector<Event> heap_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace gpuscape
