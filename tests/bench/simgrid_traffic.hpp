#pragma once
/// The benchmark traffics on SimGrid's own zones: CM02, no cross traffic. SimGrid takes one engine
/// a process, so each run is a child: this program with `--simgrid WHAT TRAFFIC SKIPPED COUNT
/// DRIVE`.

#include <string>
#include <vector>

#include "tests/bench/fluid_traffic.hpp"

namespace gpuscape::bench {

/// Who learns of a completion and starts the next transfer (simgrid_drives.hpp).
enum class Drive : unsigned char {
  callbacks,  ///< of activities that nobody waits for
  actors,     ///< one a slot, Comm::sendto
  mailboxes,  ///< a sender and a receiver a slot
};
const char* name_of(Drive drive);
/// Those that a traffic can be driven by. Routes of ours come with callbacks.
std::vector<Drive> drives_of(const Traffic& traffic);

/// As their namesakes on our network. Throw std::runtime_error when the child fails.
double simgrid_seconds(const Traffic& traffic, Window window, Drive drive);
std::vector<Completion> simgrid_completions(const Traffic& traffic, std::uint64_t count,
                                            Drive drive);

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
