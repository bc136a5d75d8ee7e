#pragma once
/// `gpuscape schema [--reference]`: what a scenario may hold.

#include <iosfwd>

#include "sim/model/registry.hpp"

namespace gpuscape {

struct SchemaOptions {
  bool reference = false;  ///< the page docs/reference/scenario.md instead of the JSON Schema
};

/// Prints the JSON Schema of a scenario, or the reference page. Returns the exit code 0.
int schema_command(const SchemaOptions& options, const Registry& registry, std::ostream& out);

}  // namespace gpuscape
