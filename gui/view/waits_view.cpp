#include "gui/view/waits_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "sim/platform/demand_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape::gui {

namespace {

using JobsByReason = std::array<std::int64_t, kWaitReasons>;

Seconds sum_of(const SecondsByReason& seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), Seconds(0.0));
}

std::string share_text(double share) { return fmt::format("{:.0f} %", 100.0 * share); }

/// Reasons for which anybody waited, the longest first.
std::vector<WaitShare> shares_of(const SecondsByReason& seconds, const JobsByReason& jobs,
                                 const std::string& noun) {
  const Seconds all = sum_of(seconds);
  std::vector<WaitShare> shares;
  for (std::size_t i = 0; i < kWaitReasons; ++i) {
    if (!(seconds[i] > Seconds(0.0))) continue;
    const auto reason = static_cast<WaitReason>(i);
    const double share = seconds[i] / all;
    shares.push_back(
        {reason, wait_reason_text(reason, noun), seconds[i], jobs[i], share, share_text(share)});
  }
  std::ranges::stable_sort(shares, std::ranges::greater(), &WaitShare::waited);
  return shares;
}

/// Of those that waited and started.
JobsByReason jobs_by_reason(const RunResult& run) {
  JobsByReason jobs{};
  for (const JobWait& wait : run.waits.jobs) ++jobs.at(static_cast<std::size_t>(wait.reason));
  return jobs;
}

struct Grouping {
  const char* name;
  std::string JobOrigin::* of;
};
constexpr std::array<Grouping, 3> kGroupings{{{"account", &JobOrigin::account},
                                              {"user", &JobOrigin::user},
                                              {"partition", &JobOrigin::partition}}};

/// Accounts where several are named, users where any is, else partitions.
const Grouping* grouping_of(const OriginTable& origins) {
  for (const Grouping& grouping : kGroupings) {
    std::map<std::string, int> names;
    for (std::uint32_t i = 0; i < origins.size(); ++i)
      if (!(origins[i].*grouping.of).empty()) ++names[origins[i].*grouping.of];
    const bool is_account = grouping.of == &JobOrigin::account;
    if (names.size() > (is_account ? 1U : 0U)) return &grouping;
  }
  return nullptr;
}

std::vector<WaitGroup> groups_of(const RunResult& run, const Grouping& grouping) {
  std::map<std::string, SecondsByReason> by_name;
  for (std::uint32_t i = 0; i < run.waits.by_origin.size(); ++i) {
    SecondsByReason& sum = by_name[(*run.origins)[i].*grouping.of];
    for (std::size_t reason = 0; reason < kWaitReasons; ++reason)
      sum[reason] += run.waits.by_origin[i][reason];
  }
  std::vector<WaitGroup> groups;
  groups.reserve(by_name.size());
  for (const auto& [name, seconds] : by_name)
    groups.push_back({name, sum_of(seconds), shares_of(seconds, {}, capacity_noun(run))});
  std::ranges::stable_sort(groups, std::ranges::greater(), &WaitGroup::waited);
  return groups;
}

bool is_waiting(const RunResult& run, std::size_t job, Seconds date) {
  if (!run.jobs.can_run(job) || run.jobs.submit(job) > date) return false;
  return !run.jobs.started(job) || run.jobs.segments(job).front().start > date;
}

std::string waiting_text(const RunResult& run, std::uint32_t job, Seconds waited) {
  std::string text = fmt::format("job {}", run.jobs.id(job));
  const JobOrigin& origin = (*run.origins)[run.jobs.origin(job)];
  if (!origin.user.empty()) text += fmt::format("{}{}", kSeparator, origin.user);
  text += fmt::format("{}{}{}waits for {}", kSeparator, gpu_amount_text(run.jobs.demand(job)),
                      kSeparator, human_text(waited));
  return text;
}

}  // namespace

WaitsView waits_view(const StudyOutcome& outcome) {
  const StudyResult& result = outcome.result;
  const std::string noun = capacity_noun(result.first);
  WaitsView view;
  view.waited = sum_of(result.waited_for);
  view.shares = shares_of(result.waited_for, jobs_by_reason(result.first), noun);
  view.text = wait_shares_text(result.waited_for, noun);
  if (const Grouping* grouping = grouping_of(*result.first.origins)) {
    view.grouped_by = grouping->name;
    view.groups = groups_of(result.first, *grouping);
  }
  return view;
}

WaitsAt waits_at(const RunResult& run, Seconds date, std::size_t most_heads) {
  WaitsAt at{.date = date};
  JobsByReason jobs{};
  auto reason = run.waits.jobs.begin();
  // Jobs lie in order of submission: the first that wait have waited longest.
  for (std::uint32_t job = 0; job < run.jobs.size() && !(run.jobs.submit(job) > date); ++job) {
    if (!is_waiting(run, job, date)) continue;
    ++at.jobs;
    while (reason != run.waits.jobs.end() && reason->job < job) ++reason;
    if (reason != run.waits.jobs.end() && reason->job == job)
      ++jobs.at(static_cast<std::size_t>(reason->reason));
    else
      ++at.unknown;
    if (at.heads.size() == most_heads) continue;
    const Seconds waited = date - run.jobs.submit(job);
    at.heads.push_back({job, waited, waiting_text(run, job, waited)});
  }
  const std::string noun = capacity_noun(run);
  for (std::size_t i = 0; i < kWaitReasons; ++i) {
    if (jobs.at(i) == 0) continue;
    const auto why = static_cast<WaitReason>(i);
    const double share = static_cast<double>(jobs.at(i)) / static_cast<double>(at.jobs);
    at.shares.push_back(
        {why, wait_reason_text(why, noun), Seconds(0.0), jobs.at(i), share, share_text(share)});
  }
  std::ranges::stable_sort(at.shares, std::ranges::greater(), &WaitShare::jobs);
  return at;
}

}  // namespace gpuscape::gui
