/// What a calibration profile changes in transfers.

#include <gmock/gmock.h>

#include "sim/report/transfers/transfer_text.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using test::seconds;
using testing::HasSubstr;

struct Law {
  std::string key;
  std::string latency;
  std::string rate;
};

const Law kIntoGpu{R"("path": "host>gpu0", "memory": "pinned")", "20e-6", "5e9"};
const Law kOutOfGpu{R"("path": "gpu0>host", "memory": "pinned")", "30e-6", "4e9"};
const Law kPageable{R"("path": "host>gpu0", "memory": "pageable")", "50e-6", "2e9"};

/// Laws of copies, measured from 1 kB to 1 GB.
std::string profile(const std::vector<Law>& laws, const std::string& gpu = "Tesla P40") {
  std::string text;
  for (const Law& law : laws)
    text += fmt::format(R"({}{{"key": {{"family": "cuda", "operation": "copy", {}}},
        "range": {{"least": 1e3, "most": 1e9, "unit": "B"}},
        "regimes": [{{"latency": {{"value": {}, "unit": "s"}}, "rate": {{"value": {}}}}}]}})",
                        text.empty() ? "" : ", ", law.key, law.latency, law.rate);
  return fmt::format(R"({{"format": "gpuscape-profile", "version": 1, "laws": [{}],
      "devices": [{{"id": "gpu0", "kind": "gpu", "properties": {{"name": "{}"}}}}]}})",
                     text, gpu);
}

LoadedScenario load(const std::string& profile_text, const std::string& transfers) {
  const ScratchFolder folder;
  write_text(folder.path() / "p.json", profile_text);
  const std::string text = fmt::format(
      R"({{"format": 1, "calibration": ["p.json"], "cluster": {{"nodes": {{"n": {{{}}}}}}},
          "workload": {{"streams": {{"s": {{"transfers": [{}]}}}}}}, "run": {{"detail": "step"}}}})",
      test::kSocket, transfers);
  LoadedScenario loaded = test::load_text(text, (folder.path() / "s.json").string());
  return loaded;
}

std::vector<TransferRow> rows(const std::string& profile_text, const std::string& transfers) {
  return run_transfers(test::checked(load(profile_text, transfers))).rows;
}

std::string faults(const std::string& profile_text) {
  LoadedScenario loaded = load(profile_text, R"({"from": "n", "to": "n/gpu0", "bytes": "1 MB"})");
  check(loaded, test::builtin_models());
  return format_issues(loaded.context.sorted_issues());
}

TEST(MeasuredTransfers, TakeTheLawOfTheirDirectionAndNothingElse) {
  const auto found = rows(profile({kIntoGpu, kOutOfGpu}),
                          R"({"from": "n", "to": "n/gpu0", "bytes": "1 MB"},
                             {"from": "n/gpu1", "to": "n", "bytes": "1 MB"})");
  EXPECT_NEAR(seconds(found[0]), 20e-6 + 1e6 / 5e9, 1e-12);  // no link's 1 us on top
  EXPECT_NEAR(seconds(found[1]), 30e-6 + 1e6 / 4e9, 1e-12);
  EXPECT_EQ(found[0].basis, "measured");
  EXPECT_FALSE(found[0].outside_range);
}

TEST(MeasuredTransfers, OutsideTheMeasuredSizesAreTagged) {
  const auto found = rows(profile({kIntoGpu}), R"({"from": "n", "to": "n/gpu0",
      "bytes": ["999 B", "1 kB", "1 GB", "2 GB"]})");
  std::vector<bool> outside;
  for (const TransferRow& row : found) outside.push_back(row.outside_range);
  EXPECT_THAT(outside, testing::ElementsAre(true, false, false, true));
}

TEST(MeasuredTransfers, OfPageableMemoryHaveALawOfTheirOwn) {
  const auto found = rows(profile({kIntoGpu, kPageable}), R"({"from": "n", "to": "n/gpu0",
      "bytes": "1 MB", "transport": "cudamemcpy-pageable"})");
  EXPECT_NEAR(seconds(found[0]), 50e-6 + 1e6 / 2e9, 1e-12);  // no pinning by a core before it
}

// Two copies of 10 GB/s each into GPUs behind links of 10 GB/s, out of one memory.
TEST(MeasuredTransfers, StillShareLinks) {
  const Law fast{kIntoGpu.key, "0", "9e9"};
  const auto found = rows(profile({fast}), R"({"from": "n", "to": "n/gpu0", "bytes": "1 GB"},
                                              {"from": "n", "to": "n/gpu0", "bytes": "1 GB"})");
  EXPECT_NEAR(seconds(found[0]), 0.2, 1e-9);  // 10 GB/s for both
}

TEST(MeasuredTransfers, WhatIsNotMeasuredStaysAGuess) {
  const auto found = rows(profile({kOutOfGpu}), R"({"from": "n/gpu0", "to": "n/gpu1",
      "bytes": "1 MB", "transport": "pcie-p2p-switch"})");
  EXPECT_EQ(found[0].basis, "guess");
}

/// A law of TCP between two nodes: 40 us + n / 1 GB/s.
std::string tcp_profile(const std::string& marks) {
  return fmt::format(R"({{"format": "gpuscape-profile", "version": 1, "laws": [{{
      "key": {{"family": "tcp", "operation": "latency", "path": "node0>node1"}}, "marks": [{}],
      "range": {{"least": 1, "most": 1e9, "unit": "B"}},
      "regimes": [{{"latency": {{"value": 40e-6}}, "rate": {{"value": 1e9}}}}]}}]}})",
                     marks);
}

/// Of 1 MB over TCP between two nodes with Ethernet adapters.
TransferRow over_tcp(const std::string& profile_text) {
  const ScratchFolder folder;
  write_text(folder.path() / "p.json", profile_text);
  LoadedScenario loaded =
      test::load_text(fmt::format(R"({{"format": 1, "calibration": "p.json", "cluster": {{
          "nodes": {{"n": {{"count": 2, {}}}}}, "networks": {{"compute": {{"type": "single-switch",
          "link": "12.5 GB/s", "latency": "1 us", "transport": "tcp-kernel-100g"}}}}}},
          "workload": {{"streams": {{"s": {{"transfers": [{{"from": "n/0", "to": "n/1",
          "bytes": "1 MB"}}]}}}}}}, "run": {{"detail": "step"}}}})",
                                  test::kSocket),
                      (folder.path() / "s.json").string());
  return run_transfers(test::checked(std::move(loaded))).rows.at(0);
}

TEST(MeasuredTransfers, BetweenNodesTakeTheLawOfThePair) {
  const TransferRow row = over_tcp(tcp_profile(""));
  EXPECT_NEAR(seconds(row), 40e-6 + 1e6 / 1e9, 1e-12);
  EXPECT_EQ(row.basis, "measured");
}

TEST(MeasuredTransfers, ALawOfOneMachineWithItselfIsNoLawOfANetwork) {
  EXPECT_EQ(over_tcp(tcp_profile("\"both ends on one machine\"")).basis, "guess");
}

TEST(MeasuredTransfers, AProfileOfAnotherGpuNamesBoth) {
  EXPECT_EQ(faults(profile({kIntoGpu})), "");
  EXPECT_THAT(
      faults(profile({kIntoGpu}, "NVIDIA H100 80GB HBM3")),
      HasSubstr(
          R"("p.json" was measured on "NVIDIA H100 80GB HBM3", but the nodes here have "p40")"));
}

TEST(MeasuredTransfers, AFileThatIsNoProfileIsRefused) {
  EXPECT_THAT(faults("{}"), HasSubstr("\"p.json\" is not a profile"));
  EXPECT_THAT(faults("{"), HasSubstr("p.json:1:"));
}

/// The notes of a scenario with a copy into a GPU and that profile.
std::string notes(const std::string& profile_text) {
  std::string text;
  for (const std::string& note :
       load(profile_text, R"({"from": "n", "to": "n/gpu0", "bytes": "1 MB"})").spec.notes)
    text += note + "\n";
  return text;
}

TEST(MeasuredTransfers, AProfileOfWhichNothingIsUsedSaysSo) {
  EXPECT_THAT(notes(profile({})), HasSubstr("profile \"p.json\": not used: it has no law"));
  EXPECT_THAT(notes(profile({{R"("path": "cpu0>cpu1", "memory": "pinned")", "1e-6", "1e9"}})),
              HasSubstr("not used: it has no law"));
  EXPECT_EQ(notes(profile({kIntoGpu})), "");
}

/// The report of a copy into a GPU.
std::string report(const std::string& profile_text, const std::string& transfer) {
  const CheckedScenario scenario = test::checked(load(profile_text, transfer));
  return transfer_text(scenario.spec, run_transfers(scenario));
}

TEST(MeasuredTransfers, WhatWasMeasuredAndIsNotOnTheWayIsNamed) {
  const std::string into = R"({"from": "n", "to": "n/gpu0", "bytes": "1 MB"})";
  EXPECT_THAT(
      report(profile({kPageable}), into),
      HasSubstr("nothing of the calibration is used: it measured cudamemcpy-pageable, and no\n"
                "                   transfer uses those"));
  EXPECT_THAT(report(profile({kIntoGpu}), into),
              testing::Not(HasSubstr("nothing of the calibration")));
}

}  // namespace
}  // namespace gpuscape
