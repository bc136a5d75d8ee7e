/// What does not go with jobs on several groups of nodes.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "sim/model/check/check_placement.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kTwoA100 = R"({"a": {"type": "custom", "gpus": 4, "gpu_model": "a100"}, )"
                                 R"("b": {"type": "custom", "gpus": 4, "gpu_model": "a100"}})";

std::vector<std::string> faults_of(const std::string& scheduler,
                                   const std::string& nodes = kTwoA100) {
  const testing::ScenarioText text{
      .cluster = R"("cluster": {"nodes": )" + nodes + "}",
      .more = R"(, "scheduler": {"span_groups": "same-model", )" + scheduler + "}"};
  LoadedScenario scenario = test::load_text(text.text(), "s.json");
  check(scenario, test::builtin_models());
  return faults(scenario);
}

TEST(CheckSpanning, BackfillsThatPlanGroupByGroupAreRefused) {
  EXPECT_THAT(faults_of(R"("backfill": "none")"), IsEmpty());
  EXPECT_THAT(faults_of(R"("backfill": "easy")"), IsEmpty());
  for (const char* backfill : {"conservative", "slurm"})
    EXPECT_THAT(faults_of("\"backfill\": \"" + std::string(backfill) + "\""),
                ElementsAre("/scheduler/backfill: backfill \"" + std::string(backfill) +
                            "\" plans jobs on single groups of nodes: it does not go with "
                            "\"span_groups\": \"same-model\""));
}

TEST(CheckSpanning, PreemptionIsRefused) {
  EXPECT_THAT(faults_of(R"("policy": "srtf", "backfill": "none")"),
              ElementsAre("/scheduler/policy: \"srtf\" preempts jobs to make room in one group of "
                          "nodes: it does not go with \"span_groups\": \"same-model\""));
}

TEST(CheckSpanning, GroupsOfWhichNoTwoHaveOneModelAreRefused) {
  for (const char* nodes :
       {R"({"a": {"type": "custom", "gpus": 4, "gpu_model": "a100"}, )"
        R"("b": {"type": "custom", "gpus": 4, "gpu_model": "h100"}})",
        R"({"a": {"type": "custom", "gpus": 4}, "b": {"type": "custom", "gpus": 4}})"})
    EXPECT_THAT(faults_of(R"("backfill": "none")", nodes),
                ElementsAre("/scheduler/span_groups: no two groups of nodes have the same GPU "
                            "model: no job can span groups"));
}

TEST(CheckSpanning, AnotherWordIsRefused) {
  const testing::ScenarioText text{.more = R"(, "scheduler": {"span_groups": "same-modell"})"};
  EXPECT_THAT(faults(test::load_text(text.text(), "s.json")),
              ElementsAre(HasSubstr("/scheduler/span_groups: ")));
}

TEST(CheckSpanning, CollectivesOfJobsAreRefused) {
  const std::string text = R"({"format": 1,
    "cluster": {"nodes": {"a": {"type": "dgx-h100", "count": 2}, "b": {"type": "dgx-h100"}},
                "networks": {"compute": {"type": "single-switch", "link": "400 Gbit/s",
                                         "latency": "1 us"}}},
    "workload": {"streams": {"jobs": {
      "generate": {"jobs": 10, "load": 0.5, "arrivals": {"process": "poisson"}, "gpus": {"8": 1},
                   "run_time": {"distribution": "exponential", "mean": "1 h"}},
      "application": {"step_time": "1 s", "bytes_per_step": "1 GB"APPENDED}}}},
    "scheduler": {"span_groups": "same-model", "backfill": "none"}})";
  const auto of = [&text](const std::string& more) {
    std::string scenario_text = text;
    scenario_text.replace(scenario_text.find("APPENDED"), 8, more);
    LoadedScenario scenario = test::load_text(scenario_text, "s.json");
    check(scenario, test::builtin_models());
    return faults(scenario);
  };
  EXPECT_THAT(of(""), IsEmpty());
  EXPECT_THAT(of(R"(, "collective": "auto")"),
              ElementsAre(HasSubstr("/workload/streams/jobs/application/collective: collectives of "
                                    "jobs are planned for nodes of one group")));
}

TEST(CheckSpanning, AJobThatFitsOnlyGroupsTogetherFitsSomewhere) {
  std::vector<NodeGroup> groups{{"a", 1, Demand{4, 0, 0}, false}, {"b", 1, Demand{4, 0, 0}, false}};
  for (NodeGroup& group : groups) group.gpu_model = "a100";
  Platform platform(groups);
  EXPECT_FALSE(FitsSomewhere(platform)({8, 0, 0}));
  platform.span_groups();
  EXPECT_TRUE(FitsSomewhere(platform)({8, 0, 0}));
  EXPECT_FALSE(FitsSomewhere(platform)({9, 0, 0}));
}

}  // namespace
}  // namespace gpuscape
