#pragma once
/// What trials before a start may take.

#include <time.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Processor time of this process.
[[nodiscard]] inline Seconds process_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

/// Asks for a stop when so much processor time of this process is used, unless it ends before.
class TimeLimit {
 public:
  explicit TimeLimit(Seconds most)
      : timer_([this, most](const std::stop_token& over) {
          constexpr auto kLook = std::chrono::milliseconds(20);
          const Seconds end = process_time() + most;
          while (!over.stop_requested() && process_time() < end) std::this_thread::sleep_for(kLook);
          stop_.request_stop();
        }) {}
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread timer_;
};

}  // namespace gpuscape
