/// What a library's connections and posts make of one transport or another.

#include <gmock/gmock.h>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

/// Two C4130 on Ethernet of 100 Gbit/s.
test::CollectiveText over(const std::string& transport, const std::string& collective) {
  return {.node = "dell-c4130-k",
          .count = 2,
          .networks = fmt::format(R"("compute": {{"type": "single-switch", "link": "12.5 GB/s",)"
                                  R"( "latency": "1 us", "transport": "{}"}})",
                                  transport),
          .collective = collective};
}

double seconds_of(const test::CollectiveText& text) {
  return test::collective_rows(text).at(0).duration().value();
}

constexpr const char* kLarge =
    R"("operation": "send-receive", "among": ["n/0/gpu0", "n/1/gpu0"], "bytes": "8 GiB")";

// A message of one connection: 10 Gbit/s. NCCL opens 16: a core each, and then the wire binds.
TEST(Flows, OfALibraryGoSideBySide) {
  const double library = 8.0 * 1073741824.0 / seconds_of(over("tcp-ena-100g", kLarge)) / 1e9;
  EXPECT_GT(library, 5.0);
  EXPECT_LT(library, 12.5);
  const auto one = test::transfer_rows(
      {.nodes = R"("n": {"type": "dell-c4130-k", "count": 2})",
       .networks = R"("compute": {"type": "single-switch", "link": "12.5 GB/s",)"
                   R"( "latency": "1 us", "transport": "tcp-ena-100g"})",
       .transfers = R"({"from": "n/0", "to": "n/1", "bytes": "8 GiB"})"});
  EXPECT_NEAR(8.0 * 1073741824.0 / test::seconds(one.at(0)) / 1e9, 1.25, 0.01);
}

// Three more messages to each other node of an all-to-all: 4 us each over TCP, 0.39 over verbs.
TEST(Posts, OfAnAllToAllTakeWhatTheirProviderTakes) {
  const auto started = [](const std::string& transport, int gpus) {
    return seconds_of(
        over(transport,
             fmt::format(R"("operation": "all-to-all", "among": ["n/0/gpu0-{0}", "n/1/gpu0-{0}"], )"
                         R"("bytes": "8 B", "protocol": "Simple")",
                         gpus - 1)));
  };
  const auto further = [&](const std::string& transport) {
    return started(transport, 4) - started(transport, 1);
  };
  EXPECT_NEAR((further("tcp-kernel-100g") - further("roce-v2-100g")) * 1e6, 3 * (4.0 - 0.39), 0.02);
}

// MPI sends 8 KiB at once and asks before it sends 16.
TEST(Rendezvous, AddsTwoMessagesAboveTheLimit) {
  const auto rows = test::transfer_rows(
      {.nodes = R"("n": {"type": "dell-c4130-seed-rack", "count": 2})",
       .networks = R"("compute": {"type": "single-switch", "switch": "mellanox-sx6036"})",
       .transfers = R"({"from": "n/0", "to": "n/1", "bytes": ["1 B", "8 KiB", "16 KiB"],)"
                    R"( "transport": "mpi-over-verbs"})"});
  EXPECT_EQ(rows.at(1).latency, rows.at(0).latency);
  EXPECT_NEAR(rows.at(2).latency / rows.at(0).latency, 3.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
