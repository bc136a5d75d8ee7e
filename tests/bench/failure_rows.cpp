/// Replays on nodes that fail.

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "tests/bench/rows.hpp"
#include "tests/bench/traffic/replay.hpp"
#include "tests/support/bare_failures.hpp"

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

/// The case of tests/support/bare_failures.hpp with checkpoints that take time, and lost work.
constexpr double kInterval = 15.0 / 60.0;  // h
constexpr double kWrite = 30.0 / 3600.0;   // h
constexpr int kReplications = 10;

std::string one_job() {
  return R"({"format": 1, "cluster": {
      "nodes": {"server": {"type": "custom", "count": 4360, "gpus": 8}},
      "failures": {"server": {"mean_time": "100 d", "bad_share": 0.15, "bad_factor": 5,
        "idle_factor": 0, "repair": {"time": "120 min", "distribution": "exponential",
          "silent_failure": 0.4, "manual_share": 0.8, "manual_time": "2 d",
          "manual_silent_failure": 0.2}}},
      "spares": {"nodes": "server/4160-4359", "time": "20 min"}},
      "workload": {"streams": {"training": {"closed": {"jobs": 1, "duration": "1 d",
        "gpus": {"32768": 1}, "run_time": {"distribution": "constant", "value": "256 d"}},
        "checkpoint": {"every": "15 min", "write": "30 s"}, "restart": "20 min",
        "standbys": {"nodes": 16, "selection": "3 min"}}}},
      "scheduler": {"policy": "fifo"}})";
}

struct Means {
  double hours = 0.0;
  double failures = 0.0;
};

Means ours_of_one_job(const Replay& replay) {
  Means means;
  for (std::uint64_t i = 0; i < kReplications; ++i) {
    const RunResult result = replay.run(i);
    const Segment& life = result.jobs.segments(0).back();
    means.hours += (life.end - life.start).value() / 3600.0 / kReplications;
    means.failures += static_cast<double>(result.failures[0].times) / kReplications;
  }
  return means;
}

Means bare_of_one_job() {
  Means means;
  for (std::uint64_t i = 0; i < kReplications; ++i) {
    const test::BareOutcome out =
        test::BareLoop({.interval = kInterval, .write = kWrite}, 1 + i).run();
    means.hours += out.hours / kReplications;
    means.failures += static_cast<double>(out.failures) / kReplications;
  }
  return means;
}

std::string one_job_agrees() {
  const Means ours = ours_of_one_job(Replay(one_job()));
  const Means bare = bare_of_one_job();
  if (std::abs(ours.hours / bare.hours - 1.0) > 0.02)
    return fmt::format("ours takes {:.0f} h, the bare loop {:.0f} h", ours.hours, bare.hours);
  if (std::abs(ours.failures / bare.failures - 1.0) > 0.03)
    return fmt::format("ours has {:.0f} failures, the bare loop {:.0f}", ours.failures,
                       bare.failures);
  return "";
}

Row one_job_row() {
  const auto replay = std::make_shared<std::optional<Replay>>();
  const Side ours{"failures/one job", kReplications, [replay] {
                    if (!*replay) replay->emplace(one_job());
                    return seconds_of([&] { static_cast<void>(ours_of_one_job(**replay)); });
                  }};
  const Side bare{"failures/one job, bare", kReplications,
                  [] { return seconds_of([] { static_cast<void>(bare_of_one_job()); }); }, true};
  return {"10 runs of one job on 4 096 nodes, 30 000 failures each, against a bare loop", ours,
          bare, 0.3, one_job_agrees};
}

}  // namespace

std::vector<Row> make_failure_rows() {
  return {one_job_row(),
          {"1 M jobs, EASY, with 10 failures per 1 000 node-days against none",
           replay_side("failures/ten", [] { return million(true); }),
           replay_side("failures/none", [] { return million(false); }), 1.0 / 1.3, nodes_failed}};
}

}  // namespace gpuscape::bench
