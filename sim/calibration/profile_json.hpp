#pragma once
/// A profile as a file: JSON in which every figure has its interval, its unit, the range that it
/// was measured over and the files that it is from.

#include <string>
#include <string_view>

#include "sim/calibration/profile.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// What stands under "format".
inline constexpr std::string_view kProfileFormat = "gpuscape-profile";
inline constexpr int kProfileVersion = 1;

/// Ends with a newline. What is read back from it is equal.
std::string profile_json(const Profile& profile);

/// Faults go to the context, each with its place; what is returned is then incomplete. `file` is
/// what messages show.
Profile read_profile(std::string_view text, const std::string& file, ReadingContext& context);

}  // namespace gpuscape
