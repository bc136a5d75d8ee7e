/// What collectives take against what there is between their GPUs: latency, messages, sizes, ranks.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

constexpr std::array kReductions = {"ring", "tree", "two-level", "nvls-tree", "auto"};

double seconds_of(const test::CollectiveText& text) {
  return test::collective_rows(text).at(0).duration().value();
}

test::CollectiveText on_link(int nodes, const std::string& collective, const char* latency,
                             const char* more = "") {
  return {.node = "dgx-h100",
          .count = nodes,
          .networks = fmt::format(
              R"("compute": {{"type": "single-switch", "link": "50 GB/s", "latency": "{}"{}}})",
              latency, more),
          .collective = collective};
}

std::string few_bytes(std::string_view operation, std::string_view algorithm = "auto") {
  return fmt::format(R"("operation": "{}", "among": ["n"], "bytes": "8 B", "algorithm": "{}")",
                     operation, algorithm);
}

// A switch more or less on the way is once each way at least.
TEST(CollectiveTimes, ShowTheLatencyOfTheNetwork) {
  for (const char* algorithm : kReductions) {
    const double near = seconds_of(on_link(2, few_bytes("all-reduce", algorithm), "1 us"));
    const double far = seconds_of(on_link(2, few_bytes("all-reduce", algorithm), "1 ms"));
    EXPECT_GT(far - near, 1.99e-3) << algorithm;
  }
  for (const char* operation : {"all-gather", "reduce-scatter", "all-to-all", "broadcast"})
    EXPECT_GT(seconds_of(on_link(2, few_bytes(operation), "1 ms")), 0.999e-3) << operation;
}

TEST(CollectiveTimes, AreNeverBelowOneMessageOfTheTransport) {
  for (const char* transport : {"ib-verbs-ndr", "tcp-kernel-100g", "roce-v2-400g"}) {
    const std::string more = fmt::format(R"(, "transport": "{}")", transport);
    const auto message = test::transfer_rows(
        {.nodes = R"("n": {"type": "dgx-h100", "count": 2})",
         .networks = on_link(2, "", "1 us", more.c_str()).networks,
         .transfers = R"({"from": "n/0/gpu0", "to": "n/1/gpu0", "bytes": "8 B"})"});
    for (const char* operation :
         {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-receive"})
      EXPECT_GE(seconds_of(on_link(2, few_bytes(operation), "1 us", more.c_str())),
                test::seconds(message.at(0)))
          << transport << ", " << operation;
  }
}

TEST(CollectiveTimes, NeverFallWithSize) {
  std::string sizes;
  for (int power = 3; power <= 31; ++power)
    sizes += fmt::format("{}\"{} B\", \"{} B\"", power > 3 ? ", " : "", 1LL << power,
                         (1LL << power) + 4);
  for (const char* node : {"dgx-h100", "pcie-8gpu-4u", "dgx1-v100", "aws-p5-host"})
    for (const int nodes : {1, 3})
      for (const char* operation :
           {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "send-receive"}) {
        test::CollectiveText text = on_link(
            nodes,
            fmt::format(R"("operation": "{}", "among": ["n"], "bytes": [{}])", operation, sizes),
            "1 us");
        text.node = node;
        double before = 0.0;
        for (const CollectiveRow& row : test::collective_rows(text)) {
          EXPECT_GE(row.duration().value() * (1.0 + 1e-9), before) << node << ", " << operation;
          before = row.duration().value();
        }
      }
}

// Adapters grow with the nodes: each rank sends as much or more. All by one switch.
TEST(CollectiveTimes, NeverFallWithNodes) {
  for (const char* operation : {"all-reduce", "all-to-all"})
    for (const char* bytes : {"8 B", "1 MiB", "1 GiB"}) {
      double before = 0.0;
      for (const int nodes : {2, 3, 4, 8, 16}) {
        const double now = seconds_of(on_link(
            nodes,
            fmt::format(R"("operation": "{}", "among": ["n"], "bytes": "{}")", operation, bytes),
            "1 us"));
        EXPECT_GE(now * (1.0 + 1e-9), before) << operation << ", " << bytes << ", " << nodes;
        before = now;
      }
    }
}

// NVLS is left out: (k + 1) ÷ k of the bytes, which fall with the GPUs.
TEST(CollectiveTimes, NeverFallWithGpusOfANodeButByTheSwitch) {
  for (const char* call : {R"("operation": "all-reduce", "algorithm": "ring")",
                           R"("operation": "all-gather")", R"("operation": "all-to-all")"})
    for (const char* bytes : {"8 B", "1 MiB", "1 GiB"}) {
      double before = 0.0;
      for (const int gpus : {2, 3, 4, 6, 8}) {
        const double now = seconds_of(on_link(
            1, fmt::format(R"({}, "among": ["n/gpu0-{}"], "bytes": "{}")", call, gpus - 1, bytes),
            "1 us"));
        EXPECT_GE(now * (1.0 + 1e-9), before) << call << ", " << bytes << ", " << gpus;
        before = now;
      }
    }
}

// 0.5 us for each message more, between nodes: 24 of them for 32 GPUs instead of 8 for 16.
TEST(CollectiveTimes, OfAnAllToAllGrowWithTheMessagesThatAreSent) {
  const double of_16 = seconds_of(on_link(2, few_bytes("all-to-all"), "1 us"));
  const double of_32 = seconds_of(on_link(4, few_bytes("all-to-all"), "1 us"));
  EXPECT_NEAR(of_32 - of_16, 16 * 0.5e-6, 1e-8);
}

TEST(CollectiveTimes, OfSendAndReceiveAreThoseOfTheTransfer) {
  const std::string sizes = R"("bytes": ["8 B", "64 KiB", "5 MB", "1 GB"])";
  for (const char* node : {"dgx-h100", "dgx-a100-80gb", "dgx1-v100"}) {
    const auto sent = test::collective_rows(
        {.node = node,
         .collective = R"("operation": "send-receive", "among": ["n/gpu0-1"], )" + sizes});
    const auto copied = test::transfer_rows(
        {.nodes = fmt::format(R"("n": {{"type": "{}"}})", node),
         .transfers =
             R"({"from": "n/gpu0", "to": "n/gpu1", "transport": "nccl-p2p", )" + sizes + "}"});
    for (std::size_t i = 0; i < sent.size(); ++i)
      EXPECT_NEAR(sent[i].duration().value() / test::seconds(copied[i]), 1.0, 1e-9) << node;
  }
}

// Two nodes are each other's parent: n over the adapters of each, where a ring sends 15/8 of it.
TEST(CollectiveTimes, OfATreeOverTwoNodesAreNotBoundByAdapters) {
  const std::string call =
      R"("operation": "all-reduce", "among": ["n"], "bytes": "8 GiB", "algorithm": "tree")";
  const auto sent = [&](int nodes) {  // in the bytes of all, over 8 adapters of 5 GB/s
    test::CollectiveText text = on_link(nodes, call, "1 us");
    text.networks = R"("compute": {"type": "single-switch", "link": "5 GB/s", "latency": "1 us"})";
    return seconds_of(text) * 8 * 5e9 / (8.0 * 1073741824.0);
  };
  EXPECT_LT(sent(2), 1.3);
  EXPECT_GT(sent(3), 2.0);
}

TEST(CollectiveTimes, OfNvlsWithTreesExceedTheAdaptersInBusBandwidthOverTwoNodes) {
  const auto rows = test::collective_rows(on_link(
      2, R"("operation": "all-reduce", "among": ["n"], "bytes": "8 GiB", "algorithm": "nvls-tree")",
      "1 us"));
  EXPECT_GT(rows.at(0).bus_bandwidth().value(), 8 * 50e9);
  EXPECT_LT(rows.at(0).algorithm_bandwidth().value(), 8 * 50e9);
}

TEST(CollectiveCalls, SayWhichProtocolAndHowManyChannels) {
  const std::string call = R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": "1 GiB",
                             "algorithm": "ring", )";
  const auto row = [&](const char* more) {
    return test::collective_rows({.node = "dgx-h100", .collective = call + more}).at(0);
  };
  EXPECT_EQ(row(R"("protocol": "LL")").protocol, "LL");
  // 2 channels of 24 GB/s: 2 · 7/8 GiB in 39 ms
  EXPECT_NEAR(row(R"("channels": 2)").bus_bandwidth().value(), 48e9, 2.5e9);
  EXPECT_GT(row(R"("peer_to_peer": false)").duration(), row(R"("peer_to_peer": true)").duration());
}

TEST(CollectiveCalls, ThatTheLibraryLacksAreFaults) {
  const auto fault = [](const char* node, const char* more) {
    const auto faults = test::collective_faults(
        {.node = node,
         .collective = fmt::format(
             R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": "1 MiB", {})", more)});
    return faults.empty() ? std::string() : faults.front();
  };
  EXPECT_NE(fault("mi300x-8", R"("protocol": "LL128")").find("has no protocol LL128"),
            std::string::npos);
  EXPECT_NE(fault("dgx-h100", R"("channels": 33)").find("32 channels at most"), std::string::npos);
  EXPECT_EQ(fault("dgx-h100", R"("channels": 32)"), "");
  EXPECT_NE(fault("pcie-8gpu-4u", R"("protocol": "LL128")").find("with LL128"), std::string::npos);
}

}  // namespace
}  // namespace gpuscape
