/// Replays on nodes that fail.

#include <fmt/format.h>

#include <string>

#include "tests/bench/rows.hpp"
#include "tests/bench/traffic/replay.hpp"

namespace gpuscape::bench {
namespace {

/// A million jobs of up to four nodes on 1 024 nodes: 10 failures per 1 000 node-days, or none.
std::string million(bool fails) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "custom", "count": 1024, "gpus": 8}}}}{}}},
      "workload": {{"streams": {{"jobs": {{"generate": {{"jobs": 1000000, "load": 0.8,
        "gpus": {{"1": 0.5, "2": 0.2, "8": 0.2, "32": 0.1}},
        "run_time": {{"distribution": "lognormal", "median": "30 min", "mean": "2 h"}}}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "easy"}}, "run": {{"replications": 1}}}})",
      fails ? R"(, "failures": {"node": {"mean_time": "100 d", "repair": {"time": "6 h"}}})" : "");
}

std::string nodes_failed() {
  const RunResult result = Replay(million(true)).run();
  if (result.failures.empty() || result.failures[0].jobs < 100) return "few failures stop jobs";
  return "";
}

}  // namespace

std::vector<Row> make_failure_rows() {
  return {{"1 M jobs, EASY, with 10 failures per 1 000 node-days against none",
           replay_side("failures/ten", [] { return million(true); }),
           replay_side("failures/none", [] { return million(false); }), 1.0 / 1.3, nodes_failed}};
}

}  // namespace gpuscape::bench
