#pragma once

#include <csignal>

namespace gpuscape {

/// Puts back, at its end, the signal handlers that SimGrid replaces when its engine is made.
class KeptSignalHandlers {
 public:
  KeptSignalHandlers() {
    sigaction(SIGINT, nullptr, &interrupt_);
    sigaction(SIGSEGV, nullptr, &fault_);
  }
  KeptSignalHandlers(const KeptSignalHandlers&) = delete;
  KeptSignalHandlers& operator=(const KeptSignalHandlers&) = delete;
  ~KeptSignalHandlers() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGSEGV, &fault_, nullptr);
  }

 private:
  struct sigaction interrupt_{};
  struct sigaction fault_{};
};

}  // namespace gpuscape
