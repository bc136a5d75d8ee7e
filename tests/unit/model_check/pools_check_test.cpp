/// What does not go with a pool, which has no nodes.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::IsEmpty;

std::vector<std::string> faults_of(const std::string& nodes, const std::string& backfill) {
  const testing::ScenarioText text{.cluster = R"("cluster": {"nodes": {)" + nodes + "}}",
                                   .more = R"(, "scheduler": {"backfill": ")" + backfill + R"("})"};
  LoadedScenario scenario = test::load_text(text.text(), "s.json");
  check(scenario, test::builtin_models());
  return faults(scenario);
}

constexpr const char* kNodes = R"("n": {"type": "custom", "count": 2, "gpus": 8})";
constexpr const char* kPool = R"("p": {"type": "pool", "count": 16})";

TEST(CheckPools, ABackfillThatPlansWithNodesIsRefused) {
  const std::string fault =
      "/scheduler/backfill: backfill \"slurm\" plans with nodes, and \"p\" is a pool: it has none";
  EXPECT_THAT(faults_of(kPool, "slurm"), ElementsAre(fault));
  EXPECT_THAT(faults_of(std::string(kNodes) + ", " + kPool, "slurm"), ElementsAre(fault));
  EXPECT_THAT(faults_of(kNodes, "slurm"), IsEmpty());
}

TEST(CheckPools, BackfillsThatPlanWithProcessorsAreNot) {
  for (const char* backfill : {"none", "easy", "conservative"})
    EXPECT_THAT(faults_of(kPool, backfill), IsEmpty()) << backfill;
}

}  // namespace
}  // namespace gpuscape
