#pragma once
/// Clients that use one GPU in turns, each for a part of its time: what they do together.
///
/// A client alone uses the GPU for a share of its time, its duty, and does something else for the
/// rest. Several of them wait for each other at the GPU: a closed queueing network, solved exactly
/// by mean-value analysis (Reiser and Lavenberg 1980). With a duty of 0.27 three clients do 2.56
/// times as much as one, each 17 % slower (Bitfusion: 2.5 to 3 times at 17 % slower); four would do
/// 3.06 times as much, each 31 % slower.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct DutyForecast {
  double gain = 1.0;      ///< what all do, of what one does alone
  double slowdown = 1.0;  ///< a client's time, of that alone
  Ratio gpu_use{0.0};     ///< of the GPU's time
};

/// Of so many clients of one duty, above 0 and at most 1; else, or without clients, this throws
/// InternalError.
[[nodiscard]] DutyForecast duty_forecast(std::uint32_t clients, Ratio duty);

/// The duty at which each of so many clients, at least two, is slower by this factor. Throws
/// InternalError unless it lies from 1 to `clients`.
[[nodiscard]] Ratio duty_of(std::uint32_t clients, double slowdown);

/// The pace of each of several clients with duties of their own, of that alone: exact for up to 12
/// of them; of more, each waits for the others' mean use (Schweitzer's approximation, up to 5 %
/// slow). Duties as above.
[[nodiscard]] std::vector<Ratio> duty_paces(std::span<const Ratio> duties);

/// The mean pace of two training jobs on one GPU, of that alone, by the sum of the shares of time
/// in which each uses the GPU alone: 1 up to 0.83, then falling by 0.292 for each 1 more. Fitted by
/// least squares to 1 388 pairs in ten bins (Lucid, ASPLOS 2023), within 2.5 points of each; from 0
/// to 2, else this throws InternalError.
[[nodiscard]] Ratio pair_pace(double summed_use);

}  // namespace gpuscape
