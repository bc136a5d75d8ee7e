#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::IsEmpty;
using testing::loaded;
using testing::ScenarioText;
using testing::with;

TEST(ModelSpec, TakesATypeAloneForAnObject) {
  const auto scenario =
      loaded(with(R"("scheduler": {"backfill": "easy", "placement": {"type": "spread"}})"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(scenario.spec.scheduler.policy.type, "fifo");
  EXPECT_EQ(scenario.spec.scheduler.backfill.type, "easy");
  EXPECT_EQ(scenario.spec.scheduler.placement.type, "spread");
  EXPECT_EQ(scenario.spec.scheduler.placement.pointer, "/scheduler/placement");
}

TEST(ModelSpec, NeedsAType) {
  EXPECT_THAT(
      faults(ScenarioText{
          .cluster =
              R"("cluster": {"nodes": {"a": {"gpus": 8}, "b": {"type": 3}, "c": 5, "d": ""}})"}
                 .text()),
      ElementsAre(
          "/cluster/nodes/a: \"type\" is missing",
          "/cluster/nodes/b: \"type\" is a text, not an integer",
          "/cluster/nodes/c: expected a type as text, or an object with \"type\", found an integer",
          "/cluster/nodes/d: \"type\" is a text, not an empty one"));
}

TEST(ModelSpec, KeepsGroupsInTheOrderWritten) {
  const auto scenario = loaded(ScenarioText{
      .cluster = R"("cluster": {"nodes": {"z": {"type": "pool"}, "a": {"type": "custom"}},
                                                     "networks": {"n": {"type": "single-switch"}}})"}
                                   .text());
  ASSERT_EQ(scenario.spec.cluster.nodes.size(), 2U);
  EXPECT_EQ(scenario.spec.cluster.nodes[0].name, "z");
  EXPECT_EQ(scenario.spec.cluster.nodes[1].model.type, "custom");
  EXPECT_EQ(scenario.spec.cluster.networks.at(0).model.type, "single-switch");
}

TEST(ModelSpec, AClusterNeedsNodes) {
  EXPECT_THAT(faults(ScenarioText{.cluster = R"("cluster": {})"}.text()),
              ElementsAre("/cluster: \"nodes\" is missing"));
  EXPECT_THAT(faults(ScenarioText{.cluster = R"("cluster": {"nodes": {}})"}.text()),
              ElementsAre("/cluster/nodes: \"nodes\" is empty"));
}

}  // namespace
}  // namespace gpuscape
