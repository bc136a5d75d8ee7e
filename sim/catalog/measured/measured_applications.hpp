#pragma once
/// What calibration profiles say of applications.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/measured/profiles_of.hpp"

namespace gpuscape {

/// Whether it says how long a kernel's launch keeps the GPU from computing (`launch-issue`).
[[nodiscard]] bool gives_launch(const JsonValue& profile);

/// The first profile's time of a launch takes the place of the catalogue's in every application of
/// the resolved scenario, but not that of the user's own, and a note says so. `in_catalog` is what
/// the catalogue says. Returns whether any profile had one.
bool lay_launches(JsonValue& scenario, const std::string& file, const JsonValue& in_catalog,
                  std::vector<std::string>& notes, ReadingContext& context,
                  ProfileCheck profile_check);

}  // namespace gpuscape
