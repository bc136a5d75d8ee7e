/// GPUs of other nodes: the orders and bands that the founding deck and published work have.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// The deck's rack: R730 without GPUs and C4130 with four M40 each, behind one FDR switch.
struct Rack {
  int servers = 4;
  std::string software = R"("bitfusion-optimised-ib")";
  std::string network = R"("switch": "mellanox-sx6036")";
  std::string access = "";
  std::string application = R"("type": "googlenet", "batch_per_gpu": 128, "overlap": 0)";
};

/// The naive transport: 10 GbE, and every call waits.
Rack tcp() {
  return {.software = R"("bitfusion-tcp")",
          .network = R"("link": "10 Gbit/s", "latency": "1 us", "transport": "tcp-kernel-10g")"};
}

std::vector<StepRow> rows_of(const Rack& of, const std::string& steps) {
  return run_transfers(test::checked(fmt::format(
                           R"({{"format": 1, "cluster": {{
        "nodes": {{"client": {{"type": "dell-r730", "count": 4}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": {}}}}},
        "networks": {{"compute": {{"type": "single-switch", {}}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": {} {}}}}},
      "workload": {{"applications": {{"a": {{{}}}}},
        "streams": {{"s": {{"steps": [{{"application": "a", {}}}]}}}}}},
      "run": {{"detail": "step"}}}})",
                           of.servers, of.network, of.software, of.access, of.application, steps)))
      .steps;
}

double rate_of(const StepRow& row) {
  return row.samples_per_second() / static_cast<double>(row.gpus);
}

constexpr const char* kNative = R"("on": ["gpu"], "gpus": [1, 2, 4, 8, 16])";
constexpr const char* kRemote = R"("on": ["gpu"], "gpus": [1, 2, 4, 8, 16], "client": "client/0")";

TEST(RemoteOrders, NaiveTcpAtOneGpuIsFarFromNative) {
  const double native = rate_of(rows_of(tcp(), kNative).at(0));
  const double remote = rate_of(rows_of(tcp(), kRemote).at(0));
  EXPECT_LE(remote / native, 0.65);
  EXPECT_GE(remote / native, 0.3);
}

TEST(RemoteOrders, RdmaIsCloseToNativeAtEqualCounts) {
  const std::vector<StepRow> native = rows_of({}, kNative);
  const std::vector<StepRow> remote = rows_of({}, kRemote);
  ASSERT_EQ(native.size(), 5U);
  EXPECT_GE(rate_of(remote[0]) / rate_of(native[0]), 0.97);
  for (std::size_t i = 0; i < native.size(); ++i) {
    const double by = rate_of(native[i]) / rate_of(native[0]);
    EXPECT_NEAR(rate_of(remote[i]) / rate_of(remote[0]), by, 0.03) << native[i].gpus;
    EXPECT_LE(rate_of(remote[i]), rate_of(native[i])) << native[i].gpus;
  }
}

TEST(RemoteOrders, StrongScalingIsThatOfNativeWithinThreePoints) {
  const std::vector<StepRow> native =
      rows_of({}, std::string(kNative) + R"(, "scaling": "strong")");
  const std::vector<StepRow> remote =
      rows_of({}, std::string(kRemote) + R"(, "scaling": "strong")");
  for (std::size_t i = 0; i < native.size(); ++i)
    EXPECT_NEAR(rate_of(remote[i]) / rate_of(remote[0]), rate_of(native[i]) / rate_of(native[0]),
                0.03)
        << native[i].gpus;
  EXPECT_EQ(remote.back().bound_by, "gpu/0: cpu0 → hca0");
}

/// (slowest - fastest) ÷ slowest of the five ways to have four GPUs.
double spread_of_layouts(const Rack& of) {
  std::vector<double> steps;
  for (const char* layout :
       {R"("on": ["gpu/0/gpu0-3"], "client": "gpu/0")",
        R"("on": ["gpu/0/gpu0-2", "gpu/1/gpu0"], "client": "gpu/0")",
        R"("on": ["gpu/0/gpu0-1", "gpu/1/gpu0-1"], "client": "gpu/0")",
        R"("on": ["gpu/0/gpu0-1", "gpu/1/gpu0", "gpu/2/gpu0"], "client": "gpu/0")",
        R"("on": ["gpu/0/gpu0", "gpu/1/gpu0", "gpu/2/gpu0", "gpu/3/gpu0"], "client": "client/0")"})
    steps.push_back(rows_of(of, layout).at(0).step().value());
  const auto [fastest, slowest] = std::ranges::minmax(steps);
  return (slowest - fastest) / slowest;
}

TEST(RemoteOrders, WhereGpusAreMattersOverTcpAndHardlyOverRdma) {
  EXPECT_LE(spread_of_layouts({}), 0.03);
  EXPECT_GT(spread_of_layouts(tcp()), 0.5);
}

TEST(RemoteOrders, SixtyFourGpusOfOneClientAreBoundByItsAdapter) {
  Rack of;
  of.servers = 16;
  const std::vector<StepRow> rows =
      rows_of(of, R"("on": ["gpu"], "gpus": [1, 64], "client": "client/0")");
  const double efficiency = rate_of(rows[1]) / rate_of(rows[0]);
  EXPECT_GE(efficiency, 0.40);
  EXPECT_LE(efficiency, 0.55);
  EXPECT_EQ(rows[1].bound_by, "client/0: cpu0 → hca0");
}

/// The round trip at which a step is 5 % longer than on a local GPU, by bisection; 0: never.
double break_even(const std::string& software) {
  Rack of{.software = software,
          .application = R"("type": "data-parallel", "samples_per_second": 2462,
            "batch_per_gpu": 256, "launches_per_step": 0, "calls_per_step": 3000,
            "synchronous_calls_per_step": 6, "to_gpu_per_sample": "602.112 kB")"};
  const auto slower_at = [&](double round_trip) {
    of.access = fmt::format(R"(, "round_trip": "{:.17g} s")", round_trip);
    const StepRow row = rows_of(of, R"("on": ["gpu/0/gpu0"], "client": "client/0")").at(0);
    return row.step() > row.compute * 1.05;
  };
  if (slower_at(0.0)) return 0.0;
  double least = 0.0;
  double most = 0.1;
  for (int i = 0; i < 40; ++i) (slower_at((least + most) / 2) ? most : least) = (least + most) / 2;
  return least;
}

// Batched training bears what a slow network has; a forwarder that waits for 3000 calls bears none.
TEST(RemoteOrders, TheRoundTripAtWhichRemoteGpusStopPaying) {
  const double batched = break_even(R"("bitfusion-optimised-ib")");
  EXPECT_GE(batched, 0.7e-3);
  EXPECT_LE(batched, 1.05e-3);
  EXPECT_LT(break_even(R"({"calls": "synchronous", "per_call_overhead": "0 s"})"), 2e-6);
  EXPECT_LT(break_even(R"("bitfusion-tcp")"), 2e-6);
}

/// Eight A100 of one board: with NVSwitch in a DGX, and in two boxes of which each has one uplink.
std::vector<StepRow> composed(const std::string& application, const std::string& on,
                              const std::string& client) {
  return run_transfers(test::checked(fmt::format(
                           R"({{"format": 1, "cluster": {{
        "nodes": {{"native": {{"type": "dgx-a100-80gb", "gpu": {{"model": "a100-pcie-80gb"}}}},
                   "host": {{"type": "cpu-2s-2024"}},
                   "box": {{"type": "gpu-box", "count": 2, "gpus": 8, "gpu": "a100-pcie-80gb",
                            "link": "26 GB/s"}}}},
        "networks": {{"fabric": {{"type": "composed-pcie", "fabric": "fujitsu-cdi-box"}}}},
        "gpu_access": {{"type": "composed-pcie", "over": "fabric", "clients": ["host"],
                        "servers": ["box"]}}}},
      "workload": {{"applications": {{"a": {{"type": "{}", "overlap": 0}}}},
        "streams": {{"s": {{"steps": [{{"application": "a", "on": {} {}}}]}}}}}},
      "run": {{"detail": "step"}}}})",
                           application, on, client)))
      .steps;
}

TEST(RemoteOrders, ComposedPcieCostsResNetLittleAndVggMuch) {
  const char* client = R"(, "client": "host")";
  const auto native_resnet = composed("resnet-50", R"(["native"], "gpus": [4, 8])", "");
  const auto resnet = composed("resnet-50", R"(["box/0/gpu0-7"], "gpus": [4, 8])", client);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(resnet.at(i).step() / native_resnet.at(i).step(), 1.0, 0.05) << resnet[i].gpus;
  const auto native_vgg = composed("vgg-16", R"(["native"])", "");
  const auto vgg = composed("vgg-16", R"(["box/0/gpu0-3", "box/1/gpu0-3"])", client);
  EXPECT_GE(vgg.at(0).step() / native_vgg.at(0).step(), 1.10);
}

}  // namespace
}  // namespace gpuscape
