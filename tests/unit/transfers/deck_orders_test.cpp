/// What the founding decks say of copies: which way is nearer than which.

#include <gtest/gtest.h>

#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using test::seconds;
using test::transfer_rows;

const std::string kFdr =
    R"("compute": {"type": "single-switch", "switch": "mellanox-sx6036", "transport": ")";

/// 64 KiB from one GPU to another one.
double copy_time(const std::string& nodes, const std::string& networks, const std::string& ends) {
  return seconds(transfer_rows({.nodes = nodes,
                                .networks = networks,
                                .transfers = "{" + ends + R"(, "bytes": "64 KiB"})"})
                     .at(0));
}

/// Of 256 MiB between GPUs of two nodes of the deck's rack.
double remote_rate(const std::string& transport) {
  const auto rows =
      transfer_rows({.nodes = R"("n": {"type": "dell-c4130-seed-rack", "count": 4})",
                     .networks = kFdr + transport + "\"}",
                     .transfers = R"({"from": "n/0/gpu0", "to": "n/1/gpu0", "bytes": "256 MiB"})"});
  return rows.at(0).rate().value();
}

double local_rate(const std::string& type, const std::string& to) {
  const auto rows = transfer_rows(
      {.nodes = R"("n": {"type": ")" + type + "\"}",
       .transfers = R"({"from": "n/gpu0", "to": "n/)" + to + R"(", "bytes": "256 MiB"})"});
  return rows.at(0).rate().value();
}

TEST(DeckOrders, NvswitchIsNearestAPcieFabricCloseAndRdmaFarthest) {
  const double nvswitch =
      copy_time(R"("n": {"type": "dgx-a100-40gb"})", "", R"("from": "n/gpu0", "to": "n/gpu5")");
  const double fabric = copy_time(R"("n": {"type": "fujitsu-cdi-a100x10"})", "",
                                  R"("from": "n/gpu0", "to": "n/gpu1")");
  const double rdma = copy_time(
      R"("n": {"type": "dgx-a100-40gb", "count": 2})",
      R"("compute": {"type": "single-switch", "switch": "mellanox-sb7800", "transport": "ib-verbs-edr"})",
      R"("from": "n/0/gpu0", "to": "n/1/gpu0")");
  EXPECT_LT(nvswitch, fabric);
  EXPECT_LT(fabric, rdma);
}

TEST(DeckOrders, RemoteOverRdmaIsOfTheClassOfPcieAndOverTcpFarBelow) {
  const double over_pcie = local_rate("dell-c4130-seed-rack", "gpu3");
  const double over_rdma = remote_rate("ib-verbs-fdr");
  EXPECT_GT(over_rdma, 0.4 * over_pcie);
  EXPECT_LT(remote_rate("ipoib-fdr"), 0.6 * over_rdma);
}

TEST(DeckOrders, FourAdaptersOfADgx1CarryNearly48GigabytesASecond) {
  std::string transfers;
  for (int i = 0; i < 8; i += 2)
    transfers += (i == 0 ? "" : ", ") +
                 fmt::format(R"({{"from": "n/0/gpu{0}", "to": "n/1/gpu{0}", "bytes": "1 GB"}})", i);
  const auto rows = transfer_rows(
      {.nodes = R"("n": {"type": "dgx1-v100", "count": 2})",
       .networks =
           R"("compute": {"type": "single-switch", "switch": "mellanox-sb7800", "transport": "ib-verbs-edr"})",
       .transfers = transfers});
  double sum = 0.0;
  for (const TransferRow& row : rows) sum += row.rate().value();
  EXPECT_NEAR(sum, 48e9, 0.05 * 48e9);
}

}  // namespace
}  // namespace gpuscape
