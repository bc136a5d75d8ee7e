#pragma once
/// This program once more, as a second process that uses the same GPU. The two talk over a pair of
/// sockets: the first sends a count of kernels, the second runs them and answers a line.

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace gpuscape::bench::cuda {

/// The hidden first argument; the second is the number of the GPU.
constexpr const char* kSecondProcess = "--cuda-second-process";

/// What the second process does: reads counts from its standard input until it is closed.
int serve_as_second_process(const char* gpu);

class SecondProcess {
 public:
  /// Returns when it is ready. Throws Failure with what it said.
  SecondProcess(const std::string& program, int gpu);
  SecondProcess(const SecondProcess&) = delete;
  SecondProcess& operator=(const SecondProcess&) = delete;
  ~SecondProcess();
  void begin(std::int64_t kernels) const;
  /// Waits for the end of what begin() began.
  void finish() const { expect_ready(); }

 private:
  void expect_ready() const;
  void end() const;

  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace gpuscape::bench::cuda
