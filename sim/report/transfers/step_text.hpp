#pragma once
/// What applications' steps take on numbers of GPUs, as a table.

#include <string>
#include <vector>

#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

/// Rate on so many GPUs ÷ as many times that which the first row of the same application has alone
/// on the cluster, for each of its GPUs; 1 for that row where others cost it nothing. The rows have
/// ended and their samples are known.
[[nodiscard]] double scaling_efficiency(const StepRow& row, const StepRow& first);

/// Up to which number of GPUs each that is added brings at least half of what one of the first row
/// does; `rows` of one application, rising. Nothing for fewer than two that have ended.
[[nodiscard]] std::string knee_text(const std::vector<StepRow>& rows);

/// Whether any of them is on remote GPUs.
[[nodiscard]] bool has_clients(const std::vector<StepRow>& rows);

/// Whether any of them reads from a store.
[[nodiscard]] bool has_reads(const std::vector<StepRow>& rows);

/// Empty without rows.
[[nodiscard]] std::string steps_table(const std::vector<StepRow>& rows);

}  // namespace gpuscape
