#pragma once
/// Pending events, ordered by date, then by the order in which they were scheduled: ties are
/// decided by construction. A four-ary heap: half the depth of a binary one, and the four children
/// share cache lines.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpuscape {

class EventQueue {
 public:
  /// Tokens are below this: what they mean is their owner's business.
  static constexpr std::uint32_t kTokens = 1U << 24;

  /// Sixteen bytes, so that the four children of a heap node fill one cache line.
  struct Event {
    double date = 0.0;        ///< s
    std::uint64_t order = 0;  ///< 40 bits that rise with every push, then the token
    [[nodiscard]] std::uint32_t token() const {
      return static_cast<std::uint32_t>(order % kTokens);
    }
  };

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  /// The next event; the queue must not be empty.
  [[nodiscard]] const Event& top() const { return heap_.front(); }

  void push(double date, std::uint32_t token) {
    const Event event{date, next_sequence_++ * kTokens + token};
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

  static bool before(const Event& a, const Event& b) {
    return a.date < b.date || (a.date == b.date && a.order < b.order);
  }

  void sift_down(const Event& event) {
    const std::size_t size = heap_.size();
    std::size_t hole = 0;
    while (true) {
      const std::size_t first = hole * kArity + 1;
      if (first >= size) break;
      std::size_t best = first;
      const std::size_t end = std::min(size, first + kArity);
      for (std::size_t child = first + 1; child < end; ++child) {
        if (before(heap_[child], heap_[best])) best = child;
      }
      if (!before(heap_[best], event)) break;
      heap_[hole] = heap_[best];
      hole = best;
    }
    heap_[hole] = event;
  }

  std::vector<Event> heap_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace gpuscape
