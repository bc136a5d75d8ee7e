/// Applications of the catalogue in a scenario.

#include <gmock/gmock.h>

#include "sim/scenario/load/resolved.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string scenario(const std::string& applications, const std::string& stream) {
  return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "dgx1-v100"}}},
             "workload": {)" +
         applications + R"("streams": {"jobs": {"trace": {"format": "swf", "file": "log.swf"}, )" +
         stream + "}}}}";
}
LoadedScenario loaded(const std::string& applications,
                      const std::string& stream = R"("application": "vision")") {
  return test::load_text(scenario(R"("applications": )" + applications + ", ", stream), "s.json");
}

const JsonValue& first(const LoadedScenario& scenario) {
  return scenario.spec.applications.at(0).model.parameters;
}
std::string text_at(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  return found == nullptr ? "" : write_json(*found, -1);
}

TEST(ResolveApplications, AnEntryBecomesDataParallelWithItsRatesAndItsDataset) {
  const auto found = loaded(R"({"vision": {"type": "resnet-50", "overlap": 0.5}})");
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_EQ(found.spec.applications.at(0).model.type, "data-parallel");
  EXPECT_EQ(text_at(first(found), "entry"), "\"resnet-50\"");
  EXPECT_EQ(text_at(first(found), "overlap"), "0.5");
  EXPECT_EQ(text_at(first(found), "launch"), "\"3.5 us\"");
  const JsonValue& parts = *first(found).find("parts");
  EXPECT_GE(parts.find("rates")->members().size(), 10U);
  EXPECT_EQ(parts.find("datasets")->members().at(0).key, "imagenet");
}

TEST(ResolveApplications, ADescribedOneLiesOverWhatAllBeginWith) {
  const auto found = loaded(
      R"({"vision": {"type": "data-parallel", "samples_per_second": 9, "batch_per_gpu": 1}})");
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_EQ(text_at(first(found), "entry"), "");
  EXPECT_EQ(text_at(first(found), "gpu_straggler"), "0.0083");
}

TEST(ResolveApplications, TodaysFormStaysAsItIs) {
  const auto found = loaded(R"({"vision": {"step_time": "1 s", "bytes_per_step": "2 MB"}})");
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_EQ(found.spec.applications.at(0).model.type, "steps");
  EXPECT_EQ(found.spec.streams[0].application->bytes_per_step, Bytes(2e6));
  EXPECT_EQ(found.spec.streams[0].application->model, std::nullopt);
  EXPECT_THAT(resolved_text(found.spec), Not(HasSubstr("\"steps\"")));
  EXPECT_FALSE(found.spec.gpus.is_object());
}

TEST(ResolveApplications, StreamsAndRulesMayNameEntriesThatStandNowhere) {
  const std::string rules =
      R"("applications": [{"where": {"gpus": 1}, "application": "vgg-16"},
                          {"where": {"gpus": 2}, "application": {"name": "alexnet"}},
                          {"where": {}, "mix": {"resnet-50": 1, "vgg-16": 2}}])";
  const auto found = test::load_text(scenario("", rules), "s.json");
  EXPECT_THAT(faults(found), IsEmpty());
  std::vector<std::string> names;
  for (const NamedApplicationSpec& one : found.spec.applications) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("vgg-16", "alexnet", "resnet-50"));
  EXPECT_EQ(found.spec.streams[0].classes[0].application->model, std::optional<std::size_t>(0));
  EXPECT_NE(found.spec.gpus.find("v100-sxm2-16gb"), nullptr);
}

TEST(ResolveApplications, TheUsersNameHidesTheEntryOfThatName) {
  const auto found = loaded(R"({"resnet-50": {"step_time": "1 s", "bytes_per_step": "0 B"}})",
                            R"("application": "resnet-50")");
  ASSERT_EQ(found.spec.applications.size(), 1U);
  EXPECT_EQ(found.spec.applications[0].model.type, "steps");
}

TEST(ResolveApplications, AResolvedScenarioResolvesToItself) {
  const auto found = loaded(R"({"vision": {"type": "resnet-50", "batch_per_gpu": 64}})");
  const auto again = test::load_text(resolved_text(found.spec), "s.json");
  EXPECT_THAT(faults(again), IsEmpty());
  EXPECT_EQ(write_json(again.spec.resolved), write_json(found.spec.resolved));
}

TEST(ResolveApplications, UnknownNamesAreFaultsWithTheNearest) {
  const auto type = loaded(R"({"vision": "resnet-51"})");
  EXPECT_THAT(faults(type), ElementsAre("/workload/applications/vision: unknown type "
                                        "\"resnet-51\""));
  EXPECT_EQ(type.context.sorted_issues()[0].hint, "did you mean \"resnet-50\"?");
  const auto name = loaded("{}", R"("application": "vgg-17")");
  EXPECT_THAT(faults(name), ElementsAre("/workload/streams/jobs/application/name: unknown "
                                        "application \"vgg-17\""));
  EXPECT_EQ(name.context.sorted_issues()[0].hint, "did you mean \"vgg-16\"?");
  const auto mix = loaded("{}", R"("applications": [{"where": {}, "mix": {"vgg-17": 1}}])");
  EXPECT_THAT(faults(mix),
              ElementsAre("/workload/streams/jobs/applications/0/mix: unknown application "
                          "\"vgg-17\""));
  EXPECT_EQ(mix.context.sorted_issues()[0].hint, "did you mean \"vgg-16\"?");
}

TEST(ResolveApplications, WhatIsNoApplicationIsAFaultAtItsPlace) {
  EXPECT_THAT(faults(loaded(R"({"vision": 5})")),
              ElementsAre(HasSubstr("/workload/applications/vision: ")));
  EXPECT_THAT(faults(loaded(R"({"vision": {"type": 5}})")),
              ElementsAre(HasSubstr("/workload/applications/vision/type: ")));
  EXPECT_THAT(faults(loaded("{}", R"("application": {"type": "resnet-50"})")),
              ElementsAre(HasSubstr("/application/type: an application of that type has a name")));
}

TEST(ResolveApplications, GuessesOfAnApplicationInUseAreListed) {
  const auto found = loaded(R"({"vision": {"type": "resnet-50", "launch": "4 us"}})");
  const auto has = [&](std::string_view field) {
    return std::ranges::any_of(found.guesses, [&](const CatalogGuess& guess) {
      return guess.section == "applications" && guess.field == field;
    });
  };
  EXPECT_TRUE(has("overlap"));
  EXPECT_FALSE(has("launch"));  // the user's own
}

}  // namespace
}  // namespace gpuscape
