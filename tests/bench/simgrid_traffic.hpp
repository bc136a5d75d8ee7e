#pragma once
/// The benchmark traffics on SimGrid's own zones: CM02, no cross traffic, callbacks, no actor.
/// SimGrid takes one engine a process, so each run is a child: this program with `--simgrid WHAT
/// TRAFFIC SKIPPED COUNT`.

#include <string>
#include <vector>

#include "tests/bench/fluid_traffic.hpp"

namespace gpuscape::bench {

/// As their namesakes on our network. Throw std::runtime_error when the child fails.
double simgrid_seconds(const Traffic& traffic, Window window);
std::vector<Completion> simgrid_completions(const Traffic& traffic, std::uint64_t count);

/// Of the library that we were compiled with.
int simgrid_major_version();

struct BuildCost {
  double seconds = 0.0;
  double bytes = 0.0;  ///< resident memory that it added
};
/// A flat star of that many hosts.
BuildCost simgrid_build_cost(const Traffic& traffic);
/// Our resources and routes for the traffic's map.
BuildCost our_build_cost(const Traffic& traffic);
/// 100 000 GPUs with the inside of their nodes and a rail-optimised fabric (cluster_build.hpp).
BuildCost gpu_cluster_build_cost();

/// What the child does. Does not return.
[[noreturn]] void run_simgrid_child(const std::vector<std::string>& arguments);

}  // namespace gpuscape::bench
