#pragma once
/// The calibration profiles that a scenario names.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// Records everything that is wrong with a profile. What reads profiles lies above this layer:
/// programs hand it in.
using ProfileCheck = void (*)(std::string_view text, const std::string& file,
                              ReadingContext& context);

/// Visits every profile of the scenario's `calibration`, in their order, each with the value that
/// names it. Files that are no profiles, and profiles of other GPUs than the nodes', are faults.
void for_each_profile(
    const JsonValue& scenario, const std::string& file, ReadingContext& context,
    ProfileCheck profile_check,
    const std::function<void(const JsonValue& profile, const JsonValue& name)>& visit);

/// How long such a CUDA call takes by the profile: "launch-issue", of kernels that are launched one
/// behind the other; "launch", of one that is waited for. None where it does not say.
[[nodiscard]] std::optional<Seconds> call_time(const JsonValue& profile, std::string_view path);

}  // namespace gpuscape
