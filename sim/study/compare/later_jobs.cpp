#include "sim/study/compare/later_jobs.hpp"

#include <algorithm>
#include <tuple>

#include "sim/study/metrics/job_groups.hpp"

namespace gpuscape {

namespace {

constexpr double kLater = 0.10;        // of the time from submission to end
constexpr double kLeast = 60.0;        // s; below, nobody notices
constexpr std::int64_t kFewJobs = 10;  // shares of fewer say little: such groups come last

bool longer(double time, double than) {
  return time - than > kLeast && time > (1.0 + kLater) * than;
}

void count(GroupChange& group, const RunResult& baseline, const RunResult& variant,
           std::size_t job) {
  if (!baseline.jobs.ended_by_itself(job)) return;
  ++group.jobs;
  if (!variant.jobs.ended_by_itself(job)) {
    ++group.later;
    return;
  }
  const double before = baseline.jobs.completion_time(job).value();
  const double after = variant.jobs.completion_time(job).value();
  if (longer(after, before)) ++group.later;
  if (longer(before, after)) ++group.sooner;
}

/// Small groups last, then by the share that ends later, then by name.
bool comes_first(const GroupChange& a, const GroupChange& b) {
  const auto rank = [](const GroupChange& group) {
    return std::tuple(!group.loses(), group.jobs < kFewJobs, -group.later_share(), -group.later,
                      std::string_view(group.name));
  };
  return rank(a) < rank(b);
}

/// Small groups last, then by the share that ends sooner, then by name.
bool gains_more(const GroupChange& a, const GroupChange& b) {
  const auto rank = [](const GroupChange& group) {
    return std::tuple(group.jobs < kFewJobs, -group.sooner_share(), -group.sooner,
                      std::string_view(group.name));
  };
  return rank(a) < rank(b);
}

LaterJobs later_by(const JobGroups& grouping, const RunResult& baseline, const RunResult& variant,
                   Seconds from, const StopCheck& stop) {
  LaterJobs result;
  result.kind = grouping.kind;
  for (const std::string& name : grouping.names)
    result.groups.push_back({.name = name, .jobs = 0, .later = 0, .sooner = 0});
  for (std::size_t job = 0; job < baseline.jobs.size(); ++job) {
    stop.look_at(job);
    if (baseline.jobs.submit(job) < from) continue;
    count(result.groups[grouping.of(baseline.jobs, job)], baseline, variant, job);
  }
  std::erase_if(result.groups, [](const GroupChange& group) { return group.jobs == 0; });
  std::sort(result.groups.begin(), result.groups.end(), comes_first);
  for (std::size_t i = 0; i < result.groups.size(); ++i) {
    if (result.groups[i].loses()) ++result.losing;
    if (result.groups[i].gains()) result.gaining.push_back(i);
  }
  std::ranges::stable_sort(result.gaining, [&](std::size_t a, std::size_t b) {
    return gains_more(result.groups[a], result.groups[b]);
  });
  return result;
}

/// Which nodes will do is the design's to say, and how large a part of a GPU is that has what a job
/// asks for: designs have other nodes.
bool same_amounts(Demand a, Demand b) {
  a.asks = b.asks = 0;
  a.gpu_milli = b.gpu_milli = 0;
  return a == b;
}

}  // namespace

std::vector<LaterJobs> later_jobs(const RunResult& baseline, const RunResult& variant, Seconds from,
                                  const StopCheck& stop) {
  std::vector<LaterJobs> all;
  for (const JobGroups& grouping : job_groups(baseline))
    all.push_back(later_by(grouping, baseline, variant, from, stop));
  return all;
}

bool same_jobs(const RunResult& a, const RunResult& b, const StopCheck& stop) {
  if (a.jobs.size() != b.jobs.size() || a.streams != b.streams) return false;
  const bool rescaled = !a.rescaling.empty() || !b.rescaling.empty();
  for (std::size_t job = 0; job < a.jobs.size(); ++job) {
    stop.look_at(job);
    const bool same = a.jobs.id(job) == b.jobs.id(job) &&
                      a.jobs.stream(job) == b.jobs.stream(job) &&
                      a.jobs.submit(job) == b.jobs.submit(job);
    const bool alike = a.jobs.run_time(job) == b.jobs.run_time(job) &&
                       a.jobs.time_limit(job) == b.jobs.time_limit(job) &&
                       same_amounts(a.jobs.demand(job), b.jobs.demand(job));
    if (!same || !(alike || rescaled)) return false;
  }
  return true;
}

}  // namespace gpuscape
