#include "sim/fields/merge.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

std::string merged(std::string_view target, std::string_view patch) {
  JsonValue result = parse_json(target, "a");
  merge_patch(result, parse_json(patch, "b"));
  return write_json(result, -1);
}

TEST(MergePatch, AddsChangesAndRemovesByName) {
  EXPECT_EQ(merged(R"({"a":1,"b":{"c":2,"d":3}})", R"({"a":9,"b":{"c":null},"e":5})"),
            R"({"a":9,"b":{"d":3},"e":5})");
}

TEST(MergePatch, ReplacesListsAsAWhole) {
  EXPECT_EQ(merged(R"({"a":[1,2,3]})", R"({"a":[4]})"), R"({"a":[4]})");
}

TEST(MergePatch, StripsNullsFromWhatItAdds) {
  EXPECT_EQ(merged("{}", R"({"a":{"b":null,"c":1}})"), R"({"a":{"c":1}})");
}

TEST(MergePatch, ReplacesAnObjectWhoseTypeChanges) {
  EXPECT_EQ(merged(R"({"n":{"type":"custom","gpus":8}})", R"({"n":{"type":"pool","count":4}})"),
            R"({"n":{"type":"pool","count":4}})");
  EXPECT_EQ(merged(R"({"n":{"type":"custom","gpus":8}})", R"({"n":{"type":"custom","count":4}})"),
            R"({"n":{"type":"custom","gpus":8,"count":4}})");
}

TEST(MergePatch, ReplacesAnObjectWhoseDistributionOrProcessChanges) {
  EXPECT_EQ(merged(R"({"distribution":"constant","value":1})", R"({"distribution":"uniform"})"),
            R"({"distribution":"uniform"})");
  EXPECT_EQ(merged(R"({"process":"diurnal","peak_hour":1})", R"({"process":"poisson"})"),
            R"({"process":"poisson"})");
}

TEST(MergePatch, KeepsThePlaceWhereAValueWasWritten) {
  JsonValue result = parse_json(R"({"a":1,"b":2})", "base");
  merge_patch(result, parse_json(R"({"b":3})", "patch"));
  EXPECT_EQ(*result.find("a")->place().file, "base");
  EXPECT_EQ(*result.find("b")->place().file, "patch");
}

TEST(ComposePatches, DoesWhatBothPatchesDoInTurn) {
  JsonValue base = parse_json(R"({"a":1,"b":2,"c":3})", "base");
  JsonValue both = parse_json(R"({"a":null,"b":5})", "first");
  compose_patches(both, parse_json(R"({"c":null,"b":6})", "second"));
  merge_patch(base, both);
  EXPECT_EQ(write_json(base, -1), R"({"b":6})");
}

TEST(ShortModels, BecomeObjectsInTheScenarioAndItsVariants) {
  JsonValue scenario = parse_json(
      R"({"scheduler":{"policy":"fifo"},"variants":{"v":{"scheduler":{"backfill":"easy"}},"w":3}})",
      "a");
  expand_short_models(scenario);
  EXPECT_EQ(write_json(scenario, -1),
            R"({"scheduler":{"policy":{"type":"fifo"}},)"
            R"("variants":{"v":{"scheduler":{"backfill":{"type":"easy"}}},"w":3}})");
}

TEST(ShortModels, BecomeObjectsWhereverAProgramHasFurtherModels) {
  JsonValue scenario = parse_json(R"({"tariff":"flat","run":{"meter":"fine","doors":"x"}})", "a");
  const std::vector<ModelPlace> further = {{.key = "tariff"},
                                           {.section = "run", .key = "meter"},
                                           {.section = "run", .key = "doors", .by_name = true}};
  expand_short_models(scenario, further);
  EXPECT_EQ(write_json(scenario, -1),
            R"({"tariff":{"type":"flat"},"run":{"meter":{"type":"fine"},"doors":"x"}})");
}

}  // namespace
}  // namespace gpuscape
