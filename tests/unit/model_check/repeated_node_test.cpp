/// Designs of one file that repeat a node, or change it: each is what it would be read alone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/load/resolved.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

constexpr const char* kScenario = R"({"format": 1, "cluster": {
    "nodes": {"n": {"type": "dgx-h100", "count": 4}, "other": {"type": "dgx-a100-80gb", "count": 2}}},
    "workload": {"streams": {"s": {"generate": {"jobs": 10, "jobs_per_hour": 2, "gpus": {"1": 1},
    "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";

/// The file, open as a sweep has it.
struct OpenFile {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(kScenario, "s.json", context, test::builtin_options());
  DesignChecker checker{set, test::builtin_models(), context};

  std::optional<CheckedScenario> check(const std::string& option) {
    Design design;
    if (!option.empty()) design.sets.push_back(option);
    return checker.check(design);
  }
};

const NodeGroup& group(const CheckedScenario& design, std::size_t index = 0) {
  return design.cluster->platform().groups().at(index);
}

TEST(RepeatedNode, IsBuiltOnceWhereOnlyItsCountDiffers) {
  OpenFile file;
  const auto first = file.check("");
  const auto second = file.check("/cluster/nodes/n/count=9");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(group(*first).count, 4U);
  EXPECT_EQ(group(*second).count, 9U);
  EXPECT_EQ(group(*first).graph, group(*second).graph);
  EXPECT_EQ(group(*first, 1).graph, group(*second, 1).graph);
  EXPECT_NE(group(*first).graph, group(*first, 1).graph);
}

std::string faults(const ReadingContext& context) {
  std::string all;
  for (const Issue& issue : context.sorted_issues())
    all += issue.file + issue.pointer + issue.message + issue.hint + "\n";
  return all;
}

class DesignAfterAnother : public testing::TestWithParam<const char*> {};

TEST_P(DesignAfterAnother, IsWhatItIsAlone) {
  OpenFile warm;
  ASSERT_TRUE(warm.check("")) << faults(warm.context);
  OpenFile alone;
  const auto design = warm.check(GetParam());
  const auto expected = alone.check(GetParam());
  ASSERT_EQ(design.has_value(), expected.has_value());
  EXPECT_EQ(faults(warm.context), faults(alone.context));
  EXPECT_EQ(faults(warm.context).empty(), design.has_value());
  if (!design) return;
  EXPECT_EQ(resolved_text(design->spec), resolved_text(expected->spec));
  EXPECT_EQ(design->spec.defaulted, expected->spec.defaulted);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(group(*design, i).count, group(*expected, i).count);
    EXPECT_EQ(group(*design, i).capacity.gpus, group(*expected, i).capacity.gpus);
    EXPECT_EQ(group(*design, i).capacity.memory_mib, group(*expected, i).capacity.memory_mib);
    EXPECT_EQ(group(*design, i).graph->links().size(), group(*expected, i).graph->links().size());
    EXPECT_EQ(group(*design, i).rack_units, group(*expected, i).rack_units);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Options, DesignAfterAnother,
    testing::Values("", "/cluster/nodes/n/count=9", "/cluster/nodes/n/count=0",
                    "/cluster/nodes/n/count=1.5", "/cluster/nodes/n/count=\"many\"",
                    "/cluster/nodes/n/count=2000000", "/cluster/nodes/n/count=null",
                    "/cluster/nodes/n/memory=\"1 TiB\"", "/cluster/nodes/n/rack_units=4",
                    "/cluster/nodes/n/type=\"dgx-a100-80gb\"",
                    "/cluster/nodes/n/gpu/model=\"a100-sxm4-80gb\"",
                    "/cluster/nodes/n/gpu_fabric=null", "/cluster/nodes/n/coers=4"));

TEST(RepeatedNode, WithFaultsIsReadAgain) {
  OpenFile file;
  EXPECT_FALSE(file.check("/cluster/nodes/n/memory=\"much\""));
  const std::size_t faults = file.context.issue_count();
  Design design;  // the same node, from elsewhere
  design.patches.push_back(
      parse_json(R"({"cluster": {"nodes": {"n": {"memory": "much"}}}})", "patch.json"));
  EXPECT_FALSE(file.checker.check(design));
  EXPECT_EQ(file.context.issue_count(), faults + 1);
}

}  // namespace
}  // namespace gpuscape
