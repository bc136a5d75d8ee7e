#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace gpuscape {

/// Calls `work(0)` … `work(count − 1)` on up to `threads` threads (0: one per processor) and waits.
/// What the calls leave behind must not depend on their order. The first exception by index is
/// thrown again when all are done.
void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& work);

/// Threads that several pieces of work share, one within another: who has more to do takes those
/// that are idle, and leaves each as soon as it finds nothing more to do.
class SharedThreads {
 public:
  /// So many in all, with the one that begins; 0: one per processor.
  explicit SharedThreads(unsigned threads);

  /// As for_each_index, on the caller's thread and those that are idle. `work` gets the index and
  /// the number of its thread among these.
  void for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work);
  /// How many threads for_each would have now, the caller's included.
  [[nodiscard]] std::size_t at_hand() const { return idle_ + 1; }

 private:
  std::atomic<std::size_t> idle_;
};

}  // namespace gpuscape
