#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using testing::ScenarioFolder;
using testing::ScenarioText;
using ::testing::SizeIs;
using testing::with;

TEST(BadFile, AFolderIsNamedAsOne) {
  const ScenarioFolder folder;
  EXPECT_THAT(faults(load_scenario(folder.path())), ElementsAre(": this is a folder, not a file"));
}

TEST(BadFile, AMissingFileIsNamedWithTheReason) {
  const auto issues = load_scenario("no/such/file.json").context.sorted_issues();
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_EQ(format_issues(issues),
            "no/such/file.json: error: cannot be read: No such file or directory\n");
}

TEST(BadFile, AnEmptyFileIsCalledEmpty) {
  const ScenarioFolder folder;
  EXPECT_THAT(faults(load_scenario(folder.write("a.json", ""))),
              ElementsAre(": the file is empty"));
}

TEST(BadFile, AListIsNoScenario) {
  EXPECT_THAT(faults("[1]"), ElementsAre(": a scenario is an object, found a list"));
  EXPECT_THAT(faults("null"), ElementsAre(": a scenario is an object, found null"));
}

TEST(BadFile, BinaryGarbageIsRefused) {
  EXPECT_THAT(faults(std::string("\x1f\x8b\x08\x00garbage", 11)), SizeIs(1));
}

TEST(BadFile, HundredThousandLevelsAreRefused) {
  EXPECT_THAT(faults(std::string(100'000, '[')), ElementsAre(HasSubstr("deeper than 200 levels")));
}

TEST(BadFile, TenMegabytesOnOneLineAreReadAndNotPrinted) {
  const auto scenario =
      testing::loaded(with("\"x-note\": \"" + std::string(10'000'000, 'n') + "\", \"rum\": {}"));
  const auto issues = scenario.context.sorted_issues();
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_GT(issues[0].column, 10'000'000);
  EXPECT_LT(format_issues(issues).size(), 300U);
}

TEST(BadFile, AHundredThousandNodeGroupsAreReadInLinearTime) {
  std::string nodes;
  for (int i = 0; i < 100'000; ++i)
    nodes += (i == 0 ? "\"n" : ", \"n") + std::to_string(i) + R"(": {"type": "custom", "gpus": 8})";
  const auto scenario =
      testing::loaded(ScenarioText{.cluster = R"("cluster": {"nodes": {)" + nodes + "}}"}.text());
  EXPECT_FALSE(scenario.context.has_issues());
  EXPECT_THAT(scenario.spec.cluster.nodes, SizeIs(100'000));
}

TEST(BadFile, NumbersThatAreNoneAreRefused) {
  EXPECT_THAT(faults(with(R"("run": {"confidence": NaN})")),
              ElementsAre(HasSubstr("NaN is not a number")));
  EXPECT_THAT(faults(with(R"("run": {"confidence": 1e999})")),
              ElementsAre(HasSubstr("1e999 is too large")));
  EXPECT_THAT(faults(with(R"("run": {"warm_up": "inf s"})")),
              ElementsAre(HasSubstr("not a finite number")));
}

}  // namespace
}  // namespace gpuscape
