#pragma once
/// gpuscape-bench as a user runs it.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

#include "test_paths.hpp"

namespace gpuscape::test {

struct ProgramOutput {
  int exit_code = -1;
  std::string text;  ///< stdout and stderr as they came
};

/// `before` stands in front of the program: variables, "timeout -s INT 1".
inline ProgramOutput run_bench(const std::string& arguments, const std::string& before = "") {
  const std::string command =
      before + " " GPUSCAPE_BINARY_DIR "/bin/gpuscape-bench " + arguments + " 2>&1";
  ProgramOutput output;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

}  // namespace gpuscape::test
