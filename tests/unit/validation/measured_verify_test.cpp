/// The measurements that the project keeps still give the profiles that are kept beside them, and
/// laws that predict what was measured beside them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/validation/verify_profile.hpp"
#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

std::string kept(const std::string& file) {
  return read_text(std::string(GPUSCAPE_SOURCE_DIR) + "/validation/measured/" + file);
}

MeasurementSet measured(const std::string& folder, const std::vector<std::string>& names) {
  std::vector<MeasurementText> texts;
  for (const std::string& name : names)
    texts.push_back({name, kept(fmt::format("{}/{}", folder, name))});
  ReadingContext context;
  MeasurementSet set = read_measurements(texts, context);
  context.throw_if_issues();
  return set;
}

class KeptMeasurements : public testing::TestWithParam<const char*> {};

TEST_P(KeptMeasurements, GiveTheProfileThatIsKeptBesideThem) {
  const Calibration calibration = calibrate(measured(GetParam(), {"composites.json"}), {}, "host");
  EXPECT_EQ(profile_json(calibration.profile),
            kept(std::string(GetParam()) + "/host.profile.json"));
}

TEST_P(KeptMeasurements, ArePredictedWithinTheGoal) {
  const MeasurementSet set = measured(GetParam(), {"composites.json"});
  const Verification found = verify_profile(calibrate(set, {}, "host").profile, set);
  EXPECT_EQ(found.workloads.size(), 14U);
  EXPECT_EQ(found.verdict, VerifyVerdict::pass);
  EXPECT_LE(found.median_error.value(), kVerifyGoal);
}

INSTANTIATE_TEST_SUITE_P(Machines, KeptMeasurements,
                         testing::Values("amd-epyc-2-vcpu", "nvidia-h200", "nvidia-h100"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(KeptMeasurementsOfGpus, GiveTheProfilesThatAreKeptBesideThem) {
  const std::pair<const char*, std::vector<std::string>> machines[] = {
      {"nvidia-h200", {"quick.json", "cuda.json"}}, {"nvidia-h100", {"quick.json"}}};
  for (const auto& [folder, files] : machines)
    EXPECT_EQ(profile_json(calibrate(measured(folder, files), {}, "gpu").profile),
              kept(std::string(folder) + "/gpu.profile.json"))
        << folder;
}

}  // namespace
}  // namespace gpuscape
