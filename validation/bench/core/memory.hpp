#pragma once
/// Memory that a measure takes, and what there is.

#include <string>

namespace gpuscape::bench {

/// Bytes that this process may still take: of the machine, and of the control groups it is in.
double available_memory();

/// Throws Failure where it is more than four fifths of what is available.
void need_memory(double bytes);

/// Bytes left under the limits of a control group and those above it: version 2, below `root`, by
/// the text of /proc/self/cgroup. Infinity where none is limited.
double left_in_groups(const std::string& root, const std::string& text);

/// For tests: this much seems to be available from now on; below 0: what there is.
void give_memory(double bytes);

}  // namespace gpuscape::bench
