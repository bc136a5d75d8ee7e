#pragma once
/// Who shared the servers of jobs on lent GPUs.

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Adds to `remote` the neighbours of every job on lent GPUs that started. Jobs that had no GPUs
/// of a server at the same time are none.
void add_server_sharing(RunResult& result);

}  // namespace gpuscape
