#pragma once

#include <string>

#include "sim/remote/remote_answer.hpp"

namespace gpuscape {

/// What `gpuscape remote` prints: a row for each fabric and software, then, where jobs are told
/// apart, a row for each group, then with `detail` what steps take.
[[nodiscard]] std::string remote_text(const RemoteAnswer& answer, bool detail);

/// How many GPUs a pool saves, or why that is not answered.
[[nodiscard]] std::string remote_pool_text(const RemotePool& pool);

/// "980 jobs (12 130 GPU-hours)".
[[nodiscard]] std::string remote_amount(const JobShare& of);

/// "calls", "copies", "attach", "compute", "exchange".
[[nodiscard]] std::string_view remote_cause_name(RemoteCause cause);

[[nodiscard]] inline double gpu_hours(GpuSeconds time) { return time.value() / 3600.0; }

/// "no_application", as files have it.
[[nodiscard]] std::string_view not_priced_name(NotPriced why);

}  // namespace gpuscape
