#pragma once
/// `--max-memory` and `--max-rows`: how much a command may take.

#include <cstdint>
#include <string>

#include "sim/base/limits.hpp"

namespace gpuscape {

class CommandSyntax;

struct LimitOptions {
  std::string max_memory = {};  ///< "8 GiB", at least 32 MB; empty: not given
  std::int64_t max_rows = Limits{}.rows;
};

/// Adds --max-memory.
void add_memory_option(CommandSyntax& syntax);
/// Adds both.
void add_limit_options(CommandSyntax& syntax);

/// Lets this process take no more from now on.
void apply(const LimitOptions& limits);

}  // namespace gpuscape
