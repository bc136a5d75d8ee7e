#include "sim/study/compare/group_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "sim/base/error.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

/// "1", "2", "3–4", "5–8", of so many; padded, so that names are in the order of sizes.
std::string size_name(const RunResult& run, std::size_t job) {
  const double held = run.held(job);
  const std::string_view noun = run.counts_cores ? "core" : "GPU";
  if (!(held > 0.0)) return fmt::format("no {}", noun);
  if (held < 1.0) return fmt::format("part of a {}", noun);
  const auto whole = static_cast<std::uint64_t>(std::ceil(held));
  const std::uint64_t most = std::bit_ceil(whole);
  if (most <= 2) return fmt::format("{:>4} {}{}", most, noun, most == 1 ? "" : "s");
  return fmt::format("{:>4} {}s", fmt::format("{}–{}", most / 2 + 1, most), noun);
}

std::string or_none(const std::string& name, std::string_view kind) {
  return name.empty() ? fmt::format("no {}", kind) : name;
}

std::string name_of(const RunResult& run, std::size_t job, Grouping by) {
  const Job& of = run.jobs.job(job);
  const JobOrigin& origin = (*run.origins)[of.origin];
  switch (by) {
    case Grouping::user:
      return or_none(origin.user, "user");
    case Grouping::account:
      return or_none(origin.account, "account");
    case Grouping::partition:
      return or_none(origin.partition, "partition");
    case Grouping::qos:
      return or_none(origin.qos, "QOS");
    case Grouping::size:
      return size_name(run, job);
    case Grouping::stream:
      return run.streams[of.stream];
    case Grouping::application:
      return of.application.is_none() || of.stream >= run.classes.size()
                 ? "no application"
                 : run.classes[of.stream][of.application.index()];
    case Grouping::queue: {
      if (!run.queues) return "no queue";
      const std::uint32_t queue = run.queues->queue_of(job);
      return queue == kInNoQueue ? "no queue" : run.queues->name(queue);
    }
  }
  throw InternalError("a grouping that nothing reads");
}

struct Group {
  std::int64_t jobs = 0;
  double gpu_seconds = 0.0;
  std::vector<double> waits;
};
using Groups = std::map<std::string, Group>;

Groups groups_of(const RunResult& run, Grouping by, Seconds from, const StopCheck& stop) {
  Groups groups;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (run.jobs.submit(job) < from) continue;
    Group& group = groups[name_of(run, job, by)];
    ++group.jobs;
    group.gpu_seconds += run.held(job) * run.jobs.run_time(job).value();
    if (run.jobs.started(job)) group.waits.push_back(run.jobs.wait(job).value());
  }
  for (auto& [name, group] : groups) std::ranges::sort(group.waits);
  return groups;
}

/// The largest first; what is not known comes last.
double rank(double before, double after) {
  const double change = after - before;
  return std::isnan(change) ? std::numeric_limits<double>::infinity() : -change;
}

}  // namespace

Grouping grouping_of(std::string_view name) {
  const auto* const found = std::ranges::find(kGroupings, name);
  if (found == std::ranges::end(kGroupings)) throw InternalError(fmt::format("by {}", name));
  return static_cast<Grouping>(found - std::ranges::begin(kGroupings));
}

std::vector<GroupWaits> group_waits(const RunResult& baseline, const RunResult& variant,
                                    Grouping by, Seconds from, const StopCheck& stop) {
  const Groups before = groups_of(baseline, by, from, stop);
  Groups after = groups_of(variant, by, from, stop);
  double all = 0.0;
  for (const auto& [name, group] : before) all += group.gpu_seconds;
  for (const auto& [name, group] : before) after.try_emplace(name);
  std::vector<GroupWaits> made;
  for (const auto& [name, group] : after) {
    const auto found = before.find(name);
    const Group at_baseline = found == before.end() ? Group{} : found->second;
    made.push_back({.name = name.substr(std::min(name.find_first_not_of(' '), name.size())),
                    .jobs = at_baseline.jobs,
                    .gpu_share = all > 0.0 ? at_baseline.gpu_seconds / all : 0.0,
                    .p50_before = quantile(at_baseline.waits, 0.5),
                    .p50_after = quantile(group.waits, 0.5),
                    .p95_before = quantile(at_baseline.waits, 0.95),
                    .p95_after = quantile(group.waits, 0.95)});
  }
  std::ranges::stable_sort(made, {}, [](const GroupWaits& one) {
    return std::tuple(rank(one.p95_before, one.p95_after), rank(one.p50_before, one.p50_after));
  });
  return made;
}

}  // namespace gpuscape
