#pragma once

#include <string>

namespace gpuscape {

/// This program's version, "0.1.0".
std::string program_version();

/// 64 hexadecimal digits over the sources that it was built of: the same on every machine and with
/// every compiler.
std::string source_digest();

/// "0.1.0+1f2e3d4c5b6a": the version, and the first digits of source_digest. Programs of one build
/// give equal results.
std::string program_build();

/// "gpuscape 0.1.0 (SimGrid 3.32)".
std::string version_text();

}  // namespace gpuscape
