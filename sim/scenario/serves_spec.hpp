#pragma once
/// Requests that the jobs of a stream serve, as a scenario has them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Each of the stream's jobs is one server. A batch of n requests that it takes together lasts
///     fixed + n · work ÷ what the job gets of its GPU (1: all of it).
struct ServesSpec {
  double per_hour = 0.0;             ///< requests, to all of the stream's jobs together
  std::vector<double> by_hour = {};  ///< of the day, 24 factors of that; empty: 1 at all hours
  Seconds fixed{0.0};                ///< of a batch
  Seconds work{0.0};                 ///< of a request, on all of a GPU
  bool varied = false;               ///< work is exponentially distributed; else always the same
  std::int64_t batch = 1;            ///< that are waiting, and are taken together, at most
  Seconds within{0.0};               ///< a request is in time that is answered so soon
  std::optional<Seconds> give_up;    ///< waits so long at most; none: for ever
  SourcePlace place = {};
  std::string pointer = {};
};

}  // namespace gpuscape
