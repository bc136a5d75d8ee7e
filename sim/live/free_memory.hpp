#pragma once
/// What the system has left.

#include <optional>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What this process may still take up without pushing others out: what the machine has free, or
/// what its control group (a container, a batch job) leaves, whichever is less. None where the
/// system does not say. Control groups of version 2 alone are looked at.
std::optional<Bytes> free_memory();

/// The same as files below `proc` and `groups` say it ("/proc", "/sys/fs/cgroup").
std::optional<Bytes> free_memory_in(const std::string& proc, const std::string& groups);

}  // namespace gpuscape
