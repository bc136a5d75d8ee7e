/// Every access: a copy to or from a GPU of another node is never quicker than a local one.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/model/access/remote_access.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// A client and a node that lends GPUs, and one like it whose GPUs are local.
struct Case {
  const char* name;
  const char* nodes;
  const char* network;
  const char* access;
  double ratio = 1.0;  ///< bytes within a node for each one on the wire
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"rdma", R"("client": {"type": "dell-r730"}, "gpu": {"type": "dell-c4130-seed-rack"},
                  "local": {"type": "dell-c4130-seed-rack"})",
       R"("type": "single-switch", "switch": "mellanox-sx6036")",
       R"("type": "api-remoting", "software": "bitfusion-optimised-ib")"},
      {"tcp", R"("client": {"type": "dell-r730"}, "gpu": {"type": "dell-c4130-seed-rack"},
                 "local": {"type": "dell-c4130-seed-rack"})",
       R"("type": "single-switch", "link": "10 Gbit/s", "latency": "1 us",
          "transport": "tcp-kernel-10g")",
       R"("type": "api-remoting", "software": "bitfusion-tcp")"},
      {"ndr-own-rate", R"("client": {"type": "cpu-2s-2024"}, "gpu": {"type": "dgx-h100"},
                          "local": {"type": "dgx-h100"})",
       R"("type": "single-switch", "switch": "nvidia-qm9700")",
       R"("type": "api-remoting",
          "software": {"per_call_overhead": "1 us", "bytes_per_call": "0 B", "copy_rate": "3 GB/s"})"},
      {"compressed-rdma",
       R"("client": {"type": "dell-r730"}, "gpu": {"type": "dell-c4130-seed-rack"},
                             "local": {"type": "dell-c4130-seed-rack"})",
       R"("type": "single-switch", "switch": "mellanox-sx6036")",
       R"("type": "api-remoting",
          "software": {"per_call_overhead": "1 us", "bytes_per_call": "0 B",
                       "compression": {"ratio": 16, "rate": "900 GB/s"}})",
       16.0},
      {"compressed-tcp",
       R"("client": {"type": "dell-r730"}, "gpu": {"type": "dell-c4130-seed-rack"},
                            "local": {"type": "dell-c4130-seed-rack"})",
       R"("type": "single-switch", "link": "10 Gbit/s", "latency": "1 us",
          "transport": "tcp-kernel-10g")",
       R"("type": "api-remoting",
          "software": {"per_call_overhead": "1 us", "bytes_per_call": "0 B",
                       "compression": {"ratio": 64, "rate": "900 GB/s"}})",
       64.0},
      {"compressed-tcp-by-stages",
       R"("client": {"type": "dell-r730"}, "gpu": {"type": "dell-c4130-seed-rack"},
          "local": {"type": "dell-c4130-seed-rack"})",
       R"("type": "single-switch", "link": "10 Gbit/s", "latency": "1 us",
          "transport": "tcp-kernel-10g")",
       R"("type": "api-remoting",
          "software": {"per_call_overhead": "1 us", "bytes_per_call": "0 B",
                       "pipelined_copies": false, "compression": {"ratio": 4, "rate": "2 GB/s"}})",
       4.0},
      {"ndr", R"("client": {"type": "cpu-2s-2024"}, "gpu": {"type": "dgx-h100"},
                 "local": {"type": "dgx-h100"})",
       R"("type": "single-switch", "switch": "nvidia-qm9700")",
       R"("type": "api-remoting", "software": "rcuda-fdr")"},
      {"composed", R"("client": {"type": "cpu-2s-2024"},
                      "gpu": {"type": "gpu-box", "gpus": 4, "gpu": "a100-pcie-80gb",
                              "link": "26 GB/s"},
                      "local": {"type": "fujitsu-cdi-a100x10"})",
       R"("type": "composed-pcie", "fabric": "fujitsu-cdi-box")", R"("type": "composed-pcie")"}};
  return all;
}

CheckedScenario scenario_of(const Case& of, const std::string& streams) {
  return test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{{}}}, "networks": {{"over": {{{}}}}},
        "gpu_access": {{{}, "over": "over", "clients": ["client"], "servers": ["gpu"]}}}},
      "workload": {{"streams": {{"s": {}}}}}, "run": {{"detail": "step"}}}})",
      of.nodes, of.network, of.access, streams));
}

constexpr double kSizes[] = {64.0, 4096.0, 1e6, 1e8, 1e10};

Seconds local_copy(const Case& of, double bytes, bool to_gpu) {
  const char* ends = to_gpu ? R"("from": "local/mem0", "to": "local/gpu0")"
                            : R"("from": "local/gpu0", "to": "local/mem0")";
  const CheckedScenario scenario = scenario_of(
      of, fmt::format(R"({{"transfers": [{{{}, "bytes": "{:.0f} B"}}]}})", ends, bytes));
  return run_transfers(scenario).rows.at(0).duration();
}

TEST(AccessContract, NoCopyIsQuickerThanALocalOne) {
  for (const Case& of : cases()) {
    const CheckedScenario scenario = scenario_of(
        of, R"({"transfers": [{"from": "local/mem0", "to": "local/gpu0", "bytes": "1 B"}]})");
    ASSERT_NE(scenario.access, nullptr) << of.name;
    const Platform& platform = scenario.cluster->platform();
    const RemoteGpu gpu{platform.first_node(0), platform.first_node(1), 0};
    for (const double bytes : kSizes) {
      for (const bool to_gpu : {true, false}) {
        const RemoteCopy copy = scenario.access->copy(gpu, Bytes(bytes / of.ratio), to_gpu);
        const double local = local_copy(of, bytes, to_gpu).value();
        EXPECT_GE(copy.alone.value(), local * (1.0 - 1e-9))
            << of.name << ", " << bytes << " B " << (to_gpu ? "to" : "from") << " the GPU";
        EXPECT_GE(copy.alone, copy.fixed);
        EXPECT_GE(copy.alone, copy.bound);
      }
    }
  }
}

/// What a step's plan makes of the same bytes is what jobs pay for them.
TEST(AccessContract, StepsAndJobsCopyAlike) {
  for (const Case& of : cases()) {
    std::string text = fmt::format(
        R"({{"format": 1, "cluster": {{"nodes": {{{}}}, "networks": {{"over": {{{}}}}},
        "gpu_access": {{{}, "over": "over", "clients": ["client"], "servers": ["gpu"]}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 10,
          "batch_per_gpu": 1, "prefetch": 0, "calls_per_step": 0,
          "to_gpu_per_sample": "100 MB"}}}},
        "streams": {{"s": {{"steps": [{{"application": "a", "on": ["gpu/gpu0"],
                                        "client": "client"}}]}}}}}},
      "run": {{"detail": "step"}}}})",
        of.nodes, of.network, of.access);
    const CheckedScenario scenario = test::checked(text);
    const StepRow row = run_transfers(scenario).steps.at(0);
    const Platform& platform = scenario.cluster->platform();
    const RemoteGpu gpu{platform.first_node(0), platform.first_node(1), 0};
    const Seconds job = scenario.access->copy(gpu, Bytes(1e8 / of.ratio), true).alone;
    EXPECT_NEAR(row.copies.value(), job.value(), job.value() * 1e-9) << of.name;
    EXPECT_NEAR(row.step().value(), 0.1 + row.calls.value() + row.copies.value(), 1e-9) << of.name;
  }
}

}  // namespace
}  // namespace gpuscape
