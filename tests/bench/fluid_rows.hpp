#pragma once

#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

/// The rows of the fluid network, beside those of `make_rows`.
std::vector<Row> make_fluid_rows();
/// Prints how far a solve reaches on each traffic, and what a large platform costs to build.
void print_fluid_report();

}  // namespace gpuscape::bench
