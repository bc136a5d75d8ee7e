#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/load/scenario_set.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScenarioText;
using testing::with;

const std::string kVariants = R"("run": {"seed": 5}, "variants": {
    "large": {"cluster": {"nodes": {"gpu": {"count": 4}}}}, "other-seed": {"run": {"seed": 9}}})";

JsonValue patch(const std::string& text) { return parse_json(text, "patch"); }

TEST(ScenarioSet, ReadsAsManyDesignsAsAreWanted) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(with(kVariants), "s.json", context);
  EXPECT_THAT(set.variants(), ElementsAre("large", "other-seed"));
  EXPECT_EQ(set.read({.variant = "other-seed"}).spec.run.seed, 9U);
  EXPECT_EQ(set.read({}).spec.run.seed, 5U);
  EXPECT_EQ(set.read({.variant = "other-seed"}).spec.run.seed, 9U) << "nothing was used up";
  EXPECT_FALSE(context.has_issues());
}

TEST(ScenarioSet, LaysPatchesOverTheVariantAndSetsOverThose) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(with(kVariants), "s.json", context);
  const Design design{.variant = "other-seed",
                      .patches = {patch(R"({"run": {"seed": 10, "replications": 3}})"),
                                  patch(R"({"run": {"replications": 4}})")},
                      .sets = {"/run/seed=11"},
                      .seed = {}};
  const ScenarioSpec spec = set.read(design).spec;
  EXPECT_EQ(spec.run.seed, 11U);
  EXPECT_EQ(spec.run.replications, 4);
}

TEST(ScenarioSet, KeepsTheOtherParametersOfAModelThatAPatchNamesByText) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(
      with(R"("scheduler": {"backfill": {"type": "easy", "depth": 7}})"), "s.json", context);
  const ScenarioSpec spec =
      set.read({.variant = "", .patches = {patch(R"({"scheduler": {"backfill": "easy"}})")}}).spec;
  EXPECT_EQ(spec.scheduler.backfill.parameters.find("depth")->integer(), 7);
}

TEST(ScenarioSet, NamesTheVariantOfAFaultWhereThatIsWanted) {
  ReadingContext context;
  ScenarioSet set =
      ScenarioSet::of_text(with(R"("variants": {"v": {"run": {"seeed": 1}}})"), "s.json", context);
  set.read({});
  EXPECT_FALSE(context.has_issues());
  set.read({.variant = "v"}, true);
  EXPECT_THAT(context.sorted_issues().at(0).message, HasSubstr("(in variant \"v\")"));
}

TEST(ScenarioSet, KnowsTheClusterOfTheScenarioItself) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(with(kVariants), "s.json", context);
  set.read({.variant = "large"});
  ASSERT_NE(set.own_cluster(), nullptr);
  EXPECT_EQ(set.own_cluster()->cluster.nodes.front().model.parameters.find("count"), nullptr);
}

TEST(ScenarioSet, HasNoOwnClusterWhereTheScenarioItselfHasFaults) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(
      with(R"("run": {"seed": "x"}, "variants": {"v": {"run": {"seed": 1}}})"), "s.json", context);
  EXPECT_EQ(set.own_cluster(), nullptr);
  EXPECT_THAT(context.sorted_issues(), IsEmpty()) << "they are not this design's";
  EXPECT_EQ(set.read({.variant = "v"}).spec.run.seed, 1U);
}

TEST(ScenarioSet, ReportsABrokenFolderToTheDesignThatReadsItFirst) {
  const testing::ScenarioFolder folder;
  folder.write("parts/x.json", "{");
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_file(
      folder.write("s.json", with(R"("catalog": "parts", "variants": {"v": {"catalog": null}})")),
      context);
  EXPECT_EQ(set.own_cluster(), nullptr);
  EXPECT_FALSE(context.has_issues());
  set.read({});
  EXPECT_TRUE(context.has_issues()) << "although own_cluster met the folder before";
}

TEST(ScenarioSet, OfATextThatIsNoObjectIsNotReadable) {
  ReadingContext context;
  const ScenarioSet set = ScenarioSet::of_text("[1]", "s.json", context);
  EXPECT_FALSE(set.is_readable());
  EXPECT_TRUE(context.has_issues());
}

}  // namespace
}  // namespace gpuscape
