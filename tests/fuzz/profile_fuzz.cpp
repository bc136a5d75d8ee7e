/// Any bytes as a profile: what is accepted is written and reads back as itself.

#include <cstdint>
#include <string>

#include "sim/base/error.hpp"
#include "sim/calibration/profile_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ReadingContext context;
  try {
    const Profile profile = read_profile(text, "fuzz.profile.json", context);
    if (context.has_issues()) return 0;
    const std::string written = profile_json(profile);
    ReadingContext again;
    ensure(profile_json(read_profile(written, "again.profile.json", again)) == written,
           "a profile reads back as itself");
  } catch (const ScenarioError&) {
  }
  return 0;
}
