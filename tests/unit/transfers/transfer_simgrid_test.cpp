/// The referee: transfers of every topology end in SimGrid's network when they end in ours. Each
/// test runs in a process of its own, as SimGrid needs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/simgrid/transfer_simgrid.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

/// The largest relative difference of dates.
double difference(const test::TransferText& text) {
  const CheckedScenario scenario = test::transfer_scenario(text);
  const TransferResult ours = run_transfers(scenario);
  // As another process gets them.
  std::istringstream sent(
      transfers_text(scenario.plan, links_of(scenario.plan, scenario.cluster->graph())));
  const std::vector<TransferDates> theirs =
      run_transfers_on_simgrid(read_transfers(sent), {.precision = Seconds(1e-12)});
  double largest = 0.0;
  for (std::size_t i = 0; i < theirs.size(); ++i)
    largest = std::max(largest, std::abs(ours.rows[i].end / theirs[i].end - 1.0));
  EXPECT_FALSE(theirs.empty());
  return largest;
}

/// Three sizes of a random permutation of all GPUs, over nothing but links.
constexpr const char* kPermutation =
    R"({"permutation": "random", "bytes": ["64 MB", "3 MB", "700 kB"], "transport": "links-alone"})";

TEST(SimGridAgrees, InADgx1) {
  EXPECT_LT(difference({.nodes = R"("d": {"type": "dgx1-v100"})", .transfers = kPermutation}),
            1e-5);
}

TEST(SimGridAgrees, OverOneSwitch) {
  EXPECT_LT(difference(test::on_a_switch(24, kPermutation)), 1e-5);
}

TEST(SimGridAgrees, OverLeavesAndSpines) {
  test::TransferText text = test::on_a_switch(24, kPermutation);
  text.networks = R"("compute": {"type": "leaf-spine", "link": "12.5 GB/s", "latency": "1 us",
      "hosts_per_leaf": 4, "oversubscription": 2})";
  EXPECT_LT(difference(text), 1e-5);
}

TEST(SimGridAgrees, OverAFatTree) {
  test::TransferText text = test::on_a_switch(24, kPermutation);
  text.networks = R"("compute": {"type": "fat-tree", "link": "12.5 GB/s", "latency": "1 us",
      "ports": 8})";
  EXPECT_LT(difference(text), 1e-5);
}

TEST(SimGridAgrees, WithStoresAboveTheLeaves) {
  test::TransferText text = test::on_a_switch(24, std::string(kPermutation) + R"(,
      {"from": "storage/array", "to": "n/0", "bytes": "900 MB"},
      {"from": "storage/array", "to": "n/5/gpu1", "bytes": "700 MB"},
      {"from": "storage/array", "to": "n/6", "bytes": "300 MB", "start": "1 ms"},
      {"from": "n/9/gpu0", "to": "storage/array", "bytes": "200 MB"})");
  text.networks = R"("compute": {"type": "leaf-spine", "link": "12.5 GB/s", "latency": "1 us",
      "hosts_per_leaf": 4, "oversubscription": 2})";
  text.cluster = R"(, "storage": {"array": {"type": "appliance", "over": "compute",
      "per_node": "5 GB/s", "model": {"read_bandwidth": "10 GB/s", "write_bandwidth": "4 GB/s"}}})";
  EXPECT_LT(difference(text), 1e-5);
}

TEST(SimGridAgrees, OverHashedPaths) {
  test::TransferText text = test::on_a_switch(24, kPermutation);
  text.networks = R"("compute": {"type": "leaf-spine", "link": "12.5 GB/s", "latency": "1 us",
      "hosts_per_leaf": 4, "path": "hash"})";
  text.seed = "2";
  EXPECT_LT(difference(text), 1e-5);
}

TEST(SimGridAgrees, OverRails) {
  test::TransferText text{.nodes = R"("d": {"type": "dgx1-v100", "count": 12})",
                          .transfers = kPermutation};
  text.networks = R"("compute": {"type": "rail-optimised", "link": "12.5 GB/s",
      "latency": "1 us", "ports": 16, "nodes_per_unit": 4})";
  EXPECT_LT(difference(text), 1e-5);
}

TEST(SimGridAgrees, WithLatenciesBoundsAndHostMemoryBetween) {
  EXPECT_LT(difference(test::on_a_switch(8, R"({"permutation": "random", "bytes": ["4 kB", "3 MB"]},
                      {"permutation": "shift", "shift": 3, "bytes": "9 MB",
                       "transport": "tcp-kernel-100g", "start": "200 us"})")),
            1e-5);
}

/// Two clients from the beginning, a third on this GPU and another one from 1 s on.
TEST(SimGridAgrees, WhereClientsShareAGpu) {
  const CheckedScenario scenario = test::checked(R"({"format": 1, "cluster": {
        "nodes": {"client": {"type": "dell-r730", "count": 3},
                  "gpu": {"type": "dell-c4130-seed-rack", "count": 1}},
        "networks": {"compute": {"type": "single-switch", "switch": "mellanox-sx6036"}},
        "gpu_access": {"type": "api-remoting", "over": "compute", "clients": ["client"],
                       "servers": ["gpu"], "software": "bitfusion-optimised-ib"}},
      "workload": {"applications": {"a": {"type": "data-parallel", "samples_per_second": 100,
          "batch_per_gpu": 4, "calls_per_step": 500, "synchronous_calls_per_step": 8,
          "to_gpu_per_sample": "602 kB", "prefetch": 0}},
        "streams": {"s": {"steps": [
          {"application": "a", "on": ["gpu/gpu0"], "client": "client/0", "steps": 50},
          {"application": "a", "on": ["gpu/gpu0"], "client": "client/1", "steps": 50,
           "start": "13 ms"},
          {"application": "a", "on": ["gpu/gpu0-1"], "client": "client/2", "steps": 25,
           "start": "1 s"}]}}},
      "run": {"detail": "step"}})");
  const TransferResult ours = run_transfers(scenario);
  std::istringstream sent(
      transfers_text(scenario.plan, links_of(scenario.plan, scenario.cluster->graph())));
  const std::vector<TransferDates> theirs =
      run_transfers_on_simgrid(read_transfers(sent), {.precision = Seconds(1e-12)});
  ASSERT_EQ(theirs.size(), 3U);
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    EXPECT_EQ(ours.steps[i].bound_by, "others on its GPUs");
    EXPECT_NEAR(ours.steps[i].end / theirs[i].end, 1.0, 1e-5);
  }
}

}  // namespace
}  // namespace gpuscape
