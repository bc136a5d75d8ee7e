/// What root complexes pass on, by path and generation: for transfers, collectives and GPUDirect.

#include <gmock/gmock.h>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

double seconds_of_gather(const char* node, const char* gpus) {
  return test::collective_rows(
             {.node = node,
              .collective = fmt::format(
                  R"("operation": "all-gather", "among": ["{}"], "bytes": "8 GiB")", gpus)})
      .at(0)
      .duration()
      .value();
}

double rate_between(const char* node, const char* from, const char* to, const char* transport) {
  const auto rows = test::transfer_rows(
      {.nodes = fmt::format(R"("n": {{"type": "{}", "count": 2}})", node),
       .networks = R"("compute": {"type": "single-switch", "link": "25 GB/s", "latency": "1 us"})",
       .transfers =
           fmt::format(R"({{"from": "{}", "to": "{}", "bytes": "8 GiB", "transport": "{}"}})", from,
                       to, transport)});
  return 8.0 * 1073741824.0 / test::seconds(rows.at(0));
}

// Gen 3 both: two GPUs of one root complex, and two of one switch.
TEST(PciePaths, OfCollectivesAreThoseOfTransfers) {
  const double by_root = seconds_of_gather("dell-r740-2gpu", "n/gpu1-2");
  const double by_switch = seconds_of_gather("dell-c4130-a", "n/gpu0-1");
  EXPECT_NEAR(by_root / by_switch, 1.0 / 0.875, 0.01);
}

// 16 lanes: of gen 3 0.8 of 15.75 GB/s, of gen 4 0.826 of 31.5 GB/s.
TEST(PciePaths, OfOneRootComplexLoseNothingFromGeneration4On) {
  EXPECT_NEAR(rate_between("dell-r740-2gpu", "n/0/gpu1", "n/0/gpu2", "pcie-p2p-switch") / 1e9,
              0.875 * 12.6, 0.1);
  EXPECT_NEAR(rate_between("pcie-8gpu-a40-2021", "n/0/gpu0", "n/0/gpu1", "pcie-p2p-switch") / 1e9,
              26.0, 0.2);
}

TEST(PciePaths, AcrossSocketsPassOnWhatTheirGenerationDoes) {
  EXPECT_NEAR(rate_between("pcie-8gpu-4u", "n/0/gpu4", "n/1/gpu4", "gpudirect-rdma-sys") / 1e9, 0.4,
              0.01);
  EXPECT_NEAR(
      rate_between("pcie-8gpu-gen4", "n/0/gpu4@nic0", "n/1/gpu4@nic0", "gpudirect-rdma-sys") / 1e9,
      11.0, 0.1);
}

}  // namespace
}  // namespace gpuscape
