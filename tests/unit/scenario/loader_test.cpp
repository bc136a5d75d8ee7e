#include "sim/scenario/load/loader.hpp"

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

TEST(Loader, ReadsTheSmallestScenarioWithItsDefaults) {
  const auto scenario = loaded(ScenarioText{}.text());
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(scenario.spec.title, "T");
  EXPECT_EQ(scenario.spec.run.seed, 1U);
  EXPECT_EQ(scenario.spec.run.confidence, 0.95);
  EXPECT_FALSE(scenario.spec.run.replications);
  EXPECT_FALSE(scenario.spec.run.warm_up);
  EXPECT_FALSE(scenario.spec.scheduler.kill_overrun);
  EXPECT_EQ(scenario.spec.scheduler.backfill.type, "none");
  EXPECT_EQ(scenario.spec.scheduler.placement.type, "pack");
  EXPECT_THAT(scenario.spec.slo, IsEmpty());
}

TEST(Loader, ReadsTheSectionsRunAndSlo) {
  const auto scenario = loaded(with(
      R"("run": {"seed": 7, "replications": 3, "warm_up": "1 d", "detail": "job", "network": "fluid"},
         "scheduler": {"overrun": "kill"},
         "slo": {"fast enough": {"metric": "queue_wait", "quantile": 0.5, "at_most": "30 min"}})"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(scenario.spec.run.seed, 7U);
  EXPECT_EQ(scenario.spec.run.replications, 3);
  EXPECT_EQ(scenario.spec.run.warm_up, Seconds(86400));
  EXPECT_TRUE(scenario.spec.scheduler.kill_overrun);
  EXPECT_EQ(scenario.spec.slo.at(0).name, "fast enough");
  EXPECT_EQ(scenario.spec.slo.at(0).limit, 1800.0);
}

TEST(Loader, NamesTheScenarioAfterItsFileWhereItHasNoTitle) {
  const auto scenario =
      load_scenario_text(ScenarioText{.title = ""}.text(), "dir/night-shift.json");
  EXPECT_EQ(scenario.spec.title, "night-shift");
}

TEST(Loader, AllowsCommentsSchemaAndKeysThatBeginWithX) {
  EXPECT_THAT(
      faults("// c\n" + with(R"("$schema": "s.json", "x-owner": {"a": 1}, "run": {"x-why": 1})")),
      IsEmpty());
}

TEST(Loader, ReportsEveryFaultAtOnceByPlace) {
  const std::string text = R"({
  "format": 1,
  "cluster": {"nodes": {"gpu": {"type": "custom"}}},
  "workload": {"streams": {"jobs": {"trace": {"format": "swff", "file": "a"}}}},
  "scheduler": {"polcy": "fifo"},
  "run": {"seed": -1}
})";
  const auto issues = loaded(text).context.sorted_issues();
  ASSERT_EQ(issues.size(), 3U);
  EXPECT_EQ(format_issues(issues),
            "s.json:4:57: error: /workload/streams/jobs/trace/format: unknown format \"swff\"\n"
            "  hint: did you mean \"swf\"?\n"
            "s.json:5:17: error: /scheduler/polcy: unknown key \"polcy\"\n"
            "  hint: did you mean \"policy\"?\n"
            "s.json:6:19: error: /run/seed: -1 is too small: at least 0\n");
}

TEST(Loader, NeedsAFormat) {
  std::string text = ScenarioText{}.text();
  text.erase(text.find("\"format\": 1, "), 13);
  EXPECT_THAT(faults(text), ElementsAre(": \"format\" is missing"));
}

TEST(Loader, RefusesANewerFormatByNumberAndNothingElse) {
  EXPECT_THAT(faults(R"({"format": 2, "unheard-of": 1})"),
              ElementsAre("/format: format 2 is newer than this version, which reads format 1"));
}

TEST(Loader, RefusesOtherFormats) {
  EXPECT_THAT(faults(R"({"format": 0})").back(), HasSubstr("0 is too small: at least 1"));
  EXPECT_THAT(faults(R"({"format": "1"})").back(),
              HasSubstr("expected an integer, found a text \"1\""));
}

TEST(Loader, TakesTheSeedFromTheOptions) {
  EXPECT_EQ(loaded(with(R"("run": {"seed": 7})"), {.seed = 9}).spec.run.seed, 9U);
  EXPECT_EQ(loaded(ScenarioText{}.text(), {.seed = 9223372036854775807U}).spec.run.seed,
            9223372036854775807U);
  EXPECT_THAT(faults(ScenarioText{}.text(), {.seed = 9223372036854775808U}).front(),
              HasSubstr("too large"));
}

TEST(Loader, ThrowsWhatItFoundWhenAsked) {
  EXPECT_THROW(loaded("{}").throw_if_issues(), ScenarioError);
  EXPECT_NO_THROW(loaded(ScenarioText{}.text()).throw_if_issues());
}

TEST(Loader, ShowsAHundredFaultsAndCountsTheOthers) {
  std::string nodes;
  for (int i = 0; i < 150; ++i) nodes += (i == 0 ? "\"n" : ", \"n") + std::to_string(i) + "\": 5";
  const auto scenario =
      loaded(ScenarioText{.cluster = R"("cluster": {"nodes": {)" + nodes + "}}"}.text());
  EXPECT_EQ(scenario.context.issue_count(), 150U);
  EXPECT_EQ(scenario.context.sorted_issues().size(), 101U);
  EXPECT_EQ(scenario.context.sorted_issues().back().message, "50 more faults, not shown");
}

}  // namespace
}  // namespace gpuscape
