/// What a message takes: never less than a smaller one, by any transport, alone and in windows.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/catalog/catalog.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using test::seconds;

/// Powers of two, one byte more of each, and half as much again.
std::string sizes() {
  std::string all;
  for (int power = 0; power <= 25; ++power) {
    const auto size = static_cast<std::int64_t>(std::ldexp(1.0, power));
    for (const std::int64_t bytes : {size, size + 1, size + size / 2})
      if (power > 1 || bytes == size)
        all += fmt::format("{}\"{} B\"", all.empty() ? "" : ", ", bytes);
  }
  return all;
}

struct Way {
  const char* node;
  const char* switches;
  const char* from;
  const char* to;
};

/// Every transport of the catalogue that carries bytes there.
void expect_rising(const Way& way, int in_flight) {
  std::size_t ways = 0;
  for (const std::string& id : Catalog::shipped().ids("transports")) {
    const test::TransferText text{
        .nodes = fmt::format(R"("n": {{"type": "{}", "count": 2}})", way.node),
        .networks = fmt::format(R"("compute": {{"type": "single-switch"{}}})", way.switches),
        .transfers = fmt::format(
            R"({{"from": "{}", "to": "{}", "bytes": [{}], "in_flight": {}, "transport": "{}"}})",
            way.from, way.to, sizes(), in_flight, id)};
    const auto scenario = test::checked_transfers(text);
    if (!scenario) continue;
    ++ways;
    double before = 0.0;
    for (const TransferRow& row : run_transfers(*scenario).rows) {
      EXPECT_GE(seconds(row) * (1.0 + 1e-9), before) << id << ", " << row.message.value() << " B";
      before = seconds(row);
    }
  }
  EXPECT_GT(ways, 0U);
}

void expect_rising(const Way& way) {
  for (const int in_flight : {1, 2, 64}) expect_rising(way, in_flight);
}

constexpr const char* kNdr = R"(, "switch": "nvidia-qm9700")";
constexpr const char* kLink = R"(, "link": "12.5 GB/s", "latency": "1 us")";

TEST(MessageTimes, NeverFallWithSizeBetweenGpusOverInfiniband) {
  expect_rising({"dgx-h100", kNdr, "n/0/gpu0", "n/1/gpu0"});
}

TEST(MessageTimes, NeverFallWithSizeBetweenGpusOverAnyNetwork) {
  expect_rising({"pcie-8gpu-4u", kLink, "n/0/gpu0", "n/1/gpu7"});
}

TEST(MessageTimes, NeverFallWithSizeBetweenHostsOverAnyNetwork) {
  expect_rising({"pcie-8gpu-4u", kLink, "n/0", "n/1"});
}

TEST(MessageTimes, NeverFallWithSizeWithinANode) {
  expect_rising({"pcie-8gpu-4u", kLink, "n/0/gpu0", "n/0/gpu7"});
  expect_rising({"dgx-a100-80gb", kLink, "n/0/gpu0", "n/0/gpu7"});
  expect_rising({"pcie-8gpu-4u", kLink, "n/0", "n/0/gpu7"});
}

// NDR: 128 KiB ÷ 48.3 GB/s is 2.7 us; GPUDirect's own time and the adapters' are below 3 us.
TEST(MessageTimes, OverNdrKnowNoEagerLimitOfEdr) {
  const auto rows =
      run_transfers(
          *test::checked_transfers(
              {.nodes = R"("n": {"type": "dgx-h100", "count": 2})",
               .networks = R"("compute": {"type": "single-switch", "switch": "nvidia-qm9700"})",
               .transfers = R"({"from": "n/0/gpu0", "to": "n/1/gpu0", "bytes": "128 KiB"})"}))
          .rows;
  EXPECT_LT(seconds(rows.at(0)), 5.7e-6);
}

// Each message costs either end a copy of 3.4 us and 4 us of TCP at the slowest, whatever its size.
TEST(MessageTimes, OfAWindowThroughHostMemoryOverlap) {
  const auto rows = test::transfer_rows(test::on_a_switch(
      2, R"({"from": "n/0/gpu0", "to": "n/1/gpu0", "bytes": ["8 KiB", "12 KiB"], "in_flight": 64,
             "transport": "tcp-kernel-100g"})"));
  EXPECT_LT(seconds(rows.at(0)), seconds(rows.at(1)));
  EXPECT_GT(seconds(rows.at(0)), 63 * 4e-6);
}

}  // namespace
}  // namespace gpuscape
