#include "sim/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace gpuscape {

namespace {

using Work = std::function<void(std::size_t index, std::size_t worker)>;

std::size_t count_of(unsigned threads) {
  return threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads;
}

/// `leave` is called by each of them when nothing is left to begin.
void do_all(std::size_t count, std::size_t helpers, const Work& work,
            const std::function<void()>& leave) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  const auto take_turns = [&](std::size_t worker) {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        work(index, worker);
      } catch (...) {
        failures[index] = std::current_exception();
      }
    }
    leave();
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i <= helpers; ++i) threads.emplace_back(take_turns, i);
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
      // A limit on processes: those that could start do it all.
    }
    take_turns(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace

void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& work) {
  if (count == 0) return;
  do_all(
      count, std::min(count_of(threads), count) - 1,
      [&](std::size_t index, std::size_t) { work(index); }, [] {});
}

SharedThreads::SharedThreads(unsigned threads) : idle_(count_of(threads) - 1) {}

void SharedThreads::for_each(std::size_t count, const Work& work) {
  if (count == 0) return;
  std::size_t idle = idle_;
  while (!idle_.compare_exchange_weak(idle, idle - std::min(idle, count - 1))) {
  }
  const std::size_t taken = std::min(idle, count - 1);
  std::atomic<std::size_t> left{0};
  // The last to leave is the caller's, or stands for it.
  do_all(count, taken, work, [&] {
    if (left++ < taken) ++idle_;
  });
  // Those that could not be started.
  for (std::size_t i = left; i < taken; ++i) ++idle_;
}

}  // namespace gpuscape
