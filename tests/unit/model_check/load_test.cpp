/// What a generated stream's `load` is a share of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/load/resolved.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Four nodes of eight GPUs; `gpus` is how many GPUs the own load is of, as text, or empty.
std::string scenario(const std::string& nodes = R"("count": 4, "gpus": 8)",
                     const std::string& load_gpus = "") {
  return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", )" + nodes +
         R"(}}}, "workload": {"streams": {"jobs": {"generate": {"jobs": 10, "load": 0.5)" +
         load_gpus +
         R"(, "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}},
         "variants": {"half": {"cluster": {"nodes": {"gpu": {"count": 2}}}},
                      "busy": {"workload": {"streams": {"jobs": {"generate": {"load": 0.9}}}}},
                      "sized": {"cluster": {"nodes": {"gpu": {"count": 2, "gpus": 8}}}}}})";
}

CheckedScenario checked(const std::string& text, const Design& design = {}) {
  return test::checked(test::load_text(text, "s.json", design));
}

std::int64_t load_gpus(const CheckedScenario& scenario) {
  return scenario.spec.streams.at(0).generate->load_gpus.value();
}

TEST(Load, IsOfTheScenariosOwnGpusWhateverTheVariant) {
  EXPECT_EQ(load_gpus(checked(scenario())), 32);
  EXPECT_EQ(load_gpus(checked(scenario(), {.variant = "half"})), 32);
  EXPECT_EQ(load_gpus(checked(scenario(), {.variant = "busy"})), 32);
  EXPECT_EQ(load_gpus(checked(scenario(), {.sets = {"/cluster/nodes/gpu/count=12"}})), 32);
  EXPECT_EQ(
      load_gpus(checked(
          scenario(),
          {.patches = {parse_json(R"({"cluster": {"nodes": {"gpu": {"count": 1}}}})", "patch")}})),
      32);
}

TEST(Load, IsOfTheGpusAfterExtends) {
  const ScratchFolder folder;
  write_text(folder.path() / "base.json", scenario());
  write_text(folder.path() / "s.json",
             R"({"format": 1, "extends": "base.json",
                 "cluster": {"nodes": {"gpu": {"count": 3}}}})");
  const std::string file = (folder.path() / "s.json").string();
  EXPECT_EQ(load_gpus(test::checked(load_scenario(file, {.variant = "half"}))), 24);
}

TEST(Load, MayNameOtherGpus) {
  const std::string text = scenario(R"("count": 4, "gpus": 8)", R"(, "load_gpus": 100)");
  EXPECT_EQ(load_gpus(checked(text, {.variant = "half"})), 100);
}

TEST(Load, OffersEveryDesignTheSameJobs) {
  const auto rows = [](const CheckedScenario& design) {
    const StudyResult result = test::study(design);
    std::vector<double> submits;
    for (std::size_t i = 0; i < result.first.jobs.size(); ++i)
      submits.push_back(result.first.jobs.submit(i).value());
    return submits;
  };
  EXPECT_EQ(rows(checked(scenario())), rows(checked(scenario(), {.variant = "half"})));
}

TEST(Load, OfAResolvedDesignIsThatOfTheDesign) {
  const CheckedScenario half = checked(scenario(), {.variant = "half"});
  const std::string text = resolved_text(half.spec);
  EXPECT_THAT(text, HasSubstr("\"load_gpus\": 32"));
  const CheckedScenario again = checked(text);
  EXPECT_EQ(load_gpus(again), 32) << "although it has 16 GPUs of its own";
  EXPECT_EQ(write_json(again.spec.resolved), write_json(half.spec.resolved));
}

TEST(Load, IsOfTheDesignsGpusWhereTheScenarioItselfHasFaults) {
  // Without gpus, which the variant gives: what it is a share of cannot be counted.
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(scenario(R"("count": 4)"), "s.json", context);
  DesignChecker checker(set, test::builtin_models(), context);
  const auto design = checker.check({.variant = "sized"});
  ASSERT_TRUE(design);
  EXPECT_EQ(load_gpus(*design), 16);
  EXPECT_THAT(design->spec.notes, Contains(HasSubstr("this design's own GPUs")));
  const CheckedScenario sound = checked(scenario(), {.variant = "half"});
  EXPECT_THAT(sound.spec.notes, Not(Contains(HasSubstr("this design's own GPUs"))));
}

TEST(Load, OfAClusterWithoutGpusNamesNone) {
  const CheckedScenario scenario = checked(R"({"format": 1, "cluster": {"nodes": {"cpu":
      {"type": "custom", "gpus": 0, "cores": 8}}}, "workload": {"streams": {"jobs": {"generate":
      {"jobs": 10, "load": 0.5, "gpus": {"1": 1},
       "run_time": {"distribution": "constant", "value": "1 h"}}}}}})");
  EXPECT_FALSE(scenario.spec.streams.at(0).generate->load_gpus);
  EXPECT_NO_THROW(checked(resolved_text(scenario.spec)));
}

TEST(DesignChecker, RecordsAMissingLogBesideOtherFaults) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}},
          "workload": {"streams": {"log": {"trace": {"format": "swf", "file": "none.swf"}}}},
          "variants": {"v": {"cluster": {"nodes": {"gpu": {"coers": 4}}}}}})",
      "s.json", context);
  DesignChecker checker(set, test::builtin_models(), context);
  EXPECT_FALSE(checker.check({}));
  EXPECT_FALSE(checker.check({.variant = "v"}, true));
  std::string faults;
  for (const Issue& issue : context.sorted_issues()) faults += issue.message + "\n";
  EXPECT_THAT(faults, HasSubstr("file not found: none.swf"));
  EXPECT_THAT(faults, HasSubstr("unknown key \"coers\" (in variant \"v\")"));
}

TEST(Load, NeedsALoadWhereItsGpusAreNamed) {
  LoadedScenario loaded = test::load_text(
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}},
          "workload": {"streams": {"jobs": {"generate": {"jobs": 10, "jobs_per_hour": 2,
          "load_gpus": 8, "gpus": {"1": 1},
          "run_time": {"distribution": "constant", "value": "1 h"}}}}}})",
      "s.json");
  EXPECT_THAT(loaded.context.sorted_issues().at(0).message, HasSubstr("needs \"load\""));
}

}  // namespace
}  // namespace gpuscape
