#pragma once

#include <string>
#include <vector>

#include "sim/model/registry.hpp"

namespace gpuscape::test {

/// The built-in models and those of the pages docs/how-to/add-a-*.md.
const Registry& all_models();

/// The parameters with which a model says that it can be built.
std::string example_of(const Shelf& shelf, const std::string& name);

/// The example with nonsense in place of each of its parameters, one after the other, and without
/// it.
std::vector<std::string> spoilt(const Shelf& shelf, const std::string& name);

/// Backfills that promise a start to the head alone, if to any job.
std::vector<std::string> backfills_for_heads_only();

}  // namespace gpuscape::test
