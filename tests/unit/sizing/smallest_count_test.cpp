/// The smallest count that meets objectives, where it is known.

#include "sim/sizing/smallest_count.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/report/sizing/size_text.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Eight jobs of one GPU and one hour, all at once, on nodes of one GPU: on n of them the last
/// waits for ⌈8 / n⌉ − 1 hours.
std::string eight_jobs(int nodes, const std::string& at_most, const std::string& more = "") {
  return fmt::format(
      R"({{"format": 1, "title": "Eight", "cluster": {{"nodes": {{"n": {{"type": "custom", "count": {},
      "gpus": 1}}}}}}, "workload": {{"streams": {{"s": {{"closed": {{"jobs": 8, "gpus": {{"1": 1}},
      "duration": "1 s", "run_time": {{"distribution": "constant", "value": "1 h"}}}}}}}}}},
      "scheduler": {{"backfill": "none"}}, "slo": {{"wait": {{"metric": "queue_wait_max_s",
      "at_most": "{}"}}}}{}}})",
      nodes, at_most, more);
}

SizeAnswer size_of(const std::string& text, SizeOptions options = {}) {
  options.threads = 1;
  return smallest_counts({.file = "test.json", .text = text}, options, test::builtin_models());
}

std::vector<std::int64_t> tried(const SizeOfDesign& design) {
  std::vector<std::int64_t> counts;
  for (const SizeTrial& trial : design.tried) counts.push_back(trial.count);
  return counts;
}

TEST(SmallestCount, IsTheOneThatMeets) {
  for (const auto& [at_most, expected] :
       {std::pair("0 s", 8), std::pair("1 h", 4), std::pair("2 h", 3), std::pair("3 h", 2),
        std::pair("7 h", 1)}) {
    for (const int nodes : {1, 3, 20}) {
      const SizeAnswer answer = size_of(eight_jobs(nodes, at_most));
      ASSERT_NE(answer.designs.at(0).smallest(), nullptr);
      EXPECT_EQ(answer.designs[0].smallest()->count, expected) << at_most << " from " << nodes;
      EXPECT_EQ(answer.designs[0].smallest()->gpus, expected);
    }
  }
}

// Doubling from one, halving the gap, and one on either side of what is found.
TEST(SmallestCount, DoublesAndHalvesAndLooksBesideTheAnswer) {
  const SizeAnswer answer = size_of(eight_jobs(1, "2 h"));
  EXPECT_THAT(tried(answer.designs.at(0)), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(answer.designs[0].below()->count, 2);
  EXPECT_EQ(answer.designs[0].below()->slo.at(0).value.value, 3.0 * 3600.0);
  EXPECT_TRUE(answer.designs[0].is_monotone);
}

TEST(SmallestCount, RunsOneMoreThanTheAnswer) {
  EXPECT_THAT(tried(size_of(eight_jobs(8, "0 s")).designs.at(0)),
              testing::ElementsAre(4, 6, 7, 8, 9));
}

TEST(SmallestCount, StaysWithinWhatMayBeTried) {
  const SizeAnswer few = size_of(eight_jobs(1, "0 s"), {.most = 6});
  EXPECT_EQ(few.designs.at(0).smallest(), nullptr);
  EXPECT_THAT(size_text(few), HasSubstr("base: 6 do not meet it: 1 h"));
  const SizeAnswer many = size_of(eight_jobs(1, "7 h"), {.least = 5});
  EXPECT_EQ(many.designs.at(0).smallest()->count, 5);
}

TEST(SmallestCount, IsFoundForEveryDesignOfTheFile) {
  const std::string variants = R"(, "variants": {
      "pairs": {"cluster": {"nodes": {"n": {"gpus": 2}}}},
      "other": {"cluster": {"nodes": {"n": null, "m": {"type": "custom", "count": 1, "gpus": 4}}}},
      "two": {"cluster": {"nodes": {"m": {"type": "custom", "count": 1, "gpus": 4}}}}})";
  const SizeAnswer answer = size_of(eight_jobs(2, "0 s", variants));
  ASSERT_EQ(answer.designs.size(), 4U);
  EXPECT_EQ(answer.designs[0].smallest()->count, 8);
  EXPECT_EQ(answer.designs[1].smallest()->count, 4);
  EXPECT_EQ(answer.designs[2].smallest()->count, 2);
  EXPECT_EQ(answer.designs[2].of, "/cluster/nodes/m/count");
  EXPECT_THAT(answer.designs[3].why_not, HasSubstr("2 groups of nodes with GPUs"));
  const SizeAnswer one = size_of(eight_jobs(2, "0 s", variants),
                                 {.variants = {"two"}, .of = "/cluster/nodes/n/count"});
  EXPECT_EQ(one.designs.at(0).smallest()->count, 4);
}

// A job that fits in the file and not on fewer meets no objective by never starting.
TEST(SmallestCount, CountsJobsThatNoLongerFit) {
  std::string text = eight_jobs(4, "7 h");
  text.replace(text.find(R"({"1": 1})"), 8, R"({"4": 1})");
  const SizeAnswer answer = size_of(text);
  EXPECT_EQ(answer.designs.at(0).smallest()->count, 4);
  EXPECT_THAT(answer.designs[0].below()->besides, testing::Contains(HasSubstr("never fit")));
}

// A switch of 40 ports joins no 41 nodes.
TEST(SmallestCount, SaysWhatACountWouldBreak) {
  const std::string network =
      R"("networks": {"c": {"type": "single-switch", "switch": "nvidia-qm8700"}}, )";
  std::string text = eight_jobs(2, "0 s");
  text.replace(text.find(R"("nodes": )"), 9, network + R"("nodes": )");
  const SizeAnswer answer = size_of(text, {.least = 41});
  EXPECT_EQ(answer.designs.at(0).smallest(), nullptr);
  EXPECT_FALSE(answer.designs[0].tried.back().fault.empty());
  EXPECT_THAT(size_text(answer), HasSubstr("do not meet it"));
}

// Of a switch of 40 ports: 32 nodes are too few, doubled they do not fit, and 36 are enough.
TEST(SmallestCount, IsFoundBelowWhatADesignCannotHave) {
  std::string text = eight_jobs(32, "1 h");
  text.replace(text.find(R"("jobs": 8)"), 9, R"("jobs": 72)");
  text.replace(text.find(R"("nodes": )"), 9,
               R"("networks": {"c": {"type": "single-switch", "switch": "nvidia-qm8700"}},
                  "nodes": )");
  const SizeAnswer answer = size_of(text);
  ASSERT_NE(answer.designs.at(0).smallest(), nullptr);
  EXPECT_EQ(answer.designs[0].smallest()->count, 36);
}

// A job of four GPUs never fits on the file's two nodes: it is not held against any count; on fewer
// the jobs of two GPUs do not fit either.
TEST(SmallestCount, HoldsOnlyJobsAgainstACountThatFitInTheFile) {
  std::string text = eight_jobs(2, "7 h");
  text.replace(text.find(R"({"1": 1})"), 8, R"({"2": 1})");
  text.replace(text.find(R"("streams": {)"), 12, R"("streams": {"big": {"closed": {"jobs": 1,
      "gpus": {"4": 1}, "duration": "1 s", "run_time": {"distribution": "constant",
      "value": "1 h"}}}, )");
  const SizeAnswer answer = size_of(text);
  ASSERT_NE(answer.designs.at(0).smallest(), nullptr);
  EXPECT_EQ(answer.designs[0].smallest()->count, 2);
  EXPECT_THAT(answer.designs[0].below()->besides, testing::Contains(HasSubstr("never fit")));
  EXPECT_EQ(size_of(text, {.least = 3}).designs.at(0).smallest()->count, 3);
}

TEST(SmallestCount, SaysThatPartsOfACostHaveNoPrice) {
  const std::string text = size_text(size_of(eight_jobs(1, "1 h", R"(, "cost": {"currency": "USD",
      "prices_as_of": "2026-10", "horizon": "3 y", "items": {"nodes": {"type": "nodes"},
      "staff": {"type": "staff", "price": "150 kUSD/y", "at_least": 1}}})")));
  EXPECT_THAT(text, HasSubstr("≥ "));
  EXPECT_THAT(text, HasSubstr("base: parts have no price"));
}

TEST(SmallestCount, IsInTheText) {
  const std::string text = size_text(size_of(eight_jobs(1, "1 h")));
  EXPECT_THAT(text, HasSubstr("Eight · the smallest /cluster/nodes/n/count that meets"));
  EXPECT_THAT(text, HasSubstr("3: 2 h"));
  EXPECT_THAT(text, Not(HasSubstr("beware")));
  const JsonValue json = parse_json(size_json(size_of(eight_jobs(1, "1 h"))), "size.json");
  EXPECT_EQ(json.find("designs")->find("base")->find("smallest")->number(), 4.0);
}

TEST(SmallestCount, HasNoAnswerWhereItWasStopped) {
  std::stop_source source;
  SizeOptions options{.stop = source.get_token()};
  options.begins = [&](const std::string&, std::int64_t count) {
    if (count == 2) source.request_stop();
  };
  const SizeAnswer answer = size_of(eight_jobs(1, "2 h"), options);
  EXPECT_TRUE(answer.partial);
  EXPECT_EQ(answer.designs.at(0).smallest(), nullptr);
  EXPECT_THAT(size_text(answer), HasSubstr("base: interrupted"));
}

std::string fault(const std::string& text, const SizeOptions& options = {}) {
  try {
    size_of(text, options);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(SmallestCount, NeedsObjectivesAndACount) {
  std::string none = eight_jobs(1, "1 h");
  none.replace(none.find(R"("slo": )"), 7, R"("x-slo": )");
  EXPECT_THAT(fault(none), HasSubstr("the scenario has no objectives"));
  EXPECT_THAT(fault(eight_jobs(1, "1 h"), {.meets = {"wat"}}), HasSubstr("no objective \"wat\""));
  EXPECT_THAT(fault(eight_jobs(1, "1 h"), {.of = "/cluster/nodes/x/count"}),
              HasSubstr("is no count above 0"));
  EXPECT_THAT(fault(eight_jobs(1, "1 h"), {.of = "/cluster/nodes/n/type"}),
              HasSubstr("is no count above 0"));
  EXPECT_THAT(fault(eight_jobs(1, "1 h"), {.of = "n"}), HasSubstr("is no JSON pointer"));
  EXPECT_THAT(fault(eight_jobs(1, "1 h"), {.variants = {"nope"}}), HasSubstr("nope"));
  const std::string two = R"(, "variants": {"v": {"run": {"seed": 2}}})";
  EXPECT_THAT(fault(eight_jobs(1, "1 h", two), {.of = "n"}), HasSubstr("is no JSON pointer"))
      << "what is wrong for all designs";
}

}  // namespace
}  // namespace gpuscape
