#pragma once
/// What a batch takes: start + items · per item. Of image inference it is the forward pass alone;
/// of a server of language models the time per token, by requests at once.

#include <cstdint>
#include <span>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A measured rate.
struct BatchRow {
  std::uint32_t batch = 1;  ///< items
  double per_second = 0.0;  ///< items
};

struct BatchCurve {
  Seconds start{0.0};     ///< t0
  Seconds per_item{0.0};  ///< t1

  [[nodiscard]] Seconds time(std::uint32_t batch) const;
  /// Items a second, one batch after the other.
  [[nodiscard]] double per_second(std::uint32_t batch) const;

  /// The curve whose times have the least sum of squared relative errors; neither part is below 0.
  /// Throws InternalError unless there are two different batches, and rates above 0.
  [[nodiscard]] static BatchCurve fit(std::span<const BatchRow> rows);
};

}  // namespace gpuscape
