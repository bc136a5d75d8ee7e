/// Replays of jobs that read from a store.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>

#include "test_paths.hpp"
#include "tests/bench/rows.hpp"
#include "tests/bench/traffic/replay.hpp"

namespace gpuscape::bench {
namespace {

/// The log's jobs go through data at 100 MB/s on each GPU: 64 GB/s if all of them did, from a store
/// of that bandwidth; or they read nothing.
std::string philly(const char* bandwidth) {
  const std::string reads = fmt::format(
      R"(, "storage": {{"store": {{"read_bandwidth": "{}", "write_bandwidth": "1 GB/s"}}}})",
      bandwidth == nullptr ? "" : bandwidth);
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "dgx1-v100", "count": 80}}}}{}}},
      "workload": {{{}"streams": {{"jobs": {{{}
        "trace": {{"format": "philly-csv", "file": "{}/{}"}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "easy"}}}})",
      bandwidth == nullptr ? "" : reads,
      bandwidth == nullptr ? "" : R"("datasets": {"d": {"on": "store"}}, "applications": {"scan":
                               {"type": "scan", "dataset": "d", "rate": "100 MB/s"}}, )",
      bandwidth == nullptr ? "" : R"("application": "scan", )", GPUSCAPE_SHARED_DIR, kPhilly);
}

constexpr const char* kAmple = "1 TB/s";
constexpr const char* kScarce = "4 GB/s";

std::int64_t jobs_that_waited(const char* bandwidth) {
  const RunResult result = Replay(philly(bandwidth)).run();
  std::int64_t waited = 0;
  for (const InputRecord& job : result.input->jobs) waited += job.stall > Seconds(0.0);
  return waited;
}

std::string nobody_waited() {
  return jobs_that_waited(kAmple) == 0 ? "" : "jobs wait for a store that gives enough";
}

std::string nearly_all_waited() {
  return jobs_that_waited(kScarce) > 50'000 ? ""
                                            : "few jobs wait for a store that gives too little";
}

constexpr int kRanks = 1024;
constexpr int kSteps = 10'000;
constexpr double kDemand = 1.25;  // of what the store gives

/// One job of as many GPUs and steps of 1 s, for each of which every GPU reads 100 MB.
std::string ranks() {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": {}, "gpus": 8}}}},
      "storage": {{"store": {{"write_bandwidth": "1 GB/s", "read_bandwidth": "{} MB/s"}}}}}},
      "workload": {{"datasets": {{"d": {{"on": "store", "record": "1 MB"}}}}, "applications": {{"a": {{
        "type": "data-parallel", "samples_per_second": 100, "batch_per_gpu": 100,
        "gpu_straggler": 0, "node_straggler": 0, "launches_per_step": 0, "dataset": "d"}}}},
      "streams": {{"s": {{"application": "a", "closed": {{"jobs": 1, "gpus": {{"{}": 1}},
        "duration": "1 s", "run_time": {{"distribution": "constant", "value": "{} s"}}}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
      kRanks / 8, kRanks * 100.0 / kDemand, kRanks, kSteps);
}

/// The same, rank by rank and step by step: what all read passes the store, while the step before
/// computes, and the next one begins when the last of them has it. Returns the use of the GPUs.
double loop_over_ranks() {
  constexpr double kVariation = 0.47;  // of what a rank reads: deviation ÷ mean
  const double sigma = std::sqrt(std::log1p(kVariation * kVariation));
  std::mt19937_64 draw(1);
  std::lognormal_distribution<double> bytes(-0.5 * sigma * sigma, sigma);  // mean 1
  double elapsed = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    double all = 0.0;
    for (int rank = 0; rank < kRanks; ++rank) all += bytes(draw);
    elapsed += std::max(1.0, all / kRanks * kDemand);
  }
  return kSteps / elapsed;
}

std::string same_use() {
  const RunResult result = Replay(ranks()).run();
  const double ours = kSteps / result.end.value();
  const double loop = loop_over_ranks();
  return std::abs(ours - loop) < 0.01
             ? ""
             : fmt::format("GPUs are used to {:.3f}, and by the loop to {:.3f}", ours, loop);
}

Row ranks_row() {
  const auto replay = std::make_shared<std::optional<Replay>>();
  const double units = static_cast<double>(kRanks) * kSteps;
  return {"1024 ranks, 10000 steps with a barrier, one store",
          {"storage/ranks", units,
           [replay] {
             if (!*replay) replay->emplace(ranks());
             return seconds_of([&] { (void)(*replay)->run(); });
           }},
          {"storage/loop", units,
           [] {
             double use = 0.0;
             const double time = seconds_of([&] { use = loop_over_ranks(); });
             return use > 0.0 ? time : 0.0;
           },
           true},
          0.5,
          same_use};
}

}  // namespace

std::vector<Row> make_storage_rows() {
  if (!std::filesystem::exists(std::filesystem::path(GPUSCAPE_SHARED_DIR) / kPhilly))
    return {ranks_row()};
  const Side none = replay_side("storage/none", [] { return philly(nullptr); });
  return {
      {"Philly, EASY, with storage that does not bind against without",
       replay_side("storage/ample", [] { return philly(kAmple); }), none, 0.5, nobody_waited},
      {"Philly, EASY, with storage that binds against without",
       replay_side("storage/scarce", [] { return philly(kScarce); }), none, 0.1, nearly_all_waited},
      ranks_row()};
}

}  // namespace gpuscape::bench
