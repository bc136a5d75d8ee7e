/// Jobs that share nodes: what they do to each other on adapters and root ports inside.

#include <gmock/gmock.h>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::HasSubstr;

constexpr double kCompute = 0.5;  // s, in each step
constexpr double kBytes = 5e9;

/// Two nodes of that type on one switch of so many Gbit/s.
CheckedScenario two_nodes(const std::string& type, const std::string& speed = "100 Gbit/s") {
  return test::checked(R"({"format": 1, "cluster": {
      "nodes": {"gpu": {"type": ")" +
                       type + R"(", "count": 2}},
      "networks": {"compute": {"type": "single-switch", "latency": "0 s",
                               "link": ")" +
                       speed + R"("}}},
    "workload": {"streams": {"jobs": {"closed": {"jobs": 1, "duration": "1 h",
      "run_time": {"distribution": "constant", "value": "1 min"}}}}},
    "scheduler": {"policy": "fifo", "backfill": "none"}})");
}

/// A job of so many GPUs on each of two nodes.
Job on_two_nodes(std::int32_t gpus) {
  Job made = job(0, 2 * gpus, 100);
  made.demand.nodes = 2;
  return made;
}

RunResult run_on(const CheckedScenario& scenario, std::vector<Job> jobs) {
  const Cluster& cluster = *scenario.cluster;
  TrafficParts traffic;
  traffic.network = cluster.network_for_jobs();
  traffic.applications = {{ApplicationSpec{Seconds(kCompute), Bytes(kBytes)}, {}}};
  RunState state(cluster.platform(), test::make_policies({}),
                 std::make_unique<test::ListSource>(std::move(jobs)), std::move(traffic));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

/// How much longer two equal jobs take that meet on one link, which a step of each alone uses for
/// `exchange` s: q = x (1 + q) / (p + x (1 + q)) is how often one finds the other there.
double closed_form(double exchange) {
  double q = 0.0;
  for (int i = 0; i < 500; ++i) q = exchange * (1.0 + q) / (kCompute + exchange * (1.0 + q));
  return (kCompute + exchange * (1.0 + q)) / (kCompute + exchange);
}

/// Of two nodes, 2·(2−1)/2 of the bytes cross each link of the ring.
double exchange_over(BytesPerSecond link) { return kBytes / link.value(); }

/// The narrower one of an adapter's slot and its link to the switch.
BytesPerSecond at_adapter(const CheckedScenario& scenario, const std::string& adapter) {
  const NodeGraph& graph = *scenario.cluster->platform().groups()[0].graph;
  std::vector<std::uint32_t> links;
  graph.route(*graph.find("cpu0"), *graph.find(adapter), links);
  return std::min(graph.links()[links.back()].capacity,
                  scenario.cluster->network_for_jobs()->capacity(0));
}

TEST(SharedLinks, TwoJobsOnC4130KShareItsAdapterAsTheClosedFormSays) {
  // A switch that is faster than the adapter's slot: what binds is inside of the node.
  const CheckedScenario scenario = two_nodes("dell-c4130-k", "1 Tbit/s");
  const RunResult result = run_on(scenario, {on_two_nodes(2), on_two_nodes(2)});
  ASSERT_EQ(result.traffic->jobs.size(), 2U);
  for (const TrafficRecord& record : result.traffic->jobs)
    EXPECT_NEAR(record.slowdown, closed_form(exchange_over(at_adapter(scenario, "hca0"))), 1e-6);
}

TEST(SharedLinks, TwoJobsOnDgx1WithGpusAtDifferentAdaptersDoNotMeet) {
  // Four GPUs of a node each: the two halves have two adapters each.
  const RunResult result = run_on(two_nodes("dgx1-v100"), {on_two_nodes(4), on_two_nodes(4)});
  ASSERT_EQ(result.traffic->jobs.size(), 2U);
  for (const TrafficRecord& record : result.traffic->jobs) EXPECT_EQ(record.slowdown, 1.0);
}

// Of four GPUs those are nearest to each other that two NVLinks join, and they are at different
// adapters: gpu0 with gpu3, gpu1 with gpu2. So jobs of two GPUs share both.
TEST(SharedLinks, JobsOfTwoGpusOnDgx1MeetAtTheAdaptersOfTheirPairs) {
  const CheckedScenario scenario = two_nodes("dgx1-v100");
  const RunResult result = run_on(scenario, {on_two_nodes(2), on_two_nodes(2)});
  ASSERT_EQ(result.traffic->jobs.size(), 2U);
  const double exchange = exchange_over(at_adapter(scenario, "ib0")) / 2.0;  // a ring over each
  for (const TrafficRecord& record : result.traffic->jobs)
    EXPECT_NEAR(record.slowdown, closed_form(exchange), 1e-6);
}

TEST(SharedLinks, JobsOfOneGpuThatShareAnAdapterOfADgx1MeetThere) {
  const CheckedScenario scenario = two_nodes("dgx1-v100");
  const RunResult result = run_on(scenario, std::vector<Job>(8, on_two_nodes(1)));
  for (const TrafficRecord& record : result.traffic->jobs)
    EXPECT_NEAR(record.slowdown, closed_form(exchange_over(at_adapter(scenario, "ib0"))), 1e-6);
}

TEST(SharedLinks, AJobAloneOnWholeNodesUsesAllAdapters) {
  const CheckedScenario scenario = two_nodes("dgx1-v100");
  const RunResult result = run_on(scenario, {on_two_nodes(8)});
  EXPECT_EQ(result.traffic->jobs.at(0).slowdown, 1.0);
  // Four rings, up and down on each of two nodes.
  EXPECT_EQ(result.traffic->busiest.size(), 10U);
  for (const LinkUse& use : result.traffic->busiest) EXPECT_THAT(use.name, Not(HasSubstr(":")));
}

std::size_t jobs_run(const CheckedScenario& scenario) {
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish().jobs.size();
}

// Their GPUs are numbered, since parts of them are shared, and nobody knows what joins them.
TEST(SharedLinks, OfNodesWithoutAGraphAreNoneWhereTheirGpusAreShared) {
  const CheckedScenario scenario = test::checked(R"({"format": 1, "cluster": {
      "nodes": {"a": {"type": "custom", "count": 2, "gpus": 4, "gpu_model": "a100-sxm4-40gb"},
                "b": {"type": "dell-c4130-c", "count": 2}},
      "networks": {"compute": {"type": "single-switch", "link": "25 Gbit/s", "latency": "1 us"}}},
    "workload": {"streams": {"s": {"application": "vgg-16", "closed": {"jobs": 4, "duration": "1 h",
      "gpus": {"1": 1, "2": 1}, "run_time": {"distribution": "constant", "value": "10 min"}}}}},
    "scheduler": {"policy": "fifo", "backfill": "none", "placement": "pack", "gpu_sharing": "shares"}})");
  EXPECT_GT(jobs_run(scenario), 0U);
}

TEST(SharedLinks, TheLinkThatSlowsAJobInsideOfANodeIsNamed) {
  const RunResult result =
      run_on(two_nodes("dell-c4130-seed-rack", "1 Tbit/s"), {on_two_nodes(2), on_two_nodes(2)});
  ASSERT_FALSE(result.traffic->jobs.at(0).slowed_by.is_none());
  EXPECT_THAT(result.traffic->links.at(result.traffic->jobs[0].slowed_by.index()),
              HasSubstr("hca0"));
}

}  // namespace
}  // namespace gpuscape
