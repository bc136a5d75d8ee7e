/// By which adapters collectives leave a node.

#include <gtest/gtest.h>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

/// Eight GPUs of NVLink 4, two on each of four switches of two sockets, and adapters of NDR on the
/// first switches.
std::string node_with(int adapters) {
  std::string devices = R"("cpu0": "cpu", "cpu1": "cpu")";
  std::string links;
  std::string nics;
  const auto link = [&](const std::string& a, const std::string& b) {
    links += fmt::format(R"({}{{"between": ["{}", "{}"], "type": "pcie-gen5", "lanes": 16}})",
                         links.empty() ? "" : ", ", a, b);
  };
  for (int i = 0; i < 4; ++i) {
    devices += fmt::format(R"(, "sw{}": "pcie_switch")", i);
    link(fmt::format("cpu{}", i / 2), fmt::format("sw{}", i));
  }
  for (int i = 0; i < 8; ++i) {
    devices += fmt::format(R"(, "gpu{}": "gpu")", i);
    link(fmt::format("sw{}", i / 2), fmt::format("gpu{}", i));
  }
  for (int i = 0; i < adapters; ++i) {
    devices += fmt::format(R"(, "ib{}": "nic")", i);
    link(fmt::format("sw{}", i), fmt::format("ib{}", i));
    nics += fmt::format(R"({}"ib{}": {{"model": "cx7-ndr"}})", i == 0 ? "" : ", ", i);
  }
  return fmt::format(
      R"("type": "graph", "count": 2, "devices": {{{}}}, "links": [{}], "nics": {{{}}},
         "cpu": {{"inter_socket": {{"type": "upi2", "links": 4}}}},
         "gpu": {{"model": "h100-sxm5-80gb", "count": 8}},
         "gpu_fabric": {{"kind": "nvswitch", "type": "nvlink-4", "links_per_gpu": 18,
                         "switch": "nvswitch-3"}})",
      devices, links, nics);
}

CollectiveRow row_of(int adapters, std::string_view algorithm) {
  const std::string text = fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{{}}}}}, "networks": {{"compute":
          {{"type": "single-switch", "switch": "nvidia-qm9700"}}}}}}, "workload": {{"streams":
          {{"s": {{"collectives": [{{"operation": "all-reduce", "among": ["n"], "bytes": "8 GiB",
          "algorithm": "{}"}}]}}}}}}, "run": {{"detail": "step"}}}})",
      node_with(adapters), algorithm);
  return run_transfers(test::checked(test::load_text(text, "test.json"))).collectives.at(0);
}

// A ring's bus bandwidth is what all adapters carry: 48.65 GB/s of payload each.
TEST(Adapters, FewerThanGpusCarryEqualPartsOfARing) {
  for (const int adapters : {1, 2, 3, 4})
    EXPECT_NEAR(row_of(adapters, "ring").bus_bandwidth().value() / (adapters * 48.65e9), 1.0, 0.01)
        << adapters;
}

// Over each adapter of a tree over two nodes goes n ÷ adapters, of a ring 2 · 15/16 of that.
TEST(Adapters, CarryNoMoreThanTheirLineWhateverTheAlgorithm) {
  for (const int adapters : {1, 2, 4}) {
    const double line = adapters * 50e9;
    for (const char* algorithm : {"ring", "tree", "two-level", "nvls-tree"}) {
      const double least = std::string_view(algorithm) == "ring" ? 15.0 / 8.0 : 1.0;
      const double bytes = 8.0 * 1073741824.0 * least;
      EXPECT_LE(bytes / row_of(adapters, algorithm).duration().value(), line) << algorithm;
    }
  }
}

TEST(Adapters, WhereTheyAreFewAutoReducesWithinNodesFirst) {
  const double two_level = row_of(1, "two-level").duration().value();
  EXPECT_LE(row_of(1, "auto").duration().value(), two_level);
  EXPECT_LT(two_level, row_of(1, "ring").duration().value());
}

// Four behind each GPU: all 32 of 12.5 GB/s carry a ring.
TEST(Adapters, MoreThanGpusAllCarryARing) {
  const auto rows = test::collective_rows(
      {.node = "aws-p5-host",
       .count = 2,
       .networks =
           R"("compute": {"type": "single-switch", "link": "12.5 GB/s", "latency": "1 us"})",
       .collective = R"("operation": "all-reduce", "among": ["n"], "bytes": "8 GiB",
                        "algorithm": "ring")"});
  EXPECT_GT(rows.at(0).bus_bandwidth().value(), 300e9);
  EXPECT_LT(rows.at(0).bus_bandwidth().value(), 400e9);
}

}  // namespace
}  // namespace gpuscape
