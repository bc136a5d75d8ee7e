/// Trees of accounts that cannot be.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> faults_of(const std::string& accounts) {
  LoadedScenario scenario = test::load_text(
      testing::with(R"("scheduler": {"policy": {"type": "slurm-multifactor", "accounts": )" +
                    accounts + "}}"),
      "s.json");
  check(scenario, test::builtin_models());
  return testing::faults(scenario);
}

TEST(SlurmTreeFaults, ATreeIsNoFault) {
  EXPECT_THAT(faults_of(R"({"c": {"parent": "b"}, "b": {"parent": "a"}, "a": {}, "d": {}})"),
              ElementsAre());
}

TEST(SlurmTreeFaults, AParentThatIsNotDescribedIsNamed) {
  EXPECT_THAT(faults_of(R"({"a": {"parent": "b"}, "c": {}})"),
              ElementsAre("/scheduler/policy/accounts: \"a\" lies below \"b\", which is not an "
                          "account"));
}

TEST(SlurmTreeFaults, ALoopIsNamedOnce) {
  EXPECT_THAT(faults_of(R"({"a": {"parent": "a"}})"),
              ElementsAre("/scheduler/policy/accounts: \"a\" lies below itself"));
  EXPECT_THAT(faults_of(R"({"x": {"parent": "a"}, "a": {"parent": "b"}, "b": {"parent": "c"},
                            "c": {"parent": "a"}, "y": {"parent": "c"}})"),
              ElementsAre("/scheduler/policy/accounts: \"a\" lies below itself, by \"b\", \"c\""));
}

TEST(SlurmTreeFaults, SharesAreAboveNothing) {
  EXPECT_THAT(faults_of(R"({"a": {"shares": -1}, "b": {"usage_factor": 1}})"),
              ElementsAre(HasSubstr("/accounts/a/shares"), HasSubstr("unknown key")));
}

}  // namespace
}  // namespace gpuscape
