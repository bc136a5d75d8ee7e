#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace gpuscape {

struct Outcome {
  int code = 0;
  std::string out, err;
};

/// The whole program in this process.
inline Outcome run_program(const std::vector<std::string>& words) {
  std::ostringstream out, err;
  const int code = program(words, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace gpuscape
