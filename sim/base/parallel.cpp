#include "sim/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace gpuscape {

void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& work) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  const auto take_turns = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        work(index);
      } catch (...) {
        failures[index] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i)
        helpers.emplace_back(take_turns);
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
      // A limit on processes: those that could start do it all.
    }
    take_turns();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace gpuscape
