#pragma once
/// Libraries that are loaded when the program runs, and where the system's loader found them.

#include <string>
#include <vector>

namespace gpuscape::bench {

/// Notes a handle of dlopen.
void note_library(const std::string& name, void* handle);

/// "libcuda.so.1 from /usr/lib/x86_64-linux-gnu/libcuda.so.1", in the order of loading; then what
/// turns the loader's search elsewhere: "LD_LIBRARY_PATH is set: …".
std::vector<std::string> library_lines();

}  // namespace gpuscape::bench
