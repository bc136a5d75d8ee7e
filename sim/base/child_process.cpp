#include "sim/base/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close_now(); }
  [[nodiscard]] int number() const { return number_; }
  void set(int number) { number_ = number; }
  int release() { return std::exchange(number_, -1); }
  void close_now() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

[[noreturn]] void refuse(const std::string& program, int fault) {
  throw RunError(
      fmt::format("cannot start {}: {}", program, std::generic_category().message(fault)));
}

struct Pipe {
  explicit Pipe(const std::string& program) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) refuse(program, errno);
    reads.set(ends[0]);
    writes.set(ends[1]);
  }
  Descriptor reads;
  Descriptor writes;
};

/// A file in memory that holds the text and is read from its beginning: nobody has to write while
/// the child reads.
int file_of(std::string_view text, const std::string& program) {
  Descriptor file(memfd_create("input", MFD_CLOEXEC));
  if (file.number() < 0) refuse(program, errno);
  while (!text.empty()) {
    const ssize_t count = write(file.number(), text.data(), text.size());
    if (count < 0 && errno != EINTR) refuse(program, errno);
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  lseek(file.number(), 0, SEEK_SET);
  return file.release();
}

struct Ends {
  int input = -1;  // −1: ours
  int output = STDERR_FILENO;
  int errors = STDERR_FILENO;
};

/// What a child does; only what is safe after fork. Returns why it could not become the program.
int become(char* const* arguments, pid_t parent, const Ends& ends) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) return ECHILD;
  if (ends.input >= 0 && dup2(ends.input, STDIN_FILENO) < 0) return errno;
  if (dup2(ends.output, STDOUT_FILENO) < 0) return errno;
  if (ends.errors != STDERR_FILENO && dup2(ends.errors, STDERR_FILENO) < 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  execvp(arguments[0], arguments);
  return errno;
}

int status_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Blocks the signals that are handed on to a child, and the one that tells of its end.
class HandedOn {
 public:
  HandedOn() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  HandedOn(const HandedOn&) = delete;
  HandedOn& operator=(const HandedOn&) = delete;
  ~HandedOn() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  int wait_for(pid_t child) const {
    int stopped_by = 0;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
      const int signal = sigwaitinfo(&signals_, nullptr);
      if (signal != SIGINT && signal != SIGTERM) continue;
      stopped_by = signal;
      kill(child, signal);
    }
    return stopped_by != 0 ? 128 + stopped_by : status_of(status);
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

}  // namespace

ChildProcess::ChildProcess(const ChildCommand& command) {
  const std::string& program = command.words.front();
  std::vector<std::string> words = command.words;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Descriptor input(command.input.empty() ? -1 : file_of(command.input, program));
  const bool to_us = command.output != ChildCommand::Output::to_stderr;
  const bool all = command.output == ChildCommand::Output::all_to_us;
  Pipe output(program);
  Pipe started(program);  // closed where the program begins; before that, why it does not
  const Ends ends{input.number(), to_us ? output.writes.number() : STDERR_FILENO,
                  all ? output.writes.number() : STDERR_FILENO};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    const int fault = become(arguments.data(), parent, ends);
    const ssize_t told = write(started.writes.number(), &fault, sizeof fault);
    _exit(told == sizeof fault ? 127 : 126);
  }
  if (child < 0) refuse(program, errno);
  pid_ = child;
  started.writes.close_now();
  output.writes.close_now();
  int fault = 0;
  while (read(started.reads.number(), &fault, sizeof fault) < 0 && errno == EINTR) {
  }
  if (fault != 0) {
    wait();
    refuse(program, fault);
  }
  if (to_us) output_.reset(fdopen(output.reads.release(), "r"));
}

ChildProcess::~ChildProcess() {
  if (pid_ <= 0) return;
  terminate();
  wait();
}

void ChildProcess::terminate() const {
  if (pid_ > 0) kill(pid_, SIGTERM);
}

int ChildProcess::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  return status_of(status);
}

int ChildProcess::wait_with_signals() {
  const int status = HandedOn().wait_for(pid_);
  pid_ = 0;
  return status;
}

bool succeeds_apart(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
    _exit(work() ? 0 : 1);
  }
  int status = 1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace gpuscape
