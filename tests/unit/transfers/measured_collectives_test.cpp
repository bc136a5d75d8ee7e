/// What a profile of nccl-tests logs changes in collectives.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/collective_builder.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

/// An all-reduce among eight GPUs: 25 us up to 1 MB, beyond it 40 us and 200 GB/s.
constexpr const char* kProfile = R"({"format": "gpuscape-profile", "version": 1, "laws": [{
    "key": {"family": "nccl", "operation": "all-reduce", "path": "8 gpus", "direction": "out of place"},
    "range": {"least": 8, "most": 1e9, "unit": "B"},
    "regimes": [{"up_to": 1e6, "latency": {"value": 25e-6}},
                {"latency": {"value": 40e-6}, "rate": {"value": 200e9}}]}]})";

std::vector<CollectiveRow> rows_with_profile(const std::string& collective) {
  const ScratchFolder folder;
  write_text(folder.path() / "p.json", kProfile);
  const std::string text = fmt::format(
      R"({{"format": 1, "calibration": ["p.json"], "cluster": {{"nodes": {{"n": {{"type": "dgx-h100"}}}}}},
          "workload": {{"streams": {{"s": {{"collectives": [{{{}}}]}}}}}}, "run": {{"detail": "step"}}}})",
      collective);
  return run_transfers(test::checked(test::load_text(text, (folder.path() / "s.json").string())))
      .collectives;
}

TEST(MeasuredCollectives, TakeTheTimeOfTheirLaw) {
  const auto rows = rows_with_profile(
      R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["1 kB", "200 MB"])");
  EXPECT_NEAR(rows.at(0).duration().value(), 25e-6, 1e-9);
  EXPECT_NEAR(rows.at(1).duration().value(), 40e-6 + 200e6 / 200e9, 1e-9);
}

TEST(MeasuredCollectives, SayThatTheyWereMeasured) {
  const auto rows =
      rows_with_profile(R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["1 MB"])");
  EXPECT_EQ(rows.at(0).basis, "measured");
  EXPECT_EQ(rows.at(0).algorithm, "as measured");
}

TEST(MeasuredCollectives, OthersKeepTheLibrarysNumbers) {
  for (const char* other :
       {R"("operation": "all-reduce", "among": ["n/gpu0-3"])",
        R"("operation": "all-gather", "among": ["n/gpu0-7"])",
        R"("operation": "all-reduce", "among": ["n/gpu0-7"], "algorithm": "ring")"}) {
    const auto rows = rows_with_profile(std::string(other) + R"(, "bytes": ["1 MB"])");
    EXPECT_NE(rows.at(0).basis, "measured") << other;
    EXPECT_NE(rows.at(0).algorithm, "as measured") << other;
  }
}

}  // namespace
}  // namespace gpuscape
