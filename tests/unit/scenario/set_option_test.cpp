#include "sim/fields/set_option.hpp"

#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using testing::ScenarioText;
using testing::with;

ScenarioSpec with_set(const std::string& set) {
  auto scenario = loaded(ScenarioText{}.text(), {.sets = {set}});
  EXPECT_THAT(faults(scenario), IsEmpty());
  return std::move(scenario.spec);
}

std::vector<std::string> faults_of(const std::string& set) {
  return faults(ScenarioText{}.text(), {.sets = {set}});
}

TEST(SetOption, ReadsAValueAsJsonElseAsText) {
  EXPECT_EQ(with_set("/run/seed=7").run.seed, 7U);
  EXPECT_EQ(with_set("/run/warm_up=20 min").run.warm_up, Seconds(1200));
  EXPECT_EQ(with_set("/title=\"7\"").title, "7");
  EXPECT_EQ(with_set("/title=a=b").title, "a=b");
}

TEST(SetOption, MakesObjectsOnTheWay) {
  EXPECT_EQ(with_set("/scheduler/backfill/type=easy").scheduler.backfill.type, "easy");
}

TEST(SetOption, KeepsTheOtherKeysWhenItSetsAType) {
  const ScenarioSpec spec = with_set("/cluster/nodes/gpu/type=pool");
  EXPECT_NE(spec.cluster.nodes.at(0).model.parameters.find("gpus"), nullptr);
}

TEST(SetOption, TakesAShortModel) {
  EXPECT_EQ(with_set("/scheduler/backfill=easy").scheduler.backfill.type, "easy");
}

TEST(SetOption, RemovesWithNull) {
  const auto scenario = loaded(with(R"("run": {"seed": 5})"), {.sets = {"/run/seed=null"}});
  EXPECT_EQ(scenario.spec.run.seed, 1U);
}

TEST(SetOption, AppliesInOrderAndOverTheVariant) {
  const auto scenario = loaded(with(R"("variants": {"v": {"run": {"seed": 5}}})"),
                               {.variant = "v", .sets = {"/run/seed=6", "/run/seed=7"}});
  EXPECT_EQ(scenario.spec.run.seed, 7U);
}

TEST(SetOption, OffersTheNearestNameWhereThereIsNoSuchOne) {
  const auto issues = loaded(ScenarioText{}.text(), {.sets = {"/cluster/nodes/gpuu/count=2"}})
                          .context.sorted_issues();
  EXPECT_EQ(format_issues(issues),
            "--set /cluster/nodes/gpuu/count=2: error: /cluster/nodes/gpuu/count: unknown key "
            "\"gpuu\" in /cluster/nodes\n"
            "  hint: did you mean \"gpu\"?\n");
}

TEST(SetOption, AnUnknownKeyIsRefusedLikeInAFile) {
  EXPECT_THAT(faults_of("/run/sed=7"), ElementsAre("/run/sed: unknown key \"sed\""));
  EXPECT_THAT(faults_of("/clutser/nodes=7"), ElementsAre("/clutser: unknown key \"clutser\""));
}

TEST(SetOption, RefusesWhatIsNoPointer) {
  EXPECT_THAT(faults_of("run/seed=7"), ElementsAre("run/seed: expected /pointer=value"));
  EXPECT_THAT(faults_of("/run/seed"), ElementsAre("/run/seed: expected /pointer=value"));
  EXPECT_THAT(faults_of(""), ElementsAre(": expected /pointer=value"));
}

TEST(SetOption, RefusesToGoThroughAText) {
  EXPECT_THAT(faults_of("/title/x/y=7"), ElementsAre("/title/x/y: /title is a text, no object"));
}

TEST(SetOption, RefusesBrokenJson) {
  EXPECT_THAT(faults_of("/run={\"seed\": }"),
              ElementsAre(HasSubstr("the value is not valid JSON")));
}

TEST(SetOption, RefusesADeepPointer) {
  std::string pointer;
  for (int i = 0; i < 150'000; ++i) pointer += "/a";
  EXPECT_THAT(faults_of(pointer + "=1"), ElementsAre(HasSubstr("more than 100 names")));
}

TEST(SetOption, FindsAFileBesideTheScenario) {
  const auto scenario =
      load_scenario_text(ScenarioText{}.text(), "dir/s.json",
                         {.sets = {"/workload/streams/jobs/trace/file=other.swf"}});
  EXPECT_EQ(scenario.spec.streams.at(0).trace->file, "dir/other.swf");
}

TEST(SetOption, ChangesAnItemOfAList) {
  ReadingContext context;
  JsonValue value = parse_json(R"({"a": [1, 2]})", "s");
  apply_set(value, "/a/1=5", context);
  apply_set(value, "/a/2=5", context);
  EXPECT_EQ(write_json(value, -1), R"({"a":[1,5]})");
  EXPECT_EQ(context.sorted_issues().at(0).message, "/a has items 0 to 1, not \"2\"");
}

}  // namespace
}  // namespace gpuscape
