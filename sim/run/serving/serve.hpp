#pragma once
/// Requests to the servers that jobs are, one by one: they wait in one queue, in the order in which
/// they came; whichever server is free takes the next batch.

#include <span>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/run/record/serving_result.hpp"
#include "sim/scenario/serves_spec.hpp"

namespace gpuscape {

/// A stretch of time in which a server gets so much of a GPU. Those of one server follow each other
/// in time; `server` numbers them from 0.
struct ServingStretch {
  std::uint32_t server = 0;
  Seconds begin{0.0};
  Seconds end{0.0};
  double of_gpu = 1.0;  ///< above 0
};

struct RequestTimes {
  Seconds first{0.0};  ///< they come from then on
  Seconds last{0.0};   ///< until then
};

/// Throws RunError where more than kMostRequests are to be expected.
/// A server that stops gives back what it works on: these requests come first again. Those who have
/// not been served when all servers have stopped for good were not. `random`: entity 0 draws when
/// requests come, entity 1 how much work they are.
inline constexpr double kMostRequests = 2e8;  ///< a quarter of a minute
[[nodiscard]] ServingResult serve(const ServesSpec& spec, std::vector<ServingStretch> stretches,
                                  const RequestTimes& when, const RandomStreams& random);

}  // namespace gpuscape
