#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScenarioFolder;
using testing::ScenarioText;
using testing::with;

TEST(Extends, LaysAFileOverAnother) {
  const ScenarioFolder folder;
  folder.write("base.json", with(R"("run": {"seed": 5, "confidence": 0.9})"));
  const auto child = load_scenario(
      folder.write("child.json", R"({"format": 1, "extends": "base.json", "run": {"seed": 6}})"));
  EXPECT_THAT(faults(child), IsEmpty());
  EXPECT_EQ(child.spec.run.seed, 6U);
  EXPECT_EQ(child.spec.run.confidence, 0.9);
  EXPECT_EQ(child.spec.title, "T");
}

TEST(Extends, FindsFilesBesideTheFileThatNamesThem) {
  const ScenarioFolder folder;
  folder.write("lib/base.json", ScenarioText{}.text());
  const auto child =
      load_scenario(folder.write("child.json", R"({"format": 1, "extends": "lib/base.json"})"));
  EXPECT_EQ(child.spec.streams.at(0).trace->file, folder.path() + "/lib/log.swf");
  EXPECT_EQ(child.spec.streams.at(0).trace->file_as_written, "log.swf");
}

TEST(Extends, PlacesAFaultInTheFileWhereItStands) {
  const ScenarioFolder folder;
  const std::string base = folder.write("base.json", with(R"("run": {"seed": "x"})"));
  const auto child =
      load_scenario(folder.write("child.json", R"({"format": 1, "extends": "base.json"})"));
  EXPECT_EQ(child.context.sorted_issues().at(0).file, base);
}

TEST(Extends, RefusesAScenarioThatExtendsItself) {
  const ScenarioFolder folder;
  const auto self =
      load_scenario(folder.write("a.json", R"({"format": 1, "extends": "./a.json"})"));
  EXPECT_THAT(faults(self),
              ElementsAre("/extends: a scenario cannot extend itself: a.json → a.json"));
}

TEST(Extends, RefusesACircle) {
  const ScenarioFolder folder;
  folder.write("b.json", R"({"format": 1, "extends": "a.json"})");
  const auto a = load_scenario(folder.write("a.json", R"({"format": 1, "extends": "b.json"})"));
  EXPECT_THAT(faults(a),
              ElementsAre("/extends: a scenario cannot extend itself: a.json → b.json → a.json"));
}

TEST(Extends, RefusesALongChain) {
  const ScenarioFolder folder;
  for (int i = 0; i < 30; ++i)
    folder.write(std::to_string(i),
                 R"({"format": 1, "extends": ")" + std::to_string(i + 1) + "\"}");
  EXPECT_THAT(faults(load_scenario(folder.path() + "/0")),
              ElementsAre("/extends: more than 20 scenarios extend one another"));
}

TEST(Extends, NamesTheFileThatIsMissing) {
  const ScenarioFolder folder;
  const auto child =
      load_scenario(folder.write("a.json", R"({"format": 1, "extends": "gone.json"})"));
  EXPECT_THAT(faults(child), ElementsAre(HasSubstr("gone.json: cannot be read: No such file")));
  EXPECT_EQ(child.context.sorted_issues().at(0).column, 26);
}

TEST(Extends, RefusesWhatIsNoFileName) {
  EXPECT_THAT(faults(with(R"("extends": 5)")),
              ElementsAre("/extends: expected a file name, found an integer"));
}

TEST(Extends, InheritsVariantsWithWhatTheyRemove) {
  const ScenarioFolder folder;
  folder.write("base.json",
               with(R"("run": {"seed": 5}, "variants": {"v": {"run": null}, "w": {}})"));
  const std::string child = folder.write(
      "child.json",
      R"({"format": 1, "extends": "base.json", "variants": {"w": null, "u": {"title": "U"}}})");
  EXPECT_THAT(load_scenario(child).spec.variants, ElementsAre("v", "u"));
  EXPECT_EQ(load_scenario(child, {.variant = "v"}).spec.run.seed, 1U);
}

TEST(Extends, DropsAllVariantsWithNull) {
  const ScenarioFolder folder;
  folder.write("base.json", with(R"("variants": {"v": {}})"));
  const auto child = load_scenario(
      folder.write("child.json", R"({"format": 1, "extends": "base.json", "variants": null})"));
  EXPECT_THAT(faults(child), IsEmpty());
  EXPECT_THAT(child.spec.variants, IsEmpty());
}

}  // namespace
}  // namespace gpuscape
