#pragma once

#include <string>

#include "sim/remote/remote_answer.hpp"

namespace gpuscape {

/// A row for each fabric and software with all jobs, and one more for each group where jobs are
/// told apart. Hours are GPU-hours.
[[nodiscard]] std::string remote_csv(const RemoteAnswer& answer);

}  // namespace gpuscape
