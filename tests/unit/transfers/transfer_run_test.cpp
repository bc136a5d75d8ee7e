/// Transfers from end to end: latency, sharing, staging, pipelining, messages in flight.

#include <gmock/gmock.h>

#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using test::seconds;
using test::transfer_rows;

constexpr double kUs = 1e-6;
// cudamemcpy-local: 3.5 us and 3.4 us of CPU; the memory's link has none, the GPU's 1 us.
constexpr double kCopyLatency = 7.9 * kUs;

TEST(Transfers, TakeLatencyAndBytesOverBandwidth) {
  const auto rows =
      transfer_rows({.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": ["1 kB", "10 GB"]})"});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_NEAR(seconds(rows[0]), kCopyLatency + 1e3 / 10e9, 1e-12);
  EXPECT_NEAR(seconds(rows[1]), kCopyLatency + 1.0, 1e-9);
  EXPECT_EQ(rows[1].start, rows[0].end);
  EXPECT_EQ(rows[0].bound_by, "latency");
  EXPECT_EQ(rows[1].bound_by, "n/0: cpu0 → gpu0");
}

TEST(Transfers, ShareALinkEqually) {
  const auto rows = transfer_rows(
      {.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "5 GB", "transport": "links-alone"},
                       {"from": "n", "to": "n/gpu0", "bytes": "5 GB", "transport": "links-alone"})"});
  EXPECT_DOUBLE_EQ(seconds(rows[0]), 1.0);
  EXPECT_DOUBLE_EQ(seconds(rows[1]), 1.0);
}

TEST(Transfers, AtOnceAddUpTheirRates) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "1 GB",
      "concurrent": 4, "transport": "links-alone"})"});
  EXPECT_DOUBLE_EQ(seconds(rows[0]), 0.4);
  EXPECT_DOUBLE_EQ(rows[0].rate().value(), 10e9);
}

TEST(Transfers, StartWhenTheyAreTold) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "10 GB",
      "start": "2 s", "transport": "links-alone"})"});
  EXPECT_DOUBLE_EQ(rows[0].start.value(), 2.0);
  EXPECT_DOUBLE_EQ(rows[0].end.value(), 3.0);
}

// The clock starts anew while nothing is under way; what is under way meets what starts later.
TEST(Transfers, AfterAPauseTakeWhatTheyTakeAtTheBeginning) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "1 kB"},
                       {"from": "n", "to": "n/gpu0", "bytes": "1 kB", "start": "30 d"},
                       {"from": "n", "to": "n/gpu0", "bytes": "10 GB", "start": "60 d",
                        "transport": "links-alone"},
                       {"from": "n", "to": "n/gpu0", "bytes": "10 GB", "start": "5184000.5 s",
                        "transport": "links-alone"})"});
  EXPECT_DOUBLE_EQ(seconds(rows[1]), seconds(rows[0]));
  EXPECT_DOUBLE_EQ(rows[1].start.value(), 30.0 * 86400.0);
  EXPECT_DOUBLE_EQ(seconds(rows[2]), 1.5);  // half a second alone, then a second by halves
  EXPECT_DOUBLE_EQ(seconds(rows[3]), 1.5);
  EXPECT_DOUBLE_EQ(rows[3].end.value(), 60.0 * 86400.0 + 2.0);
}

/// 10 GB/s into host memory and 10 GB/s out of it, which do not meet on any link.
TEST(StagedCopy, InChunksGoesAtTheRateOfOneStage) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n/gpu0", "to": "n/gpu1",
      "bytes": "10 GB", "transport": "staged-p2p"})"});
  const double one_chunk = 524288.0 / 10e9;
  EXPECT_NEAR(seconds(rows[0]), 2 * kCopyLatency + one_chunk + 1.0, 1e-9);
}

TEST(StagedCopy, OfLessThanAChunkGoesStageByStage) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n/gpu0", "to": "n/gpu1",
      "bytes": "500 kB", "transport": "staged-p2p"})"});
  EXPECT_NEAR(seconds(rows[0]), 2 * (kCopyLatency + 5e5 / 10e9), 1e-12);
}

TEST(StagedCopy, ChargesMemoryAndTheLinksOfBothStages) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n/gpu0", "to": "n/gpu1",
      "bytes": "10 GB", "transport": "staged-p2p"},
      {"from": "n", "to": "n/gpu1", "bytes": "10 GB"})"});
  EXPECT_THAT(rows[0].links, testing::UnorderedElementsAre("n/0: gpu0 → cpu0", "n/0: cpu0 → mem0",
                                                           "n/0: mem0 → cpu0", "n/0: cpu0 → gpu1"));
  EXPECT_NEAR(seconds(rows[0]), 2.0, 1e-3);  // half of the link into gpu1
}

/// A core copies at 12 GB/s into the pinned buffer, then 10 GB/s into the GPU: 1/(1/12 + 1/10).
TEST(PageableCopy, IsTwoStagesOneAfterTheOther) {
  const auto rows = transfer_rows({.transfers = R"({"from": "n", "to": "n/gpu0",
      "bytes": "12 GB", "transport": "cudamemcpy-pageable"})"});
  EXPECT_NEAR(seconds(rows[0]), kCopyLatency + 1.0 + 1.2, 1e-9);
}

constexpr const char* kBetween =
    R"({{"from": "n/0", "to": "n/1", "bytes": "{}", "transport": "{}"{}}})";

std::string between(const std::string& bytes, const std::string& transport,
                    const std::string& more = "") {
  return fmt::format(fmt::runtime(kBetween), bytes, transport, more);
}

/// cx5-edr: 0.7 us over one switch, of two hops of 1 us one counts; 0.39 us of CPU.
constexpr double kVerbsLatency = 2.09 * kUs;
constexpr double kVerbsPayload = 4096.0 / 4126.0 * 0.99;

TEST(NetworkTransfer, OverVerbsLeavesHeadersTheirPart) {
  const auto rows = transfer_rows(test::on_a_switch(2, between("12.5 GB", "ib-verbs-edr")));
  EXPECT_NEAR(seconds(rows[0]), kVerbsLatency + 1.0 / kVerbsPayload, 1e-9);
  EXPECT_EQ(rows[0].bound_by, "n/0 → switch");
}

TEST(NetworkTransfer, OverTcpIsBoundByOneCoreAndSeveralFillTheLink) {
  const auto one = transfer_rows(test::on_a_switch(2, between("44 GB", "tcp-kernel-100g")));
  EXPECT_NEAR(seconds(one[0]), 10.0, 1e-4);  // 35.2 Gbit/s
  EXPECT_EQ(one[0].bound_by, "one core");
  const auto many = transfer_rows(
      test::on_a_switch(2, between("1 GB", "tcp-kernel-100g", R"(, "concurrent": 16)")));
  EXPECT_NEAR(many[0].rate().value(), 12.5e9 * 8948 / 9038, 1e6);
}

TEST(NetworkTransfer, OfManySmallMessagesIsBoundByTheCpu) {
  const auto rows = transfer_rows(test::on_a_switch(
      2, between("2 B", "ib-verbs-edr", R"(, "in_flight": 128, "messages": 10000)")));
  EXPECT_NEAR(rows[0].messages_per_second(), 1 / 0.39e-6, 2e3);
  EXPECT_EQ(rows[0].bound_by, "CPU time per message");
}

TEST(NetworkTransfer, WithFewMessagesInFlightWaitsForThem) {
  const auto rows = transfer_rows(test::on_a_switch(
      2, between("2 B", "ib-verbs-edr", R"(, "in_flight": 2, "messages": 10000)")));
  EXPECT_NEAR(rows[0].messages_per_second(), 2 / kVerbsLatency, 1e3);
  EXPECT_EQ(rows[0].bound_by, "messages in flight");
}

TEST(NetworkTransfer, FromGpuMemoryOverTcpGoesThroughTheHostsMemory) {
  const auto rows =
      transfer_rows(test::on_a_switch(2, R"({"from": "n/0/gpu0", "to": "n/1/gpu1", "bytes": "44 GB",
             "transport": "tcp-kernel-100g"})"));
  EXPECT_EQ(rows[0].transport, "tcp-kernel-100g through host memory");
  // The core's rate, and its 4 us for each chunk.
  EXPECT_NEAR(seconds(rows[0]), 10.0 + 44e9 / 1048576 * 4e-6, 1e-3);
  EXPECT_THAT(rows[0].links, testing::IsSupersetOf({"n/0: cpu0 → mem0", "n/0: mem0 → cpu0",
                                                    "n/1: cpu0 → mem0", "n/1: mem0 → cpu0"}));
}

TEST(NetworkTransfer, FromGpuMemoryOverVerbsTakesGpudirectByThePath) {
  const auto rows = transfer_rows(
      test::on_a_switch(2, R"({"from": "n/0/gpu0", "to": "n/1/gpu1", "bytes": "1 GB"})"));
  EXPECT_EQ(rows[0].transport, "ib-verbs-edr with gpudirect-rdma-phb");
  EXPECT_EQ(rows[0].bound_by, "path between the devices");
  EXPECT_NEAR(rows[0].rate().value(), 0.563 * 10e9, 1e7);
}

/// gpu0 sends over 10 GB/s; the other node's has a link of 4 GB/s.
TEST(NetworkTransfer, AcrossARootComplexIsBoundByTheNarrowerGpusLinkAtEitherEnd) {
  const auto slower = [](const char* from, const char* to) {
    test::TransferText text = test::on_a_switch(
        1, fmt::format(R"({{"from": "{}/gpu0", "to": "{}/gpu0", "bytes": "1 GB"}})", from, to));
    std::string slow = test::kSocket;
    slow.replace(slow.find("10 GB/s"), 7, "4 GB/s");
    text.nodes += R"(, "slow": {)" + slow + "}";
    return transfer_rows(text)[0].rate().value();
  };
  EXPECT_NEAR(slower("n", "slow"), 0.563 * 4e9, 1e7);
  EXPECT_NEAR(slower("slow", "n"), 0.563 * 4e9, 1e7);
}

TEST(NetworkTransfer, TakesWhatTheNetworkSays) {
  const auto rows =
      transfer_rows(test::on_a_switch(2, R"({"from": "n/0", "to": "n/1", "bytes": "44 GB"})",
                                      R"(, "transport": "tcp-kernel-100g")"));
  EXPECT_EQ(rows[0].transport, "tcp-kernel-100g");
}

/// Four GPUs behind one x16 link of generation 3: 16 · 0.9846 GB/s · 0.8.
TEST(HostBridge, OfAC4130KIsSharedByFourCopies) {
  test::TransferText text{.nodes = R"("k": {"type": "dell-c4130-k"})"};
  for (int gpu = 0; gpu < 4; ++gpu)
    text.transfers += fmt::format(R"({}{{"from": "k", "to": "k/gpu{}", "bytes": "1 GB"}})",
                                  gpu == 0 ? "" : ",", gpu);
  const auto rows = transfer_rows(text);
  EXPECT_EQ(rows.size(), 4U);
  for (const TransferRow& row : rows) {
    EXPECT_NEAR(row.rate().value(), 16 * 0.9846e9 * 0.8 / 4, 1e7);
    EXPECT_EQ(row.bound_by, "k/0: cpu0 → sw0");
  }
}

TEST(PeerCopies, InADgx1TakeNvlinkOrHostMemory) {
  const auto rows = transfer_rows({.nodes = R"("d": {"type": "dgx1-v100"})",
                                   .transfers =
                                       R"({"from": "d/gpu0", "to": "d/gpu3", "bytes": "1 GB"},
         {"from": "d/gpu0", "to": "d/gpu1", "bytes": "1 GB", "start": "1 s"},
         {"from": "d/gpu0", "to": "d/gpu5", "bytes": "1 GB", "start": "2 s"})"});
  EXPECT_NEAR(rows[0].rate().value(), 2 * 25e9 * 0.958, 2e8);
  EXPECT_NEAR(rows[1].rate().value(), 25e9 * 0.958, 1e8);
  EXPECT_EQ(rows[2].transport, "staged-p2p");
  EXPECT_EQ(rows[2].path, "SYS");
}

TEST(Permutation, SendsFromEveryGpuToAnotherAndReachesEachOnce) {
  const auto rows = transfer_rows(test::on_a_switch(
      8, R"({"permutation": "random", "bytes": "1 MB", "transport": "links-alone"})"));
  std::set<std::string> to;
  for (const TransferRow& row : rows) {
    EXPECT_NE(row.from, row.to);
    to.insert(row.to);
  }
  EXPECT_EQ(rows.size(), 16U);
  EXPECT_EQ(to.size(), 16U);
}

TEST(Permutation, ByAShiftIsTheSameForEverySeed) {
  auto text = test::on_a_switch(
      4, R"({"permutation": "shift", "shift": 3, "among": "host", "bytes": "1 MB"})");
  const auto rows = transfer_rows(text);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[2].from, "n/2/mem0");
  EXPECT_EQ(rows[2].to, "n/1/mem0");
}

TEST(Transfers, StoppedBeforeTheEndSayWhatWasDone) {
  std::stop_source stop;
  stop.request_stop();
  const TransferResult result = run_transfers(
      test::transfer_scenario({.transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "1 GB"})"}),
      stop.get_token());
  EXPECT_TRUE(result.partial);
  EXPECT_FALSE(result.rows[0].ended);
}

}  // namespace
}  // namespace gpuscape
