/// The measurements that the project keeps still give laws that predict what was measured beside
/// them.

#include <gtest/gtest.h>

#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/validation/verify_profile.hpp"
#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

const std::string kFolder =
    std::string(GPUSCAPE_SOURCE_DIR) + "/validation/measured/amd-epyc-2-vcpu/";

MeasurementSet measured() {
  const std::vector<MeasurementText> texts = {
      {"composites.json", read_text(kFolder + "composites.json")}};
  ReadingContext context;
  MeasurementSet set = read_measurements(texts, context);
  context.throw_if_issues();
  return set;
}

TEST(KeptMeasurements, GiveTheProfileThatIsKeptBesideThem) {
  const Calibration calibration = calibrate(measured(), {}, "host");
  EXPECT_EQ(profile_json(calibration.profile), read_text(kFolder + "host.profile.json"));
}

TEST(KeptMeasurements, ArePredictedWithinTheGoal) {
  const MeasurementSet set = measured();
  const Verification found = verify_profile(calibrate(set, {}, "host").profile, set);
  EXPECT_EQ(found.workloads.size(), 14U);
  EXPECT_EQ(found.verdict, VerifyVerdict::pass);
  EXPECT_LE(found.median_error.value(), kVerifyGoal);
}

}  // namespace
}  // namespace gpuscape
