#pragma once
/// Jobs that read what they train on, as scenarios, in one line.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/run/run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::test {

/// `count` jobs that are submitted at once, each of 8 GPUs, which train on samples of 1 MB at so
/// many a second on each GPU: 8 MB/s for each of them.
struct ReadingJobs {
  int count = 1;
  double samples_per_second = 100.0;
  double run_time = 1000.0;
  int gpus = 8;
};

struct InputCase {
  int nodes = 1;
  int gpus_per_node = 8;
  std::string storage = R"({"write_bandwidth": "1 GB/s", "read_bandwidth": "800 MB/s"})";
  std::string more_storage = "";  ///< further ones, with a comma in front
  std::string dataset = "";       ///< keys, each with a comma in front
  std::string networks = "";      ///< with a comma behind
  std::string application = "";   ///< keys, each with a comma in front
  std::string cluster = "";       ///< likewise
  std::string copies = "";        ///< from store to store; keys of a map
};

inline std::string input_scenario(const InputCase& of, const std::vector<ReadingJobs>& jobs) {
  std::string applications;
  std::string streams;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    applications += fmt::format(
        R"({}"a{}": {{"type": "data-parallel", "samples_per_second": {}, "batch_per_gpu": 100,
        "gpu_straggler": 0, "node_straggler": 0, "launches_per_step": 0, "dataset": "d"{}}})",
        i == 0 ? "" : ", ", i, jobs[i].samples_per_second, of.application);
    streams += fmt::format(
        R"({}"s{}": {{"application": "a{}", "closed": {{"jobs": {}, "gpus": {{"{}": 1}},
        "duration": "1 s", "run_time": {{"distribution": "constant", "value": "{} s"}}}}}})",
        i == 0 ? "" : ", ", i, i, jobs[i].count, jobs[i].gpus, jobs[i].run_time);
  }
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": {}, "gpus": {},
      "cores": 64, "memory": "1 TB"}}}}, {}"storage": {{"store": {}{}}}{}}}, "workload": {{
      "copies": {{{}}}, "datasets": {{"d": {{"on": "store", "record": "1 MB"{}}}}}, "applications": {{{}}},
      "streams": {{{}}}}}, "scheduler": {{"backfill": "none"}}}})",
      of.nodes, of.gpus_per_node, of.networks, of.storage, of.more_storage, of.cluster, of.copies,
      of.dataset, applications, streams);
}

inline RunResult run_scenario(const std::string& text) {
  const CheckedScenario scenario = checked(text);
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

inline RunResult run_input(const InputCase& of, const std::vector<ReadingJobs>& jobs) {
  return run_scenario(input_scenario(of, jobs));
}

inline std::vector<double> elapsed(const RunResult& result) {
  std::vector<double> all;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    const Segment& last = result.jobs.segments(i).back();
    all.push_back((last.end - result.jobs.segments(i).front().start).value());
  }
  return all;
}

/// B/s, of as many jobs as nodes.
inline double read_per_node(const InputCase& of, double samples_per_second) {
  const RunResult result =
      run_input(of, {{.count = of.nodes, .samples_per_second = samples_per_second}});
  double sum = 0.0;
  for (const InputRecord& job : result.input->jobs) sum += job.read.value();
  return sum / of.nodes / elapsed(result)[0];
}

inline std::string waited_for(const RunResult& result, std::uint32_t job) {
  const InputRecord* record = result.input->find(job);
  return record == nullptr || record->by.is_none() ? "" : result.input->causes[record->by.index()];
}

}  // namespace gpuscape::test
