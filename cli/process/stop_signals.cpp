#include "cli/process/stop_signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <chrono>

#include "cli/exit_code.hpp"

namespace gpuscape {

StopSignals::StopSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  thread_ = std::thread([this] { wait_for_signals(); });
}

StopSignals::~StopSignals() {
  closing_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopSignals::wait_for_signals() {
  using Clock = std::chrono::steady_clock;
  // `timeout` and shells may send the same signal to a process and to its group: one wish, two
  // signals.
  constexpr auto kSameWish = std::chrono::milliseconds(200);
  Clock::time_point first;
  int signal = 0;
  while (sigwait(&signals_, &signal) == 0 && !closing_) {
    const Clock::time_point now = Clock::now();
    if (source_.request_stop()) {
      first = now;
    } else if (now - first > kSameWish) {
      _exit(kInterrupted);
    }
  }
}

}  // namespace gpuscape
