#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace gpuscape {

/// The whole program but for `main`: `words` are those after its name. Returns the exit code, and
/// throws nothing.
int program(const std::vector<std::string>& words, std::ostream& out, std::ostream& err);

}  // namespace gpuscape
