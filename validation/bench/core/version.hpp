#pragma once

namespace gpuscape::bench {

/// Of the program and of the shape of its files.
constexpr const char* kVersion = "0.1.0";

}  // namespace gpuscape::bench
