#pragma once
/// How much memory this process takes before it ends with a word instead of the machine's help.

#include <optional>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// The system refuses more than that from now on; nothing given: three quarters of the machine's
/// memory, or no limit where most of that is taken already.
void limit_memory(std::optional<Bytes> most = std::nullopt);

/// "out of memory: …" with the limit that was met, and below it what allows more.
[[nodiscard]] std::string out_of_memory_text();

}  // namespace gpuscape
