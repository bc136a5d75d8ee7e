/// What does not go with jobs that share GPUs.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> faults_of(const std::string& scheduler,
                                   const std::string& node = R"({"type": "custom", "gpus": 8})") {
  const testing::ScenarioText text{
      .cluster = R"("cluster": {"nodes": {"gpu": )" + node + "}}",
      .more = R"(, "scheduler": {"gpu_sharing": "shares", )" + scheduler + "}"};
  LoadedScenario scenario = test::load_text(text.text(), "s.json");
  check(scenario, test::builtin_models());
  return faults(scenario);
}

TEST(CheckSharing, BackfillsThatPlanWithWholeGpusAreRefused) {
  EXPECT_THAT(faults_of(R"("backfill": "none")"), IsEmpty());
  EXPECT_THAT(faults_of(R"("backfill": "easy")"), IsEmpty());
  for (const char* backfill : {"conservative", "slurm"})
    EXPECT_THAT(faults_of("\"backfill\": \"" + std::string(backfill) + "\""),
                ElementsAre(HasSubstr("/scheduler/backfill: the plans of backfill \"" +
                                      std::string(backfill) + "\" are of whole GPUs")));
}

TEST(CheckSharing, PreemptionIsRefused) {
  EXPECT_THAT(faults_of(R"("policy": "srtf", "backfill": "none")"),
              ElementsAre("/scheduler/policy: \"srtf\" preempts jobs, and those that share a GPU "
                          "cannot be preempted"));
}

TEST(CheckSharing, PoolsAndVeryLargeNodesAreRefused) {
  EXPECT_THAT(faults_of(R"("backfill": "none")", R"({"type": "pool", "count": 8})"),
              ElementsAre("/cluster/nodes/gpu: \"gpu\" is a pool: its processors are not shared"));
  EXPECT_THAT(faults_of(R"("backfill": "none")", R"({"type": "custom", "gpus": 128})"), IsEmpty());
  EXPECT_THAT(faults_of(R"("backfill": "none")", R"({"type": "custom", "gpus": 129})"),
              ElementsAre(HasSubstr("the nodes of \"gpu\" have 129 GPUs")));
}

}  // namespace
}  // namespace gpuscape
