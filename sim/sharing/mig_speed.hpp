#pragma once
/// How fast an instance (MIG) is against the whole GPU.

#include <cstdint>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Of the whole GPU's throughput with large batches, what an instance of `slices` compute slices of
/// `of` reaches: 0.928 · slices ÷ of. An A100 that is carved uses 98 of its 108 multiprocessors
/// (0.907), whose slices are a little faster each. Fitted on MLPerf Inference v2.1, 1g.10gb against
/// a whole A100, four models (−4.7 to +6.5 %). Throws InternalError unless 1 ≤ slices ≤ of.
[[nodiscard]] Ratio mig_throughput_share(std::uint32_t slices, std::uint32_t of);

/// Latency of a request of one item: fixed + work ÷ slices, of which only the work becomes
/// shorter with slices.
struct MigLatency {
  Seconds fixed{0.0};  ///< a, not below 0
  Seconds work{0.0};   ///< b, on one slice
  [[nodiscard]] Seconds at(std::uint32_t slices) const;
  /// Through two measured latencies. Where the larger instance is not faster, nothing of it is
  /// work; where it is faster than in proportion, nothing is fixed and the larger one's is kept.
  /// Throws InternalError unless slices rise from at least 1 and both latencies are above 0.
  [[nodiscard]] static MigLatency through(std::uint32_t few, Seconds latency_of_few,
                                          std::uint32_t many, Seconds latency_of_many);
};

}  // namespace gpuscape
