#pragma once
/// How fast jobs are beside each other on one GPU without partitions, told from what each uses of
/// it alone.
///
/// The form is iGniter's (t_gpu = (t_schedule + t_active) ÷ (f ÷ F), t_active growing with the
/// others' use of L2, power adding up and f falling beyond the cap), with multiprocessors and
/// memory bandwidth shared max-min fair where their sum is above the GPU's. Coefficients are
/// inputs: those of one GPU and one model say nothing of others.
///
/// Range: MPS gives 30 % more throughput at best and 30 % less under contention for memory (arXiv
/// 2604.22430); throttling by power crosses the borders of instances (2604.08451).

#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What a job uses alone, of the whole GPU; each from 0 to 1.
struct GpuUse {
  Ratio multiprocessors{0.0};
  Ratio memory_bandwidth{0.0};
  Ratio l2{0.0};
  Watts power{0.0};  ///< beyond an idle GPU's
};

/// What neighbours cost each other beyond their shares; 0 everywhere: nothing.
struct GpuContention {
  double l2_slope = 0.0;        ///< longer by this, for a neighbour that uses all of L2
  Watts idle{0.0};              ///< of the GPU
  Watts cap{0.0};               ///< 0: none
  double clock_per_watt = 0.0;  ///< share of the clock lost for each W above the cap
};

/// The pace of each job, of that alone: above 0 and at most 1, alone 1 unless it is above the cap.
/// Of multiprocessors and of memory bandwidth all together never use more than the GPU has. Throws
/// InternalError for uses outside of 0 to 1 and coefficients below 0.
[[nodiscard]] std::vector<Ratio> neighbour_paces(std::span<const GpuUse> jobs,
                                                 const GpuContention& contention);

}  // namespace gpuscape
