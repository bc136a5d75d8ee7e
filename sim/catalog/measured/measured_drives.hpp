#pragma once
/// Drives of a scenario's storage as calibration profiles measured them.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/measured/profiles_of.hpp"

namespace gpuscape {

/// Puts what the profiles of `calibration` measured of a drive in place of the name "measured", at
/// `drive` or `model` of the cluster's storage: large reads and writes at the best depth, reads of
/// 4 KiB in a second likewise, and the time of one read of 4 KiB alone. The first profile with laws
/// of reads counts. Without any, the name is a fault. Whether there was such a name.
bool lay_drives(JsonValue& scenario, const std::string& file, std::vector<std::string>& notes,
                ReadingContext& context, ProfileCheck profile_check);

}  // namespace gpuscape
