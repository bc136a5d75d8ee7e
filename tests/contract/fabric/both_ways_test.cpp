/// Both directions of a link in a node at once: PCIe, and host memory.

#include <gmock/gmock.h>

#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

struct Copy {
  const char* from;
  const char* to;
};

/// Seconds of each, all at once, of 8 GiB.
std::vector<TransferRow> rows_of(const char* node, const std::vector<Copy>& copies) {
  std::string items;
  for (const Copy& copy : copies)
    items += fmt::format(R"({}{{"from": "n/{}", "to": "n/{}", "bytes": "8 GiB"}})",
                         items.empty() ? "" : ", ", copy.from, copy.to);
  return test::transfer_rows(
      {.nodes = fmt::format(R"("n": {{"type": "{}"}})", node), .networks = "", .transfers = items});
}

double rate_of(const TransferRow& row) { return 8.0 * 1073741824.0 / test::seconds(row) / 1e9; }

double alone(const char* node, const Copy& copy) { return rate_of(rows_of(node, {copy}).at(0)); }

// A100 SXM, generation 4: 0.73 of twice one way; of generation 3, 0.94; of generation 5, 0.9.
TEST(BothWays, OfAHostCopyAreLessThanTwiceOneWay) {
  for (const auto& [node, share] :
       {std::pair("dgx-a100-40gb", 0.73), {"dgx1-v100", 0.94}, {"dgx-h200", 0.9}}) {
    const Copy in{"mem0", "gpu0"};
    const Copy out{"gpu0", "mem0"};
    const auto rows = rows_of(node, {in, out});
    EXPECT_NEAR((rate_of(rows.at(0)) + rate_of(rows.at(1))) / (alone(node, in) + alone(node, out)),
                share, 0.01)
        << node;
    EXPECT_THAT(rows.at(0).bound_by, testing::EndsWith("both ways"));
  }
}

// Two GPUs hang on one switch: each gets half of what one gets.
TEST(BothWays, AreLessAgainWhereAllGpusCopy) {
  const auto one = rows_of("dgx-a100-40gb", {{"mem0", "gpu0"}, {"gpu0", "mem0"}});
  const auto two = rows_of(
      "dgx-a100-40gb", {{"mem0", "gpu0"}, {"gpu0", "mem0"}, {"mem0", "gpu1"}, {"gpu1", "mem0"}});
  EXPECT_NEAR(rate_of(two.at(0)) / rate_of(one.at(0)), 0.5, 0.03);
}

// Reads and writes share the memory's wires: eight GPUs of 26 GB/s each way on 140 GB/s a socket.
TEST(BothWays, OfHostMemoryAreWhatItCarriesOneWay) {
  std::vector<Copy> all;
  for (const char* gpu : {"gpu0", "gpu1", "gpu2", "gpu3"}) {
    all.push_back({"mem0", gpu});
    all.push_back({gpu, "mem0"});
  }
  double sum = 0.0;
  for (const TransferRow& row : rows_of("pcie-8gpu-gen5", all)) sum += rate_of(row);
  EXPECT_LE(sum, 460.8);
  EXPECT_LE(sum, 4 * 2 * 0.9 * 56.0);
}

// Peer copies over PCIe lose 4 %, over NVLink nothing.
TEST(BothWays, OfPeerCopiesLoseLittle) {
  for (const auto& [node, share] : {std::pair("pcie-8gpu-a40-2021", 0.96), {"dgx1-v100", 1.0}}) {
    const Copy out{"gpu0", "gpu1"};
    const auto rows = rows_of(node, {out, {"gpu1", "gpu0"}});
    EXPECT_NEAR(rate_of(rows.at(0)) / alone(node, out), share, 0.005) << node;
  }
}

TEST(BothWays, OneDirectionAloneIsAsBefore) {
  const auto rows = rows_of("dgx-a100-40gb", {{"mem0", "gpu0"}, {"mem0", "gpu2"}});
  for (const TransferRow& row : rows)
    EXPECT_THAT(row.bound_by, testing::Not(testing::EndsWith("both ways")));
}

}  // namespace
}  // namespace gpuscape
