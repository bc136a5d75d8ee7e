#pragma once
/// What flows get that all run at once.

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

inline constexpr BytesPerSecond kUnlimited{std::numeric_limits<double>::infinity()};

struct SteadyFlow {
  std::vector<std::uint32_t> links;  ///< none twice
  BytesPerSecond bound = kUnlimited;
};

/// Max-min rates by flow; `capacity` is asked once for each link that a flow uses. A flow without
/// links and bound has an infinite rate.
std::vector<BytesPerSecond> simultaneous_rates(
    std::span<const SteadyFlow> flows,
    const std::function<BytesPerSecond(std::uint32_t)>& capacity);

/// Of several rates.
struct RateSummary {
  std::size_t flows = 0;
  BytesPerSecond total{0.0};
  BytesPerSecond least{0.0};
  BytesPerSecond most{0.0};
};
RateSummary summarise(std::span<const BytesPerSecond> rates);

}  // namespace gpuscape
