#include "cli/process/stop_signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <string_view>

#include "cli/exit_code.hpp"

namespace gpuscape {

namespace {

sigset_t stop_signals() {
  sigset_t signals{};
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

/// Calls only what a signal handler may.
void end_at_once(int) {
  constexpr std::string_view kText = "gpuscape: interrupted before there was anything to keep\n";
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, kText.data(), kText.size());
  _exit(kInterrupted);
}

}  // namespace

void answer_stop_signals() {
  struct sigaction action{};
  action.sa_handler = end_at_once;
  action.sa_mask = stop_signals();
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

HeldStopSignals::HeldStopSignals() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

HeldStopSignals::~HeldStopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

StopSignals::StopSignals() : signals_(stop_signals()) {
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
