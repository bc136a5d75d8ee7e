/// Every kind of transport by hand: t = α + n ÷ β.

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

std::unique_ptr<Transport> transport(const std::string& kind, const std::string& entry) {
  return test::make_model(test::builtin_models().transports, kind, entry);
}

constexpr double kUs = 1e-6;
const Crossing kPcie{.path = PathClass::phb,
                     .links_latency = Seconds(1 * kUs),
                     .narrowest = BytesPerSecond(10e9),
                     .gpu_link = BytesPerSecond(10e9)};

TEST(HostCopy, IsBoundByItsLinksOrTheCopyEngine) {
  const auto copy =
      transport("host-copy", R"({"latency": "3 us", "cpu_time_per_message": "4 us"})");
  Crossing crossing = kPcie;
  const MessageCost alone = copy->cost(crossing, Bytes(1e6));
  EXPECT_DOUBLE_EQ(alone.latency.value(), 8 * kUs);  // 3 + 4 + the link's 1
  EXPECT_EQ(alone.limit, RateLimit::links);
  crossing.copy_rate = BytesPerSecond(6e9);
  const MessageCost slow = copy->cost(crossing, Bytes(1e6));
  EXPECT_EQ(slow.bound, BytesPerSecond(6e9));
  EXPECT_EQ(slow.limit, RateLimit::copy_engine);
}

TEST(HostCopy, ThatWasMeasuredEndToEndAddsNothing) {
  const auto copy = transport("host-copy", R"({"ends": 1, "end_to_end": true, "latency": "3 us",
      "most": "8 GB/s", "measured": {"least": "1 kB", "most": "1 MB"},
      "from_gpu": {"latency": "4 us"}})");
  Crossing crossing = kPcie;
  crossing.copy_rate = BytesPerSecond(6e9);
  const MessageCost cost = copy->cost(crossing, Bytes(1e6));
  EXPECT_DOUBLE_EQ(cost.latency.value(), 3 * kUs);
  EXPECT_EQ(cost.bound, BytesPerSecond(8e9));
  EXPECT_FALSE(cost.outside_range);
  EXPECT_TRUE(copy->cost(crossing, Bytes(1e6 + 1)).outside_range);
  crossing.from_gpu = true;
  EXPECT_DOUBLE_EQ(copy->cost(crossing, Bytes(1e6)).latency.value(), 4 * kUs);
}

TEST(HostCopy, ThatWasMeasuredEndToEndAddsWhatAPcieFabricDoes) {
  for (const std::string kind : {"host-copy", "peer-copy"}) {
    const std::string over = kind == "peer-copy" ? R"("over": "pcie", )" : "";
    const auto copy =
        transport(kind, "{" + over + R"("end_to_end": true, "latency": "3 us", "most": "8 GB/s"})");
    Crossing crossing = kPcie;
    crossing.fabric_latency = Seconds(0.4 * kUs);
    EXPECT_DOUBLE_EQ(copy->cost(crossing, Bytes(1e6)).latency.value(), 3.4 * kUs);
  }
}

TEST(PeerCopy, TakesAShareOfTheNarrowestLinkByThePath) {
  const auto copy =
      transport("peer-copy", R"({"over": "pcie", "path_shares": {"pix": 1, "phb": 0.7}})");
  Crossing crossing = kPcie;
  EXPECT_EQ(copy->cost(crossing, Bytes(1.0)).bound, BytesPerSecond(7e9));
  EXPECT_EQ(copy->cost(crossing, Bytes(1.0)).limit, RateLimit::path);
  crossing.path = PathClass::pix;
  EXPECT_EQ(copy->cost(crossing, Bytes(1.0)).limit, RateLimit::links);
  EXPECT_EQ(copy->traits().nearest, PathClass::pix);
  EXPECT_EQ(copy->traits().farthest, PathClass::phb);
}

// Rows hold from their lanes on, and where the processor's name has theirs in it.
TEST(PeerCopy, PassesARootComplexAsItsGenerationAndProcessorDo) {
  const auto copy =
      transport("peer-copy", R"({"over": "pcie", "path_shares": {"phb": 0.5, "sys": 0.4},
      "by_lane": [{"lane": "1 GB/s", "path_shares": {"phb": 0.6}},
                  {"lane": "1 GB/s", "processor": "EPYC", "path_shares": {"sys": 0.8}},
                  {"lane": "2 GB/s", "processor": "EPYC", "path_shares": {"phb": 0.9}}]})");
  const auto share = [&](double lane, const char* processor, PathClass path) {
    Crossing crossing = kPcie;
    crossing.lane = BytesPerSecond(lane * 1e9);
    crossing.processor = processor;
    crossing.path = path;
    return copy->cost(crossing, Bytes(1.0)).bound.value() / 10e9;
  };
  EXPECT_DOUBLE_EQ(share(0.9, "EPYC 7742", PathClass::phb), 0.5);
  EXPECT_DOUBLE_EQ(share(1.5, "Xeon Gold 6148", PathClass::phb), 0.6);
  EXPECT_DOUBLE_EQ(share(1.5, "AMD EPYC 7742", PathClass::phb), 0.6);
  EXPECT_DOUBLE_EQ(share(1.5, "AMD EPYC 7742", PathClass::sys), 0.8);
  EXPECT_DOUBLE_EQ(share(3.0, "EPYC 9554", PathClass::phb), 0.9);
  EXPECT_DOUBLE_EQ(share(3.0, "EPYC 9554", PathClass::sys), 0.8);
  EXPECT_DOUBLE_EQ(share(3.0, "", PathClass::sys), 0.4);
}

TEST(PeerCopy, InBothDirectionsAtOnceGetsTheShareOfItsLanes) {
  const auto copy = transport("peer-copy", R"({"over": "pcie", "path_shares": {"phb": 1},
      "both_ways": [{"lane": "0.5 GB/s", "share": 0.9}, {"lane": "1 GB/s", "share": 0.7}]})");
  for (const auto& [lane, share] : {std::pair(0.4, 1.0), {0.6, 0.9}, {1.0, 0.7}}) {
    Crossing crossing = kPcie;
    crossing.lane = BytesPerSecond(lane * 1e9);
    EXPECT_DOUBLE_EQ(copy->cost(crossing, Bytes(1.0)).both_ways, share);
  }
}

TEST(PeerCopy, OfKernelsKnowsNoCopyEngine) {
  const auto nccl =
      transport("peer-copy", R"({"over": "nvlink", "copy_engine": false, "share": 0.5})");
  Crossing crossing = kPcie;
  crossing.copy_rate = BytesPerSecond(1e9);
  EXPECT_EQ(nccl->cost(crossing, Bytes(1.0)).bound, BytesPerSecond(5e9));
  EXPECT_EQ(nccl->cost(crossing, Bytes(1.0)).limit, RateLimit::transport);
}

TEST(NetworkTransport, OfTcpPaysTheCpuOfBothEndsAndIsBoundByOneCore) {
  const auto tcp = transport("network", R"({"ends": 2, "latency": "17 us",
      "cpu_time_per_message": "4 us", "core_rate": "4 GB/s",
      "packet_payload": "1448 B", "packet_overhead": "90 B"})");
  const MessageCost cost = tcp->cost(kPcie, Bytes(8e6));
  EXPECT_DOUBLE_EQ(cost.latency.value(), 26 * kUs);  // 17 + 2 · 4 + 1
  EXPECT_EQ(cost.bound, BytesPerSecond(4e9));
  EXPECT_EQ(cost.limit, RateLimit::core);
  EXPECT_DOUBLE_EQ(cost.cpu_per_message.value(), 4 * kUs + 8e6 / 4e9);
  EXPECT_DOUBLE_EQ(cost.wire_payload, 1448.0 / 1538.0);
}

TEST(NetworkTransport, OfVerbsTakesTheAdaptersLatencyWhereItIsKnown) {
  const auto verbs = transport("network", R"({"latency": "2 us", "cpu_time_per_message": "0.4 us",
      "adapter_latency": true})");
  Crossing crossing = kPcie;
  EXPECT_DOUBLE_EQ(verbs->cost(crossing, Bytes(1.0)).latency.value(), 3.4 * kUs);
  crossing.adapter_latency = Seconds(0.7 * kUs);
  EXPECT_DOUBLE_EQ(verbs->cost(crossing, Bytes(1.0)).latency.value(), 2.1 * kUs);
}

// Asked for and answered first: three messages in place of one.
TEST(NetworkTransport, OfMpiAsksBeforeLargerMessages) {
  const auto mpi = transport("network", R"({"ends": 2, "latency": "1 us",
      "cpu_time_per_message": "0.5 us", "rendezvous": {"above": "8 KiB", "messages": 2}})");
  EXPECT_DOUBLE_EQ(mpi->cost(kPcie, Bytes(8192.0)).latency.value(), 3 * kUs);
  EXPECT_DOUBLE_EQ(mpi->cost(kPcie, Bytes(8193.0)).latency.value(), 9 * kUs);
}

TEST(NetworkTransport, OfACloudIsBoundByTheFlow) {
  const auto flow = transport("network", R"({"latency": "20 us", "core_rate": "4 GB/s",
      "flow_rate": "10 Gbit/s", "library_flows": 16})");
  EXPECT_EQ(flow->cost(kPcie, Bytes(1e9)).bound, BytesPerSecond(1.25e9));
  EXPECT_EQ(flow->cost(kPcie, Bytes(1e9)).limit, RateLimit::transport);
  EXPECT_EQ(flow->traits().library_flows, 16);
}

TEST(NetworkTransport, LosesToAcknowledgementsAndHeaders) {
  const auto verbs = transport("network", R"({"packet_payload": "4096 B",
      "packet_overhead": "30 B", "acknowledgements": 0.99})");
  EXPECT_DOUBLE_EQ(verbs->cost(kPcie, Bytes(1.0)).wire_payload, 4096.0 / 4126.0 * 0.99);
}

constexpr const char* kEager = R"({"path": "pxb", "latency": "3 us",
    "regimes": [{"up_to": "128 KiB", "latency": "1 us", "most": "6.5 GB/s"}]})";

TEST(GpuDirect, ChangesItsRegimeWithTheMessage) {
  const auto direct = transport("gpudirect", kEager);
  const MessageCost eager = direct->cost(kPcie, Bytes(131072.0));
  EXPECT_EQ(eager.bound, BytesPerSecond(6.5e9));
  EXPECT_DOUBLE_EQ(eager.latency.value(), 1 * kUs);
  EXPECT_DOUBLE_EQ(direct->cost(kPcie, Bytes(131073.0)).latency.value(), 3 * kUs);
}

// 128 KiB at 6.5 GB/s are on the wire for 20.2 us: so are messages above it, up to the links' rate.
TEST(GpuDirect, OfALaterRegimeIsOnTheWireForNoLessThanTheLargestOfTheRegimeBefore) {
  const auto direct = transport("gpudirect", kEager);
  const double wire = 131072.0 / 6.5e9;
  for (const double size : {131073.0, 262144.0}) {
    const MessageCost full = direct->cost(kPcie, Bytes(size));
    EXPECT_EQ(full.limit, RateLimit::transport);
    EXPECT_NEAR(size / full.bound.value(), wire, 1e-15);
  }
}

TEST(GpuDirect, AcrossARootComplexGetsAShareOfTheLink) {
  const auto direct = transport("gpudirect", R"({"path": "phb", "share": 0.5})");
  EXPECT_EQ(direct->cost(kPcie, Bytes(1e6)).bound, BytesPerSecond(5e9));
  EXPECT_EQ(direct->cost(kPcie, Bytes(1e6)).limit, RateLimit::path);
}

TEST(LinksAlone, AddNothing) {
  const auto links = transport("links-alone", "{}");
  EXPECT_EQ(links->cost(kPcie, Bytes(1e6)).latency, Seconds(0.0));
  EXPECT_EQ(links->cost(kPcie, Bytes(1e6)).limit, RateLimit::links);
}

TEST(Regimes, StandByRisingSize) {
  ReadingContext context;
  const JsonValue entry = parse_json(
      R"({"path": "pix", "regimes": [{"up_to": "2 MB"}, {"up_to": "1 MB"}]})", "own.json");
  {
    ObjectReader reader(entry, "", context);
    test::builtin_models().transports.find("gpudirect")->read(reader);
  }
  ASSERT_EQ(context.issue_count(), 1U);
  EXPECT_EQ(context.sorted_issues().front().message, "regimes must be in order of increasing size");
}

}  // namespace
}  // namespace gpuscape
