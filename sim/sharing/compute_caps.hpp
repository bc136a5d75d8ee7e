#pragma once
/// What processes with caps on their share of a GPU's multiprocessors (SM) get: under MPS, whose
/// cap is a ceiling, and under a token bucket at kernel launch (HAMi), which is enforced in part.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Of a GPU, to each process that has work, by its cap: its cap where all fit together, else what
/// is fair among them, none above its cap. Caps lie above 0 and are at most 1, else this throws
/// InternalError. No process gets what another leaves.
[[nodiscard]] std::vector<Ratio> capped_shares(std::span<const Ratio> caps);

/// How far a token bucket is from keeping its caps, 0 to 1: 0.8 · (multiprocessors ÷ 188)², at
/// most 1. The bucket is filled about every 120 ms and checked at launches, so what runs past its
/// cap grows with the square of the multiprocessors. Read off one measurement, caps of 30 and 70 %
/// that gave 46 and 54 % on 188 of them (HAMi's issues); for others this is extrapolated.
[[nodiscard]] double bucket_slack(std::uint32_t multiprocessors);

struct TokenBucket {
  std::uint32_t multiprocessors = 1;  ///< of the GPU
  bool is_forced = false;             ///< caps hold for a process that is alone, too
};

/// Of a GPU, to each process that has work: its cap, moved towards an equal share by the bucket's
/// slack. A process alone has the whole GPU unless caps are forced. Caps lie above 0 and add up to
/// at most 1, else this throws InternalError.
[[nodiscard]] std::vector<Ratio> bucket_shares(std::span<const Ratio> caps,
                                               const TokenBucket& bucket);

}  // namespace gpuscape
