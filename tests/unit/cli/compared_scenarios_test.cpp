#include "sim/session/compared_scenarios.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/run_builders.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ComparedScenarios : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& variants = "{}") {
    write_text(folder_.path() / name,
               R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "pool", "count": 8}}},
        "workload": {"streams": {"jobs": {"generate": {"jobs": 9, "load": 0.5, "gpus": {"1": 1},
        "run_time": {"distribution": "constant", "value": "1 h"}}}}}, "variants": )" +
                   variants + "}");
    return folder_.path() / name;
  }
  static std::vector<std::string> names(const CompareOptions& options) {
    std::vector<std::string> found;
    for (const ComparedScenario& one : compared_scenarios(options, test::builtin_models()).designs)
      found.push_back(one.name);
    return found;
  }
  static std::string faults(const CompareOptions& options) {
    try {
      compared_scenarios(options, test::builtin_models());
    } catch (const ScenarioError& error) {
      return format_issues(error.issues());
    }
    return "";
  }
  ScratchFolder folder_;
  const std::string two_ = R"({"less": {}, "more": {"run": {"seed": 2}}})";
};

TEST_F(ComparedScenarios, AreTheBaseAndItsVariants) {
  EXPECT_THAT(names({.files = {file("a.json", two_)}}), ElementsAre("base", "less", "more"));
}

TEST_F(ComparedScenarios, AreTheVariantsAskedFor) {
  EXPECT_THAT(names({.files = {file("a.json", two_)}, .variants = {"more"}}),
              ElementsAre("base", "more"));
}

TEST_F(ComparedScenarios, BeginWithTheBaseline) {
  EXPECT_THAT(names({.files = {file("a.json", two_)}, .variants = {}, .baseline = "more"}),
              ElementsAre("more", "base", "less"));
}

TEST_F(ComparedScenarios, OfSeveralFilesAreNamedAfterThem) {
  EXPECT_THAT(names({.files = {file("a.json", two_), file("b.json")}}), ElementsAre("a", "b"));
}

TEST_F(ComparedScenarios, RefuseAFileWithoutVariants) {
  EXPECT_THAT(faults({.files = {file("a.json")}}), HasSubstr("this scenario has no variants"));
}

TEST_F(ComparedScenarios, RefuseNamesThatNothingHas) {
  EXPECT_THAT(faults({.files = {file("a.json", two_)}, .variants = {"mroe"}}),
              HasSubstr("unknown variant \"mroe\"\n  hint: did you mean \"more\"?"));
  EXPECT_THAT(faults({.files = {file("a.json", two_)}, .variants = {}, .baseline = "bsae"}),
              HasSubstr("did you mean \"base\"?"));
}

TEST_F(ComparedScenarios, GoOnWithoutAVariantThatHasAFault) {
  const std::string three =
      R"({"less": {}, "wrong": {"run": {"sead": 2}}, "more": {"run": {"seed": 2}}})";
  const gpuscape::ComparedScenarios found =
      compared_scenarios({.files = {file("a.json", three)}}, test::builtin_models());
  EXPECT_EQ(found.designs.size(), 3U);
  EXPECT_EQ(found.designs.back().name, "more");
  EXPECT_THAT(found.left_out, ElementsAre("wrong"));
  ASSERT_EQ(found.faults.size(), 1U);
  EXPECT_EQ(found.faults.front().pointer, "/run/sead");
}

TEST_F(ComparedScenarios, DoNotReadAVariantThatIsNotAskedFor) {
  const std::string three = R"({"less": {}, "wrong": {"run": {"sead": 2}}})";
  const gpuscape::ComparedScenarios found = compared_scenarios(
      {.files = {file("a.json", three)}, .variants = {"less"}}, test::builtin_models());
  EXPECT_EQ(found.designs.size(), 2U);
  EXPECT_THAT(found.left_out, ElementsAre());
  EXPECT_TRUE(found.faults.empty());
}

TEST_F(ComparedScenarios, GoOnWithoutAFileThatHasAFault) {
  const std::string wrong = file("w.json", R"({"x": {"slo": 3}})");
  const gpuscape::ComparedScenarios found = compared_scenarios(
      {.files = {file("a.json"), wrong, file("c.json")}}, test::builtin_models());
  ASSERT_EQ(found.designs.size(), 2U);
  EXPECT_EQ(found.designs.back().name, "c");
  EXPECT_THAT(found.left_out, ElementsAre("w"));
}

TEST_F(ComparedScenarios, NeedABaselineWithoutFaults) {
  const std::string wrong = R"({"less": {}, "wrong": {"run": {"sead": 2}}})";
  EXPECT_THAT(faults({.files = {file("a.json", wrong)}, .variants = {}, .baseline = "wrong"}),
              HasSubstr("/run/sead"));
  EXPECT_THAT(
      faults({.files = {file("w.json", R"({"x": {"slo": 3}})"), file("b.json"), file("c.json")}}),
      HasSubstr("/slo"));
}

TEST_F(ComparedScenarios, NeedTwoDesignsWithoutFaults) {
  EXPECT_THAT(faults({.files = {file("a.json", R"({"wrong": {"run": {"sead": 2}}})")}}),
              HasSubstr("/run/sead"));
}

TEST_F(ComparedScenarios, SayEveryFaultOfEveryFile) {
  const std::string broken = file("a.json", R"({"x": {"slo": 3}, "y": {"run": 4}})");
  const std::string also = file("b.json", R"({"z": {"cluster": {"nodes": 5}}})");
  const std::string text = faults({.files = {broken, also}});
  EXPECT_THAT(text, HasSubstr("/slo"));
  EXPECT_THAT(text, HasSubstr("/run"));
  EXPECT_THAT(text, HasSubstr("b.json"));
}

TEST(FolderName, IsPlainAndUnlikeThoseTaken) {
  EXPECT_EQ(folder_name("full, spread", {}), "full__spread");
  EXPECT_EQ(folder_name("../../etc", {}), "_.._.._etc");
  EXPECT_EQ(folder_name("rep-001", {}), "variant-rep-001");
  EXPECT_EQ(folder_name("compare.json", {}), "variant-compare.json");
  EXPECT_EQ(folder_name("jobs.csv", {}), "variant-jobs.csv");
  EXPECT_EQ(folder_name("a b", {"a_b"}), "a_b-2");
}

}  // namespace
}  // namespace gpuscape
