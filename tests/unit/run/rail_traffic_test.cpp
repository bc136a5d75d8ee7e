/// Jobs on nodes with several adapters: a ring per rail.

#include <gmock/gmock.h>

#include "tests/support/rail_nodes.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::rail_nodes;
using test::run_traffic;
using test::TrafficCase;
using testing::HasSubstr;

const std::string kSwitch =
    R"("switch": {"ports": 64, "speed": "10 GB/s", "port_to_port_latency": "0 s"})";

TrafficCase on(const std::string& network, const std::string& more = "") {
  return {network, "{" + kSwitch + more + "}", {Seconds(0.5), Bytes(5e9)}, {}};
}

double average_use(const RunResult& result) { return result.traffic->busiest.at(0).mean; }

// Two nodes reduce 5 GB a step after 0.5 s of computing: 2·(2−1)/2·5 GB over 10 GB/s are 0.5 s on
// one rail and an eighth of that on eight. The links' shares of the step say so.
TEST(RailTraffic, ExchangesEightTimesFasterOverEightRails) {
  const auto one = run_traffic(rail_nodes(2, 1), {job(0, 16, 100)}, on("single-switch"));
  const auto eight = run_traffic(rail_nodes(2, 8), {job(0, 16, 100)}, on("single-switch"));
  EXPECT_NEAR(average_use(one), 0.5 / (0.5 + 0.5), 1e-9);
  EXPECT_NEAR(average_use(eight), 0.0625 / (0.5 + 0.0625), 1e-9);
}

TEST(RailTraffic, IsBoundByAdaptersThatAreSlowerThanTheirPorts) {
  const auto slow = run_traffic(rail_nodes(2, 1, 5e9), {job(0, 16, 100)}, on("single-switch"));
  EXPECT_NEAR(average_use(slow), 1.0 / (0.5 + 1.0), 1e-9);
  EXPECT_EQ(slow.traffic->jobs[0].slowdown, 1.0) << "run times are of jobs on these nodes";
}

TEST(RailTraffic, MeetsNoSpineWithinAUnit) {
  const auto alone = run_traffic(rail_nodes(32, 8), {job(0, 256, 100)}, on("rail-optimised"));
  EXPECT_EQ(alone.traffic->jobs[0].slowdown, 1.0);
  EXPECT_EQ(alone.traffic->busiest.size(), 10U);
  for (const LinkUse& use : alone.traffic->busiest) EXPECT_THAT(use.name, Not(HasSubstr("spine")));
  const auto across = run_traffic(rail_nodes(40, 8), {job(0, 320, 100)}, on("rail-optimised"));
  EXPECT_EQ(across.traffic->jobs[0].slowdown, 1.0) << "spines do not block";
}

// Every rank's neighbour stands below the other leaf where nodes are taken in turn; here the ring
// crosses once each way per rail, and four uplinks of a leaf carry the eight rails' flows: half.
TEST(RailTraffic, LosesHalfItsPaceAcrossATwiceOversubscribedLeaf) {
  TrafficCase thin =
      on("leaf-spine", R"(, "hosts_per_leaf": 1, "oversubscription": 2, "path": "adaptive")");
  const auto split = run_traffic(rail_nodes(2, 8), {job(0, 16, 100)}, thin);
  EXPECT_NEAR(split.traffic->jobs[0].slowdown, (0.5 + 2 * 0.0625) / (0.5 + 0.0625), 1e-9);
  EXPECT_THAT(split.traffic->links.at(split.traffic->jobs[0].slowed_by.index()),
              HasSubstr("spines"));
}

}  // namespace
}  // namespace gpuscape
