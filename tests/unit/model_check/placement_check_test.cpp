#include "sim/model/check/check_placement.hpp"

#include <gmock/gmock.h>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::IsEmpty;
using testing::ScenarioText;

constexpr const char* kBoxes = R"({"box": {"type": "gpu-box", "count": 4, "gpus": 8,
                                           "link": "25 GB/s"}})";
constexpr const char* kCsv = R"("trace": {"format": "csv", "file": "log.csv", "columns":
    {"submit": {"from": "s", "unit": "s"}, "run_time": {"from": "r", "unit": "s"}, "gpus": "g")";

LoadedScenario placed(const std::string& nodes, const std::string& stream) {
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario scenario = test::load_text(
      ScenarioText{.cluster = "\"cluster\": {\"nodes\": " + nodes + "}", .stream = stream}.text(),
      "s.json", {});
  if (const auto file = check(scenario, registry)) check_placement(*file, scenario.context);
  return scenario;
}

std::string generated_with(const std::string& gpus, const std::string& more = "") {
  return R"("generate": {"jobs": 10, "load": 0.5, "gpus": )" + gpus +
         R"(, "run_time": {"distribution": "constant", "value": "1 h"})" + more + "}";
}

TEST(CheckPlacement, SaysThatBoxesHoldNoJobs) {
  const auto issues = placed(kBoxes, std::string(kCsv) + "}}").context.sorted_issues();
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues[0].pointer, "/cluster/nodes/box");
  EXPECT_EQ(issues[0].message,
            "no job of stream \"jobs\" can be placed here: each asks for 1 GPU at least, and the "
            "largest group is box: 4 nodes with no GPU");
  EXPECT_EQ(issues[0].hint,
            "a gpu-box lends its GPUs to hosts for transfers and runs no jobs: those need nodes "
            "with GPUs of their own");
}

TEST(CheckPlacement, KnowsThatALogMayAskForCoresAlone) {
  const char* const hosts = R"({"cpu": {"type": "custom", "count": 2, "gpus": 0, "cores": 64}})";
  const std::string log = std::string(kCsv) + R"(, "cores": "c"}})";
  EXPECT_THAT(faults(placed(hosts, log)), IsEmpty());
  EXPECT_THAT(faults(placed(hosts, std::string(kCsv) + "}}")),
              ElementsAre("/cluster/nodes/cpu: no job of stream \"jobs\" can be placed here: each "
                          "asks for 1 GPU at least, and the largest group is cpu: 2 nodes with no "
                          "GPU, 64 cores"));
  EXPECT_THAT(faults(placed(kBoxes, log)),
              ElementsAre("/cluster/nodes/box: no job of stream \"jobs\" can be placed here: each "
                          "asks for a GPU or a core, and the largest group is box: 4 nodes with no "
                          "GPU"));
}

TEST(CheckPlacement, NamesAModelThatNoGroupHas) {
  const char* const nodes = R"({"gpu": {"type": "custom", "gpus": 8, "gpu_model": "a100"}})";
  const auto asking = [&](const std::string& asks) {
    return faults(placed(nodes, generated_with(R"({"1": 1})") + ", " + asks));
  };
  EXPECT_THAT(asking(R"("gpu_models": "A100|v100")"), IsEmpty());
  EXPECT_THAT(asking(R"("gpu_models": "v100")"),
              ElementsAre("/workload/streams/jobs/gpu_models: no group of nodes has such GPUs: "
                          "v100"));
}

TEST(CheckPlacement, NamesAFeatureThatNoGroupHas) {
  const char* const nodes = R"({"gpu": {"type": "custom", "gpus": 8, "features": ["ib"]}})";
  const auto asking = [&](const std::string& features) {
    return faults(
        placed(nodes, generated_with(R"({"1": 1})") + R"(, "features": ")" + features + "\""));
  };
  EXPECT_THAT(asking("ib|nvlink"), IsEmpty());
  EXPECT_THAT(asking("ib&nvlink"),
              ElementsAre("/workload/streams/jobs/features: no group of nodes has such features: "
                          "ib&nvlink"));
  EXPECT_THAT(asking("ib&"), ElementsAre("/workload/streams/jobs/features: names of features are "
                                         "joined by & and |, with parentheses: ib&"));
}

TEST(CheckPlacement, LooksAtTheSizesThatAreGenerated) {
  const char* const nodes = R"({"gpu": {"type": "custom", "count": 2, "gpus": 8, "cores": 64}})";
  EXPECT_THAT(faults(placed(nodes, generated_with(R"({"16": 1, "32": 1})"))), IsEmpty());
  EXPECT_THAT(faults(placed(nodes, generated_with(R"({"17": 1, "32": 1})"))),
              ElementsAre("/cluster/nodes/gpu: no job of stream \"jobs\" can be placed here: each "
                          "asks for 17 GPUs at least, and the largest group is gpu: 2 nodes with "
                          "8 GPUs, 64 cores"));
  EXPECT_THAT(faults(placed(nodes, generated_with(R"({"8": 1})", R"(, "cores_per_gpu": 8)"))),
              IsEmpty());
  EXPECT_EQ(faults(placed(nodes, generated_with(R"({"8": 1})", R"(, "cores_per_gpu": 9)"))).size(),
            1U);
}

}  // namespace
}  // namespace gpuscape
