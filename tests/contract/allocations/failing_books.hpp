#pragma once
/// What runs on nodes that fail owe: nobody is on a node that is away, no node is held twice, and
/// GPU time is conserved.

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/platform/planned_outage.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/record/stays.hpp"

namespace gpuscape::test {

struct Failed {
  RunResult run;
  std::vector<PlannedOutage> outages;
  Seconds last{0.0};  ///< event; after the end of the run nodes still come back
};

/// Jobs that could run, and did not complete.
inline int jobs_left(const Failed& failed) {
  int count = 0;
  for (std::size_t job = 0; job < failed.run.jobs.size(); ++job) {
    const JobState state = failed.run.jobs.state(job);
    count += state != JobState::completed && state != JobState::never_fits ? 1 : 0;
  }
  return count;
}

inline int on_nodes_away(const Failed& failed) {
  int count = 0;
  const JobRecords& jobs = failed.run.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    for_each_stay(jobs, job, [&](const Stay& stay) {
      for (const PlannedOutage& outage : failed.outages)
        if (outage.effect == OutageEffect::away &&
            std::ranges::find(outage.nodes, OutageNode{0, stay.at.node}) != outage.nodes.end() &&
            stay.start < outage.end && stay.end > outage.begin && stay.start < stay.end)
          ++count;
    });
  return count;
}

/// GPUs of a node that several jobs hold at once.
inline int held_twice(const Failed& failed, std::uint32_t nodes) {
  std::vector<std::vector<std::pair<Seconds, int>>> changes(nodes);
  for (std::size_t job = 0; job < failed.run.jobs.size(); ++job)
    for_each_stay(failed.run.jobs, job, [&](const Stay& stay) {
      changes[stay.at.node].emplace_back(stay.start, stay.at.gpus);
      changes[stay.at.node].emplace_back(stay.end, -stay.at.gpus);
    });
  int most = 0;
  for (auto& of_node : changes) {
    std::ranges::sort(of_node);  // at one date, what ends comes first
    int held = 0;
    for (const auto& [date, gpus] : of_node) most = std::max(most, held += gpus);
  }
  return std::max(0, most - 8);
}

/// By the timeline, whose counts know nothing of the stays.
inline double held_by_the_timeline(const Failed& failed) {
  double sum = 0.0;
  const Timeline& timeline = failed.run.timeline;
  const std::vector<double>& allocated = timeline["gpus_allocated"];
  for (std::size_t i = 0; i < allocated.size(); ++i) {
    const Seconds from = timeline.interval * static_cast<double>(i);
    sum += allocated[i] * (std::min(from + timeline.interval, failed.last) - from).value();
  }
  return sum;
}

}  // namespace gpuscape::test
