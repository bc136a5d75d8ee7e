/// Axes: how they are read, which designs they make, and what is wrong with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/sweep/space_reader.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::kTime;
using test::space_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string with(const std::string& axes) { return eight_jobs("{" + axes + "}"); }

std::string fault_of_axes(const std::string& axes) {
  return fault_of([&] { space_of(with(axes)); });
}

/// What check_axes records.
std::string checked_axes(const std::string& axes) {
  const ScenarioSource source{.file = "test.json", .text = with(axes)};
  ReadingContext context;
  check_axes(DesignSpace(source, {}, test::builtin_models()), source, test::builtin_models(),
             context);
  return fault_of([&] { context.throw_if_issues(); });
}

TEST(Axes, MakeEveryCombinationAndTheLastChangesFastest) {
  const DesignSpace space = space_of(with(std::string(kNodes) + ", " + kTime));
  ASSERT_EQ(space.size(), 10);
  EXPECT_THAT(space.labels(0), ElementsAre(Pair("nodes", "1"), Pair("time", "1 h")));
  EXPECT_THAT(space.labels(1), ElementsAre(Pair("nodes", "1"), Pair("time", "30 min")));
  EXPECT_THAT(space.labels(9), ElementsAre(Pair("nodes", "8"), Pair("time", "30 min")));
  EXPECT_THAT(space.design(5).sets,
              ElementsAre("/cluster/nodes/n/count=3",
                          "/workload/streams/s/closed/run_time/value=\"30 min\""));
}

TEST(Axes, ARangeEndsAtOrBelowItsEnd) {
  const auto labels = [](const std::string& range) {
    std::vector<std::string> all;
    const DesignSpace space =
        space_of(with(R"("a": {"set": "/run/confidence", "range": )" + range + "}"));
    for (const AxisValue& value : space.axes().at(0).values) all.push_back(value.label);
    return all;
  };
  EXPECT_THAT(labels(R"({"from": 8, "to": 13, "step": 2})"), ElementsAre("8", "10", "12"));
  EXPECT_THAT(labels(R"({"from": 0.6, "to": 0.9, "step": 0.1})"),
              ElementsAre("0.6", "0.7", "0.8", "0.9"));
  EXPECT_THAT(labels(R"({"from": 4, "to": 4})"), ElementsAre("4"));
  EXPECT_THAT(fault_of_axes(R"("a": {"set": "/run/seed", "range": {"from": 4, "to": 3}})"),
              HasSubstr("/axes/a/range/to: 3 is below \"from\", 4"));
}

TEST(Axes, NumbersOfARangeMayHaveAUnit) {
  const DesignSpace space = space_of(with(
      R"("price": {"set": "/cost/pools/n/price", "range": {"from": 20, "to": 30, "step": 5,
         "unit": "kUSD"}})"));
  ASSERT_EQ(space.size(), 3);
  EXPECT_THAT(space.labels(1), ElementsAre(Pair("price", "25 kUSD")));
  EXPECT_THAT(space.design(1).sets, ElementsAre("/cost/pools/n/price=\"25 kUSD\""));
}

TEST(Axes, PatchesByNameLieOverTheScenario) {
  const std::string text = with(R"("who": {"values": {"as it is": {},
      "four": {"cluster": {"nodes": {"n": {"count": 4}}}},
      "other": {"cluster": {"nodes": {"n": null, "m": {"type": "custom", "count": 1, "gpus": 4}}},
                "cost": null}}})");
  const ScenarioSource source{.file = "test.json", .text = text};
  const DesignSpace space = space_of(text);
  SpaceReader reader(source, test::builtin_models());
  std::vector<std::int64_t> gpus;
  for (std::int64_t i = 0; i < space.size(); ++i) {
    const DesignOfSpace read = reader.read(space.design(i));
    ASSERT_TRUE(read.scenario) << i << read.issues.front().message;
    gpus.push_back(read.scenario->cluster->platform().gpus_total());
  }
  EXPECT_THAT(gpus, ElementsAre(2, 4, 4));
}

// What a patch takes away is taken away when it is applied, not when the file is read.
TEST(Axes, AFileThatExtendsAnotherAddsToItsAxes) {
  const ScratchFolder folder;
  write_text(folder.path() / "base.json",
             with(R"("who": {"values": {"a": {}, "b": {"cost": null}}})"));
  write_text(folder.path() / "more.json",
             R"({"format": 1, "extends": "base.json", "axes": {"who": {"values": {"a": null,
                "c": {"slo": null}}}}})");
  const DesignSpace space({.file = (folder.path() / "more.json").string()}, {},
                          test::builtin_models());
  ASSERT_EQ(space.size(), 2);
  EXPECT_THAT(space.labels(0), ElementsAre(Pair("who", "b")));
  ASSERT_NE(space.design(0).patches.at(0).find("cost"), nullptr);
  EXPECT_TRUE(space.design(0).patches.at(0).find("cost")->is_null());
  EXPECT_THAT(space.labels(1), ElementsAre(Pair("who", "c")));
}

TEST(Axes, TheVariantsOfAFileAreTheFirstAxis) {
  const std::string text =
      eight_jobs("{" + std::string(kNodes) + "}",
                 R"(, "variants": {"easy": {"scheduler": {"backfill": "easy"}}})");
  const DesignSpace space = space_of(text);
  ASSERT_EQ(space.size(), 10);
  EXPECT_THAT(space.labels(4), ElementsAre(Pair("variant", "base"), Pair("nodes", "8")));
  EXPECT_EQ(space.design(4).variant, "");
  EXPECT_EQ(space.design(5).variant, "easy");
  EXPECT_EQ(space_of(text, {.variants = {"easy"}}).size(), 5);
  EXPECT_THAT(fault_of([&] { space_of(text, {.variants = {"easi"}}); }),
              HasSubstr("unknown variant \"easi\" | did you mean \"easy\"?"));
}

// A million values of three axes are never made.
TEST(Axes, AProductThatIsTooLargeIsRefusedWithItsSize) {
  EXPECT_THAT(fault_of_axes(R"("a": {"set": "/run/seed", "range": {"from": 1, "to": 1000}},
                              "b": {"set": "/run/confidence", "range": {"from": 1, "to": 1000}},
                              "c": {"set": "/run/warm_up", "range": {"from": 1, "to": 1000}})"),
              HasSubstr("1 000 a × 1 000 b × 1 000 c = 1 000 000 000 designs; at most 100 000"));
  EXPECT_THAT(fault_of_axes(R"("a": {"set": "/run/seed", "range": {"from": 0, "to": 1e12}})"),
              HasSubstr("the range has 1e+12 values; at most 100 000"));
}

TEST(Axes, WhatIsWrongWithThemIsSaid) {
  const auto axis = [](const std::string& of) { return fault_of_axes(R"("a": )" + of); };
  EXPECT_THAT(axis(R"({"set": "/run/seed", "values": []})"), HasSubstr("an axis without values"));
  EXPECT_THAT(axis(R"({"set": "/run/seed", "values": [1, 2, 1]})"),
              HasSubstr("/axes/a/values/2: value 1 stands twice"));
  EXPECT_THAT(axis(R"({"set": "/run/seed", "values": [1, null]})"),
              HasSubstr("/axes/a/values/1: null is no value"));
  EXPECT_THAT(axis(R"({"values": [1, 2]})"), HasSubstr("a list of values needs \"set\""));
  EXPECT_THAT(axis(R"({"set": "/run/seed", "values": {"b": {}}})"),
              HasSubstr("\"set\" goes with a list of values"));
  EXPECT_THAT(axis(R"({"set": "/run/seed"})"),
              HasSubstr("either \"values\", \"range\", \"catalog\" or"));
  EXPECT_THAT(axis(R"({"set": "run/seed", "values": [1]})"), HasSubstr("is not a pointer"));
  EXPECT_THAT(axis(R"({"set": "/axes/b", "values": [1]})"), HasSubstr("\"axes\" cannot differ"));
  EXPECT_THAT(axis(R"({"values": {"b": {"extends": "x"}}})"),
              HasSubstr("\"extends\" cannot differ"));
  EXPECT_THAT(axis(R"({"values": {"b": 3}})"), HasSubstr("expected a patch over the scenario"));
  EXPECT_THAT(axis(R"({"set": "/x", "catalog": "switchs"})"),
              HasSubstr("did you mean \"switches\"?"));
  EXPECT_THAT(fault_of_axes(R"("a": {"set": "/run/seed", "values": [1]},
                              "b": {"set": "/run/seed", "values": [2]})"),
              HasSubstr("/axes/b: axis \"a\" sets /run/seed already"));
  EXPECT_THAT(fault_of([] { space_of(with(kNodes), {.sets = {"/cluster/nodes/n/count=3"}}); }),
              HasSubstr("axis \"nodes\" sets /cluster/nodes/n/count"));
}

TEST(Axes, AnAxisThatSetsNothingIsAFaultAndSoAreDesignsThatAreEqual) {
  EXPECT_EQ(checked_axes(kNodes), "none");
  EXPECT_THAT(checked_axes(R"("a": {"set": "/cluster/nodes/n/cuont", "values": [1, 2]})"),
              HasSubstr("/axes/a/set: unknown key \"cuont\" | did you mean \"count\"?"));
  EXPECT_THAT(checked_axes(R"("a": {"set": "/cluster/nodes/m/count", "values": [1, 2]})"),
              HasSubstr("/axes/a/set: unknown key \"m\" in /cluster/nodes"));
  EXPECT_THAT(checked_axes(R"("a": {"values": {"x": {}, "y": {"run": {"seed": 1}}}})"),
              HasSubstr("every value makes the scenario as it stands"));
  EXPECT_THAT(checked_axes(R"("a": {"values": {"x": {"run": {"seed": 7}}, "y": {},
                              "z": {"run": {"seed": 7}}}})"),
              HasSubstr("\"x\" and \"z\" are the same design"));
  EXPECT_THAT(checked_axes(R"("a": {"set": "/scheduler/start_up",
                              "values": ["1 d", "3 h", "24 h"]})"),
              HasSubstr("\"1 d\" and \"24 h\" are the same design"));
}

// One value that cannot be is a design with a fault, which the sweep says beside the others.
TEST(Axes, OneValueThatCannotBeIsNoFaultOfTheAxis) {
  EXPECT_EQ(checked_axes(R"("a": {"set": "/cluster/nodes/n/count", "values": [1, -1]})"), "none");
}

/// What check_designs records.
std::string checked_designs(const std::string& axes) {
  const ScenarioSource source{.file = "test.json", .text = with(axes)};
  ReadingContext context;
  check_designs(DesignSpace(source, {}, test::builtin_models()), source, test::builtin_models(),
                context);
  return fault_of([&] { context.throw_if_issues(); });
}

TEST(Axes, WhatIsWrongWithDesignsIsSaidWithTheValuesThatHaveIt) {
  const std::string time = kTime;
  EXPECT_EQ(checked_designs(kNodes + (", " + time)), "none");
  const auto nodes = [&](const std::string& of) {
    return checked_designs(R"("nodes": {"set": "/cluster/nodes/n/count", )" + of + "}, " + time);
  };
  EXPECT_THAT(nodes(R"("values": [1, "x", 2])"),
              HasSubstr("/axes/nodes/values/1: nodes x: /cluster/nodes/n/count: "));
  EXPECT_THAT(nodes(R"("values": [[3], 2])"),
              HasSubstr("/axes/nodes/values/0: nodes [3]: /cluster/nodes/n/count: "));
  EXPECT_THAT(nodes(R"("range": {"from": 1, "to": 3, "step": 0.5})"),
              HasSubstr("/axes/nodes/range: nodes 1.5: /cluster/nodes/n/count: "));
  EXPECT_THAT(checked_designs(R"("who": {"values": {"a": {}, "b": {"run": {"seed": "x"}}}})"),
              HasSubstr("/axes/who/values/b: who b: /run/seed: "));
}

TEST(Axes, OfManyDesignsEachValueIsReadOnce) {
  const std::string seeds =
      R"("seed": {"set": "/run/seed", "range": {"from": 1, "to": 300}}, "nodes": )";
  const auto nodes = [&](const std::string& values) {
    return checked_designs(seeds + R"({"set": "/cluster/nodes/n/count", "values": )" + values +
                           "}");
  };
  EXPECT_EQ(nodes("[1, 2]"), "none");
  EXPECT_THAT(nodes(R"([1, 2, "x"])"), HasSubstr("/axes/nodes/values/2: nodes x: /cluster"));
  EXPECT_THAT(nodes(R"(["x", 2])"), HasSubstr("/axes/nodes/values/0: nodes x: /cluster"));
}

TEST(Axes, TheSweepHasTheTitleOfTheScenario) {
  EXPECT_EQ(space_of(with(R"("t": {"set": "/title", "values": ["x", "y"]})")).title(), "Eight");
}

TEST(Axes, EveryEntryOfASectionOfTheCatalogueIsAValue) {
  const DesignSpace space = space_of(with(R"("a": {"set": "/x", "catalog": "switches"})"));
  EXPECT_GT(space.size(), 5);
  EXPECT_EQ(space.design(0).sets.at(0), "/x=\"" + space.labels(0).at(0).second + "\"");
}

// They are no part of a design: with or without them it is the same.
TEST(Axes, AreNoPartOfWhatIsRun) {
  const std::string plain = eight_jobs("null");
  const auto resolved = [](const std::string& text) {
    const ScenarioSource source{.file = "test.json", .text = text};
    return write_json(open_scenario(source, {}, test::builtin_models()).spec.resolved);
  };
  EXPECT_EQ(resolved(plain), resolved(with(kNodes)));
}

}  // namespace
}  // namespace gpuscape
