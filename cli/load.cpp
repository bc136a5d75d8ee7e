#include "cli/load.hpp"

#include <utility>

#include "sim/calibration/profile_json.hpp"

namespace gpuscape {

namespace {

void check_profile(std::string_view text, const std::string& file, ReadingContext& context) {
  ReadingContext own;  // what it leaves to defaults is none of the scenario's
  read_profile(text, file, own);
  context.add(own.sorted_issues());
}

}  // namespace

LoadedScenario load_with_profiles(const std::string& file, LoadOptions options) {
  options.profile_check = check_profile;
  return load_scenario(file, std::move(options));
}

}  // namespace gpuscape
