#pragma once
/// Other processes, started in one place: by an argument vector, without a shell, and ended with
/// this process however that ends.

#include <sys/types.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpuscape {

struct ChildCommand {
  /// The program, which is sought in PATH where it has no slash, and its arguments.
  std::vector<std::string> words;
  /// What it finds on standard input; without any, it has ours.
  std::string input = {};
  enum class Output : unsigned char {
    to_us,      ///< `output()` reads it
    all_to_us,  ///< the same, and what it says on standard error
    to_stderr,  ///< where our own messages go
  };
  Output output = Output::to_us;
};

class ChildProcess {
 public:
  /// Throws RunError that says why it cannot be started. Signals that this process blocks reach the
  /// child.
  explicit ChildProcess(const ChildCommand& command);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Ends it with SIGTERM where nobody waited for it.
  ~ChildProcess();

  /// Null with Output::to_stderr.
  [[nodiscard]] std::FILE* output() const { return output_.get(); }
  /// May be called from any thread, and at any time before `wait` returns.
  void terminate() const;
  /// Its exit status, or 128 + the signal that ended it.
  int wait();
  /// The same, with SIGINT and SIGTERM handed on to it meanwhile: 128 + the signal where one came.
  int wait_with_signals();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  pid_t pid_ = 0;
  std::unique_ptr<std::FILE, Closer> output_;
};

/// Whether `work` returns true in a child made by fork, which its end does not harm. Its messages
/// on standard error are dropped.
bool succeeds_apart(const std::function<bool()>& work);

}  // namespace gpuscape
