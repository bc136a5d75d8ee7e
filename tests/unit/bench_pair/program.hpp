#pragma once
/// gpuscape-bench as a process.

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {

class Program {
 public:
  /// Starts it, with the token in its environment.
  explicit Program(std::vector<std::string> arguments,
                   std::string token = "0123456789abcdef0123456789abcdef");
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  /// Its exit code; 128 and the signal's number where one ended it.
  int wait();
  void kill_now();
  void terminate();
  /// What it has printed so far, on both streams.
  [[nodiscard]] std::string text() const;
  /// Until it prints this, a minute at most. Whether it did.
  bool prints(const std::string& part) const;
  /// "127.0.0.1:43211" of "listening at …".
  [[nodiscard]] std::string address() const;

 private:
  ScratchFolder folder_;
  pid_t process_ = -1;
};

}  // namespace gpuscape::bench
