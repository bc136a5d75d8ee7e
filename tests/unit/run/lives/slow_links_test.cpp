/// Links that carry a part of their rate for a while, by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/run/pace/traffic_parts.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// Jobs of 16 GPUs on two nodes each: a step of 1 s, and an exchange of 1 s over links of 25
/// Gbit/s.
std::string scenario(const std::string& cluster, int jobs = 1, int rails = 1) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{{}, "count": 4}}}},
      "networks": {{"net": {{"type": "leaf-spine", "link": "25 Gbit/s", "latency": "1 ns",
        "hosts_per_leaf": 2}}}}{}}}, "workload": {{"streams": {{"s": {{
      "application": {{"step_time": "1 s", "bytes_per_step": "{} GB"}},
      "closed": {{"jobs": {}, "gpus": {{"16": 1}}, "duration": "1 s",
        "run_time": {{"distribution": "constant", "value": "1000 s"}}}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
      rails == 1 ? R"("type": "custom", "gpus": 8)" : R"("type": "dgx-a100-40gb")", cluster,
      3.125 * rails, jobs);
}

RunResult run(const std::string& text) {
  const CheckedScenario of = test::checked(text);
  Run run(of, load_traces(of.spec));
  run.step_until(kForever, {});
  return run.finish();
}

double end(const RunResult& result, std::size_t job = 0) {
  return result.jobs.segments(job).back().end.value();
}

std::string links(const std::string& nodes, const std::string& rate, const std::string& begin,
                  const std::string& end, const std::string& name = "m") {
  return fmt::format(R"("{}": {{"nodes": ["{}"], "link_rate": {}, "begin": "{}", "end": "{}"}})",
                     name, nodes, rate, begin, end);
}

std::string maintenance(const std::string& all) { return R"(, "maintenance": {)" + all + "}"; }

// At half the rate a step takes 3 s instead of 2: of 300 s 100 are lost.
TEST(SlowLinks, TakeAsMuchLongerForAnExchange) {
  EXPECT_NEAR(end(run(scenario(""))), 1000.0, 1e-3);
  const RunResult result = run(scenario(maintenance(links("n/0", "0.5", "100 s", "400 s"))));
  EXPECT_NEAR(end(result), 1100.0, 1e-3);
  EXPECT_EQ(result.jobs.segments(0).size(), 1U) << "it stays where it is";
  ASSERT_TRUE(result.traffic.has_value());
  ASSERT_FALSE(result.traffic->losses.empty());
  EXPECT_THAT(result.traffic->losses.front().link.name, HasSubstr("n/0"));
  EXPECT_NEAR(result.traffic->lost.value(), 16.0 * 100.0, 0.1);
  EXPECT_TRUE(result.nodes_away.empty());
}

TEST(SlowLinks, AreOfTheirNodesAlone) {
  const RunResult result = run(scenario(maintenance(links("n/0-1", "0.5", "100 s", "400 s")), 2));
  std::vector<double> ends{end(result, 0), end(result, 1)};
  std::ranges::sort(ends);
  EXPECT_NEAR(ends[0], 1000.0, 1e-3);
  EXPECT_NEAR(ends[1], 1100.0, 1e-3);
}

TEST(SlowLinks, SlowAJobThatStartsThere) {
  EXPECT_NEAR(end(run(scenario(maintenance(links("n", "0.25", "0 s", "90000 s"))))), 2500.0, 1e-2)
      << "5 s a step";
}

TEST(SlowLinks, OfSeveralAdaptersTheSlowestSetsThePace) {
  EXPECT_NEAR(end(run(scenario(maintenance(links("n/0", "0.5", "100 s", "400 s")), 1, 8))), 1100.0,
              1e-3);
}

// A collective, too: whatever it takes at full rate, at a quarter it takes three times as much more
// as at a half.
TEST(SlowLinks, OfACollectiveLikewise) {
  const auto lost = [](const std::string& rate) {
    std::string text = scenario(maintenance(links("n", rate, "0 s", "900000 s")), 1, 8);
    text.replace(text.find("GB\"}"), 4, R"(GB", "collective": "auto"})");
    return end(run(text)) - 1000.0;
  };
  EXPECT_GT(lost("0.5"), 100.0);
  EXPECT_NEAR(lost("0.25") / lost("0.5"), 3.0, 1e-6);
}

// Adapters fail one by one: of a node's eight the first is slow, and the others are not.
TEST(SlowLinks, OfOneAdapterTheOthersKeepTheirRate) {
  const auto busiest = [](bool all) {
    const CheckedScenario of = test::checked(scenario("", 1, 8));
    FreeCapacity capacity(of.cluster->platform());
    TrafficShaper shaper(traffic_parts(of, 0), capacity);
    shaper.scale_links(0, all, 0.5);
    TrafficShape shape;
    std::vector<AllocationSpan> spans{{0, 8, {}}, {1, 8, {}}};
    shaper.shape({}, spans, shape);
    return std::ranges::count_if(shape.uses, [](const MeanPresence::Use& use) {
      return std::abs(use.time.value() - 2.0) < 1e-6;
    });
  };
  EXPECT_EQ(busiest(false), 2) << "up and down";
  EXPECT_EQ(busiest(true), 16);
}

TEST(SlowLinks, AFullRateChangesNothing) {
  EXPECT_NEAR(end(run(scenario(maintenance(links("n", "1", "100 s", "400 s"))))), 1000.0, 1e-3);
}

// Adapters, or switches, fail every 500 s each and are repaired after 1 000: jobs go on, and are
// slowed.
TEST(SlowLinks, ByChance) {
  const auto failing = [](const std::string& of, const std::string& more) {
    return R"(, "failures": {"f": {"of": ")" + of + R"(", "mean_time": "500 s", "repair":
        {"time": "1000 s"})" +
           more + "}}";
  };
  for (const char* of : {"adapters", "leaf-switches"}) {
    const RunResult result = run(scenario(failing(of, R"(, "link_rate": 0.5)"), 2));
    ASSERT_EQ(result.failures.size(), 1U);
    EXPECT_EQ(result.failures[0].effect, OutageEffect::slow_links);
    for (std::size_t job = 0; job < result.jobs.size(); ++job) {
      EXPECT_EQ(result.jobs.segments(job).size(), 1U);
      EXPECT_GE(end(result, job), 999.999);
      EXPECT_LE(end(result, job), 1500.001);
    }
  }
}

std::string fault(const std::string& cluster) {
  try {
    test::checked(scenario(cluster));
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(SlowLinks, FaultsAreNamed) {
  EXPECT_THAT(fault(R"(, "failures": {"f": {"of": "gpus", "link_rate": 0.5, "mean_time": "1 d",
                       "repair": {"time": "1 h"}}})"),
              HasSubstr("\"link_rate\" does not apply to gpus"));
  EXPECT_THAT(fault(R"(, "failures": {"f": {"of": "adapters", "link_rate": 0.5, "pace": 0.5,
                       "mean_time": "1 d", "repair": {"time": "1 h"}}})"),
              HasSubstr("nodes get slow, or their links, not both"));
  EXPECT_THAT(fault(maintenance(R"("m": {"nodes": ["n/0"], "link_rate": 0, "begin": "1 s",
                       "end": "2 s"})")),
              HasSubstr("link_rate"));
  EXPECT_THAT(fault(maintenance(R"("m": {"nodes": ["n/0"], "link_rate": 0.5, "jobs": "requeue",
                       "begin": "1 s", "end": "2 s"})")),
              HasSubstr("it is of nodes on which jobs go on"));
}

}  // namespace
}  // namespace gpuscape
