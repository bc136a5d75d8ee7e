#include "sim/study/compare/later_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace gpuscape {

namespace {

constexpr double kLater = 0.10;        // of the time from submission to end
constexpr double kLeast = 60.0;        // s; below, nobody notices
constexpr double kLosingShare = 0.05;  // of a group's jobs
constexpr std::int64_t kFewJobs = 10;  // shares of fewer say little: such groups come last

bool longer(double time, double than) {
  return time - than > kLeast && time > (1.0 + kLater) * than;
}

/// Whose jobs are told apart.
struct Grouping {
  std::size_t named = 0;  ///< groups that have a name of their own
  std::string_view kind = "stream";
  std::vector<std::string> names;
  std::vector<std::size_t> of_origin;  ///< into names; empty: jobs go by stream
};

Grouping by_origin(const OriginTable& origins, std::string_view kind,
                   std::string JobOrigin::* member) {
  Grouping grouping;
  grouping.kind = kind;
  std::map<std::string_view, std::size_t> known;
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const std::string& name = origins[i].*member;
    const auto [group, is_new] = known.try_emplace(name, grouping.names.size());
    if (is_new) {
      if (!name.empty()) ++grouping.named;
      grouping.names.push_back(name.empty() ? fmt::format("no {}", kind) : name);
    }
    grouping.of_origin.push_back(group->second);
  }
  return grouping;
}

/// Accounts where the logs name more than one, and users where they name any: an account may gain
/// as a whole while one of its users loses. Streams where there is neither.
std::vector<Grouping> groupings(const RunResult& run) {
  std::vector<Grouping> all;
  Grouping accounts = by_origin(*run.origins, "account", &JobOrigin::account);
  if (accounts.named > 1) all.push_back(std::move(accounts));
  Grouping users = by_origin(*run.origins, "user", &JobOrigin::user);
  if (users.named > 0) all.push_back(std::move(users));
  if (!all.empty()) return all;
  all.emplace_back().names = run.streams;
  return all;
}

void count(GroupChange& group, const RunResult& baseline, const RunResult& variant,
           std::size_t job) {
  if (!baseline.jobs.ended(job)) return;
  ++group.jobs;
  if (!variant.jobs.ended(job)) {
    ++group.later;
    return;
  }
  const double before = baseline.jobs.completion_time(job).value();
  const double after = variant.jobs.completion_time(job).value();
  if (longer(after, before)) ++group.later;
  if (longer(before, after)) ++group.sooner;
}

bool loses(const GroupChange& group) {
  return group.later_share() >= kLosingShare && group.later > group.sooner;
}

/// Small groups last, then by the share that ends later, then by name.
bool comes_first(const GroupChange& a, const GroupChange& b) {
  const auto rank = [](const GroupChange& group) {
    return std::tuple(!loses(group), group.jobs < kFewJobs, -group.later_share(), -group.later,
                      std::string_view(group.name));
  };
  return rank(a) < rank(b);
}

LaterJobs later_by(const Grouping& grouping, const RunResult& baseline, const RunResult& variant,
                   Seconds from, const StopCheck& stop) {
  LaterJobs result;
  result.kind = grouping.kind;
  for (const std::string& name : grouping.names)
    result.groups.push_back({.name = name, .jobs = 0, .later = 0, .sooner = 0});
  for (std::size_t job = 0; job < baseline.jobs.size(); ++job) {
    stop.look_at(job);
    if (baseline.jobs.submit(job) < from) continue;
    const std::size_t group = grouping.of_origin.empty()
                                  ? baseline.jobs.stream(job)
                                  : grouping.of_origin[baseline.jobs.origin(job)];
    count(result.groups[group], baseline, variant, job);
  }
  std::erase_if(result.groups, [](const GroupChange& group) { return group.jobs == 0; });
  std::sort(result.groups.begin(), result.groups.end(), comes_first);
  result.losing =
      static_cast<std::size_t>(std::count_if(result.groups.begin(), result.groups.end(), loses));
  return result;
}

}  // namespace

std::vector<LaterJobs> later_jobs(const RunResult& baseline, const RunResult& variant, Seconds from,
                                  const StopCheck& stop) {
  std::vector<LaterJobs> all;
  for (const Grouping& grouping : groupings(baseline))
    all.push_back(later_by(grouping, baseline, variant, from, stop));
  return all;
}

bool same_jobs(const RunResult& a, const RunResult& b, const StopCheck& stop) {
  if (a.jobs.size() != b.jobs.size() || a.streams != b.streams) return false;
  for (std::size_t job = 0; job < a.jobs.size(); ++job) {
    stop.look_at(job);
    const bool same =
        a.jobs.id(job) == b.jobs.id(job) && a.jobs.stream(job) == b.jobs.stream(job) &&
        a.jobs.submit(job) == b.jobs.submit(job) && a.jobs.run_time(job) == b.jobs.run_time(job) &&
        a.jobs.time_limit(job) == b.jobs.time_limit(job) &&
        a.jobs.demand(job) == b.jobs.demand(job);
    if (!same) return false;
  }
  return true;
}

}  // namespace gpuscape
