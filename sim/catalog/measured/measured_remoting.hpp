#pragma once
/// What calibration profiles say of software that sends calls to GPUs of other nodes.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/measured/profiles_of.hpp"

namespace gpuscape {

/// The first profile that `gpu_access` of the resolved scenario names in `calibration` was measured
/// on a client whose calls the software sends. Its time of a call (`launch-issue`) takes the place
/// of the software's `per_call_overhead`, and what a call that waits takes beyond it (`launch`) is
/// the `round_trip`, unless the scenario gives one. A note says so; a profile without that time is
/// a fault.
void lay_remoting(JsonValue& scenario, const std::string& file, std::vector<std::string>& notes,
                  ReadingContext& context, ProfileCheck profile_check);

}  // namespace gpuscape
