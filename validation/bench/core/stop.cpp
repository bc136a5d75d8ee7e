#include "core/stop.hpp"

#include <csignal>

namespace gpuscape::bench {

namespace {

volatile std::sig_atomic_t came = 0;

void note(int signal) { came = signal; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is then a write that fails, and said
}

int stop_signal() { return came; }

}  // namespace gpuscape::bench
