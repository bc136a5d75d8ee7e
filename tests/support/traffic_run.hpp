#pragma once
/// Runs of jobs that exchange data over a network, in one line.

#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// Of 10 GB/s links without latency.
inline const std::string kOneSwitch = R"({"link": "10 GB/s", "latency": "0 s"})";

struct TrafficCase {
  std::string network = "single-switch";
  std::string parameters = kOneSwitch;
  ApplicationSpec application{Seconds(0.5), Bytes(5e9)};
  PolicyNames policies;
};

/// One stream with the application, on one group of nodes.
inline RunState traffic_state(const NodeGroup& group, std::vector<Job> jobs,
                              const TrafficCase& options) {
  const Platform platform({group});
  TrafficParts traffic;
  traffic.network =
      make_model(builtin_models().networks, options.network, options.parameters)->build(platform);
  traffic.applications = {{options.application, {}}};
  return {platform, make_policies(options.policies), std::make_unique<ListSource>(std::move(jobs)),
          std::move(traffic)};
}

inline RunResult run_traffic(const NodeGroup& group, std::vector<Job> jobs,
                             const TrafficCase& options) {
  RunState state = traffic_state(group, std::move(jobs), options);
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

inline std::vector<double> end_dates(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    dates.push_back(result.jobs.ended(i) ? result.jobs.segments(i).front().end.value() : -1.0);
  return dates;
}

inline double end_of(const RunResult& result, std::size_t job) {
  return result.jobs.segments(job).front().end.value();
}

}  // namespace gpuscape::test
