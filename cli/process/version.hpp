#pragma once

#include <string>

namespace gpuscape {

/// This program's version, "0.1.0".
std::string program_version();

/// "gpuscape 0.1.0 (SimGrid 3.32)".
std::string version_text();

}  // namespace gpuscape
