/// Appliances and composed hosts in one cluster: jobs exchange data over the network that joins
/// their nodes, and those on one network do nothing to those on the other.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

constexpr const char* kAppliances = R"("gpu": {"type": "dgx-a100-40gb", "count": 8})";
constexpr const char* kComposed = R"("host": {"type": "cpu-2s-2024", "count": 4},
    "box": {"type": "gpu-box", "count": 4, "gpus": 8, "gpu": "a100-pcie-40gb", "link": "26 GB/s"})";
constexpr const char* kCompute = R"("compute": {"type": "leaf-spine", "link": "25 Gbit/s",
    "latency": "1 us", "hosts_per_leaf": 3, "oversubscription": 4, "path": "dst-mod-k"})";
constexpr const char* kFabric =
    R"("fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4", "joins": ["host", "box"]})";
constexpr const char* kAccess = R"(, "gpu_access": {"type": "composed-pcie", "over": "fabric",
    "clients": ["host"], "servers": ["box"]})";

/// So many jobs of 16 GPUs at a time, each of which finds room at once.
std::string stream(const std::string& name, const std::string& model, int jobs) {
  return fmt::format(
      R"("{}": {{"application": {{"step_time": "200 ms", "bytes_per_step": "5 GB",
             "collective": "auto"}}, "gpu_models": "{}",
          "closed": {{"jobs": {}, "duration": "5 h", "gpus": {{"16": 1}},
            "run_time": {{"distribution": "lognormal", "median": "1 h", "sigma": 0.5}}}}}})",
      name, model, jobs);
}

RunResult run(const std::string& nodes, const std::string& networks, const std::string& access,
              const std::string& streams) {
  const CheckedScenario scenario = test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{{}}}, "networks": {{{}}}{}}},
      "workload": {{"streams": {{{}}}}}, "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
      nodes, networks, access, streams));
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

/// Start, end and slowdown of the jobs on nodes whose names begin so.
std::vector<std::vector<double>> lives(const RunResult& result, const std::string& group) {
  std::vector<std::vector<double>> all;
  for (const TrafficRecord& record : result.traffic->jobs) {
    const Segment& segment = result.jobs.segments(record.job).front();
    const AllocationSpan& span = result.jobs.spans(segment).back();
    if (result.nodes[result.group_of(span.node)].group == group)
      all.push_back({segment.start.value(), segment.end.value(), record.slowdown});
  }
  return all;
}

TEST(TwoNetworks, CarryTheirOwnJobs) {
  const std::string own = stream("own", "a100-sxm4", 4);
  const std::string lent = stream("lent", "a100-pcie", 2);
  const RunResult both =
      run(fmt::format("{}, {}", kAppliances, kComposed), fmt::format("{}, {}", kCompute, kFabric),
          kAccess, fmt::format("{}, {}", own, lent));
  const RunResult appliances = run(kAppliances, kCompute, "", own);
  const RunResult composed = run(kComposed, kFabric, kAccess, lent);
  EXPECT_GT(lives(both, "gpu").size(), 10U);
  EXPECT_GT(lives(both, "box").size(), 5U);
  EXPECT_EQ(lives(both, "gpu"), lives(appliances, "gpu"));
  EXPECT_EQ(lives(both, "box"), lives(composed, "box"));
  EXPECT_GT(appliances.traffic->lost, GpuSeconds(0.0));
  EXPECT_NEAR(both.traffic->lost / (appliances.traffic->lost + composed.traffic->lost), 1.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
