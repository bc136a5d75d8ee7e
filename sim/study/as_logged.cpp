#include "sim/study/as_logged.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "sim/study/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kClose = 300.0;      // s
constexpr double kCloseShare = 0.20;  // of the logged wait

/// Waits of a group's jobs, in both worlds.
struct GroupWaits {
  std::int64_t jobs = 0;
  double gpu_seconds = 0.0;
  std::vector<double> logged;
  std::vector<double> replayed;
};

/// What jobs are told apart by: the first of these that any origin says.
std::string JobOrigin::* group_member(const OriginTable& origins) {
  for (const auto member : {&JobOrigin::partition, &JobOrigin::account})
    for (std::uint32_t i = 0; i < origins.size(); ++i)
      if (!(origins[i].*member).empty()) return member;
  return nullptr;
}

std::vector<LoggedGroup> groups_of(std::map<std::string, GroupWaits> waits) {
  std::vector<LoggedGroup> groups;
  for (auto& [name, of] : waits) {
    std::sort(of.logged.begin(), of.logged.end());
    std::sort(of.replayed.begin(), of.replayed.end());
    groups.push_back({name, of.jobs, of.gpu_seconds, quantile(of.logged, 0.5),
                      quantile(of.logged, 0.95), quantile(of.replayed, 0.5),
                      quantile(of.replayed, 0.95)});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const LoggedGroup& a, const LoggedGroup& b) {
    return a.gpu_seconds > b.gpu_seconds;
  });
  return groups;
}

/// Goes through the jobs of a run whose start their logs say.
class Comparison {
 public:
  /// `is_part`: the logs go on behind what was replayed. Then what they say counts as far as the
  /// replay goes: later, others are there of whom nothing is known here.
  Comparison(const RunResult& run, bool is_part)
      : run_(run),
        member_(group_member(*run.origins)),
        is_part_(is_part),
        last_end_(run.end.value()) {}

  void add(std::size_t job, const Job& logged, double start) {
    // Dates of a table count from date 0 of the run.
    const double run_time = logged.run_time.value();
    ++known_;
    const double held = is_part_ ? std::clamp(last_end_ - start, 0.0, run_time) : run_time;
    gpu_seconds_ += run_.held(job) * held;
    if (!is_part_) last_end_ = std::max(last_end_, start + run_time);
    if (!run_.jobs.in_statistics(job)) return;
    const double wait = start - logged.submit.value();
    waits_.push_back(wait);
    completions_.push_back(wait + run_time);
    const bool started = run_.jobs.started(job);
    const double replayed = started ? run_.jobs.wait(job).value() : 0.0;
    if (started) {
      ++compared_;
      if (std::abs(replayed - wait) <= std::max(kClose, kCloseShare * wait)) ++close_;
    }
    if (member_ == nullptr) return;
    GroupWaits& group = groups_[(*run_.origins)[logged.origin].*member_];
    ++group.jobs;
    group.gpu_seconds += run_.held(job) * run_time;
    group.logged.push_back(wait);
    if (started) group.replayed.push_back(replayed);
  }

  std::optional<AsLogged> finish() {
    if (waits_.empty()) return std::nullopt;
    std::sort(waits_.begin(), waits_.end());
    AsLogged logged;
    logged.jobs = static_cast<std::int64_t>(waits_.size());
    logged.queue_wait_mean = mean(waits_);
    logged.queue_wait_p50 = quantile(waits_, 0.5);
    logged.queue_wait_p95 = quantile(waits_, 0.95);
    logged.completion_mean = mean(completions_);
    // Beside the replay of all jobs it would mislead if some were missing or ran elsewhere.
    const bool all_known = known_ == run_.jobs.size() && run_.never_fit == 0;
    logged.gpus_allocated_share = all_known ? gpu_seconds_ / (run_.capacity() * last_end_)
                                            : std::numeric_limits<double>::quiet_NaN();
    logged.compared = compared_;
    logged.close_share = static_cast<double>(close_) / static_cast<double>(compared_);
    if (member_ == nullptr) return logged;
    logged.groups_are = member_ == &JobOrigin::partition ? "partition" : "account";
    logged.groups = groups_of(std::move(groups_));
    return logged;
  }

 private:
  const RunResult& run_;
  std::string JobOrigin::* member_;
  bool is_part_;
  double last_end_;
  std::size_t known_ = 0;
  double gpu_seconds_ = 0.0;
  std::int64_t compared_ = 0;
  std::int64_t close_ = 0;
  std::vector<double> waits_;
  std::vector<double> completions_;
  std::map<std::string, GroupWaits> groups_;
};

}  // namespace

std::optional<AsLogged> as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces) {
  const bool any = std::any_of(traces.begin(), traces.end(), [](const LoadedTrace& trace) {
    return trace.table && trace.table->started_in_log() > 0;
  });
  if (!any) return std::nullopt;
  const bool is_part = std::any_of(traces.begin(), traces.end(), [](const LoadedTrace& trace) {
    return !trace.report.left_out.empty();
  });
  Comparison comparison(run, is_part);
  std::vector<std::size_t> next(traces.size(), 0);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const std::size_t stream = run.jobs.stream(job);
    const std::size_t row = next[stream]++;
    const auto& table = traces[stream].table;
    if (!table || std::isnan(table->logged_start(row))) continue;
    comparison.add(job, table->job(row), table->logged_start(row));
  }
  return comparison.finish();
}

}  // namespace gpuscape
