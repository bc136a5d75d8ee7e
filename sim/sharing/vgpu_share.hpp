#pragma once
/// Shares of a GPU's time that vGPUs, or processes in time slices, have.
///
/// Sources: NVIDIA's vGPU documentation (schedulers, lengths of slices); for what a vGPU costs
/// against the bare machine VMware's MLPerf Inference v1.1 results of 2021 (three A100 with 40 GB,
/// vSphere 7.0 U2: 94.4 to 100 % of bare metal).

#include <cstdint>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// How vGPUs of one GPU take turns.
enum class VgpuScheduler : unsigned char {
  best_effort,  ///< round robin among those that have work
  equal_share,  ///< 1 ÷ those that run, with work or without
  fixed_share   ///< 1 ÷ those that the GPU holds at most; what is not used is lost
};

struct VgpuCounts {
  std::uint32_t busy = 1;     ///< that have work, the one in question among them
  std::uint32_t running = 1;  ///< whose machines are on
  std::uint32_t most = 1;     ///< of this type on the GPU
};

/// Of a GPU's time, to each vGPU that has work. n busy ones have 1/n, 1/n and 1/most; one busy of n
/// has 1, 1/n and 1/most. Throws InternalError unless 1 ≤ busy ≤ running ≤ most.
[[nodiscard]] Ratio vgpu_share(VgpuScheduler scheduler, const VgpuCounts& counts);

/// The slice of a type of which a GPU holds `most`: 2 ms up to eight, 1 ms above.
[[nodiscard]] Seconds vgpu_slice(std::uint32_t most);

/// From the moment work comes to one of n that take turns until it starts, if all others have work:
/// (n − 1) slices ÷ 2.
[[nodiscard]] Seconds mean_start_latency(std::uint32_t running, Seconds slice);

/// Of a GPU's time, lost to changing from one to the next: the cost of a switch ÷ a slice. Throws
/// InternalError unless it is below 1.
[[nodiscard]] Ratio switch_loss(Seconds switch_cost, Seconds slice);

/// Of a GPU's time, useful to each of n that take turns; one alone does not switch.
[[nodiscard]] Ratio time_slice_share(std::uint32_t busy, Seconds slice, Seconds switch_cost);

/// A machine's speed with a vGPU of a whole GPU, of that without: the middle of what was measured.
inline constexpr Ratio kVgpuPace{0.972};
inline constexpr Ratio kVgpuPaceLeast{0.944};
inline constexpr Ratio kVgpuPaceMost{1.0};

}  // namespace gpuscape
