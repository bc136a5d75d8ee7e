#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "cli/process/memory_limit.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/program.hpp"

int main(int argc, char** argv) {
  gpuscape::answer_stop_signals();
  // A limit on the size of files is a write that fails, not an end without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  gpuscape::limit_memory();
  return gpuscape::program(words, std::cout, std::cerr);
}
