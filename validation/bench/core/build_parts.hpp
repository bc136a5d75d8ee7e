#pragma once

#include <string>
#include <vector>

namespace gpuscape::bench {

/// A part of the program that is compiled in only where its header was installed.
struct BuildPart {
  const char* name;
  bool built;
  const char* remedy;  ///< the reason for its absence, and what to install
};

/// Every optional part, built or not. CUDA is not among them: it needs no header.
std::vector<BuildPart> build_parts();

/// The lines "built with: …" and, for each absent part, "built without NAME: remedy".
std::string build_parts_text();

extern const char* const kWithoutVerbs;  ///< the remedy of RDMA

}  // namespace gpuscape::bench
