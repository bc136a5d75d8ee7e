#pragma once
/// Ctrl-C and SIGTERM as a stop token.

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace gpuscape {

/// From now on SIGINT and SIGTERM end the process with a line on stderr and exit code 130, except
/// while a StopSignals lives. Call it first of all: what comes before ends with the signal.
void answer_stop_signals();

/// Holds them back until the program that this process is about to become answers them.
class HeldStopSignals {
 public:
  HeldStopSignals();
  HeldStopSignals(const HeldStopSignals&) = delete;
  HeldStopSignals& operator=(const HeldStopSignals&) = delete;
  ~HeldStopSignals();

 private:
  sigset_t before_{};
};

/// While it lives, the first SIGINT or SIGTERM requests a stop, and a second one (not within 0.2 s)
/// ends the process at once with exit code 130. The signals are blocked and taken by a thread of
/// our own, so that it does not matter who else installs handlers (SimGrid does). Make it before
/// any other thread.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void wait_for_signals();

  sigset_t signals_{};
  sigset_t before_{};
  std::atomic<bool> closing_{false};
  std::stop_source source_;
  std::thread thread_;
};

}  // namespace gpuscape
