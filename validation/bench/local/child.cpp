#include "local/child.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <cerrno>
#include <cstring>

#include "core/measure.hpp"

namespace gpuscape::bench {

Child::Child(const std::function<void()>& work) : id_(fork()) {
  if (id_ < 0) throw Failure(std::string("no second process: ") + std::strerror(errno));
  if (id_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Ctrl-C reaches the whole group; the parent decides when this one ends.
  std::signal(SIGINT, SIG_IGN);
  try {
    work();
  } catch (const std::exception&) {
    _exit(1);  // the parent sees the channel close
  }
  _exit(0);
}

Child::~Child() {
  int status = 0;
  kill(id_, SIGKILL);
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace gpuscape::bench
