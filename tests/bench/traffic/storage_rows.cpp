/// Replays of jobs that read from a store.

#include <fmt/format.h>

#include <filesystem>

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

}  // namespace

std::vector<Row> make_storage_rows() {
  if (!std::filesystem::exists(std::filesystem::path(GPUSCAPE_SHARED_DIR) / kPhilly)) return {};
  const Side none = replay_side("storage/none", [] { return philly(nullptr); });
  return {{"Philly, EASY, with storage that does not bind against without",
           replay_side("storage/ample", [] { return philly(kAmple); }), none, 0.5, nobody_waited},
          {"Philly, EASY, with storage that binds against without",
           replay_side("storage/scarce", [] { return philly(kScarce); }), none, 0.1,
           nearly_all_waited}};
}

}  // namespace gpuscape::bench
