#pragma once
/// How many random workloads a contract test tries.

#include <cstdint>
#include <cstdlib>
#include <string>

namespace gpuscape::test {

/// GPUSCAPE_WORKLOADS of the environment, where it is set.
inline std::uint32_t workloads(std::uint32_t usual) {
  const char* asked = std::getenv("GPUSCAPE_WORKLOADS");  // NOLINT(concurrency-mt-unsafe)
  return asked == nullptr ? usual : static_cast<std::uint32_t>(std::stoul(asked));
}

}  // namespace gpuscape::test
