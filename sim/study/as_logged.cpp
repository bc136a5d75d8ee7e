#include "sim/study/as_logged.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kCloseShare = 0.20;  // of the logged wait
constexpr double kStrict = 3.0;       // s: what a log's clock and its scheduler's rounds blur
constexpr double kMostClose = 300.0;  // s

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

std::vector<LoggedGroup> groups_of(std::map<std::string, GroupWaits> waits, const StopCheck& stop) {
  std::vector<LoggedGroup> groups;
  for (auto& [name, of] : waits) {
    sort_values(of.logged, stop);
    sort_values(of.replayed, stop);
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
class LoggedComparison {
 public:
  LoggedComparison(const RunResult& run, const MetricWindow& window, const StopCheck& stop)
      : run_(run), member_(group_member(*run.origins)), window_(window), stop_(stop) {}

  void add(std::size_t job, const Job& logged, Seconds start) {
    // Dates of a table count from date 0 of the run.
    const double run_time = logged.run_time.value();
    ++known_;
    const Seconds held = std::min(start + logged.run_time, window_.average_to) -
                         std::max(start, window_.submitted_from);
    gpu_seconds_ += run_.held(job) * std::max(Seconds(0.0), held).value();
    if (!run_.jobs.in_statistics(job)) return;
    const double wait = (start - logged.submit).value();
    waits_.push_back(wait);
    completions_.push_back(wait + run_time);
    const bool started = run_.jobs.started(job);
    const double replayed = started ? run_.jobs.wait(job).value() : 0.0;
    if (started) compared_.push_back({wait, replayed});
    if (member_ == nullptr) return;
    GroupWaits& group = groups_[(*run_.origins)[logged.origin].*member_];
    ++group.jobs;
    group.gpu_seconds += run_.held(job) * run_time;
    group.logged.push_back(wait);
    if (started) group.replayed.push_back(replayed);
  }

  std::optional<AsLogged> finish() {
    if (waits_.empty()) return std::nullopt;
    sort_values(waits_, stop_);
    AsLogged logged;
    logged.jobs = static_cast<std::int64_t>(waits_.size());
    logged.queue_wait_mean = mean(waits_);
    logged.queue_wait_p50 = quantile(waits_, 0.5);
    logged.queue_wait_p95 = quantile(waits_, 0.95);
    logged.completion_mean = mean(completions_);
    // Beside the replay of all jobs it would mislead if some were missing or ran elsewhere.
    const bool all_known = known_ == run_.jobs.size() && run_.never_fit == 0;
    const double span = (window_.average_to - window_.submitted_from).value();
    logged.gpus_allocated_share = all_known ? gpu_seconds_ / (run_.capacity() * span)
                                            : std::numeric_limits<double>::quiet_NaN();
    describe_closeness(logged);
    if (member_ == nullptr) return logged;
    logged.groups_are = member_ == &JobOrigin::partition ? "partition" : "account";
    logged.groups = groups_of(std::move(groups_), stop_);
    return logged;
  }

 private:
  struct Waits {
    double logged;
    double replayed;
  };

  /// What is close depends on what is usual: give or take half a usual wait.
  void describe_closeness(AsLogged& logged) const {
    logged.compared = static_cast<std::int64_t>(compared_.size());
    logged.close_within = std::clamp(logged.queue_wait_p50 / 2.0, kStrict, kMostClose);
    const auto share_within = [&](double seconds, double of_wait) {
      const auto close = std::count_if(compared_.begin(), compared_.end(), [&](const Waits& waits) {
        return std::abs(waits.replayed - waits.logged) <= std::max(seconds, of_wait * waits.logged);
      });
      return static_cast<double>(close) / static_cast<double>(compared_.size());
    };
    logged.close_share = share_within(logged.close_within, kCloseShare);
    logged.strict_share = share_within(kStrict, 0.0);
  }

  const RunResult& run_;
  std::string JobOrigin::* member_;
  MetricWindow window_;
  const StopCheck& stop_;
  std::size_t known_ = 0;
  double gpu_seconds_ = 0.0;
  std::vector<Waits> compared_;
  std::vector<double> waits_;
  std::vector<double> completions_;
  std::map<std::string, GroupWaits> groups_;
};

}  // namespace

std::optional<AsLogged> as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces,
                                  const MetricWindow& window, const StopCheck& stop) {
  const bool any = std::any_of(traces.begin(), traces.end(), [](const LoadedTrace& trace) {
    return trace.table && trace.table->started_in_log() > 0;
  });
  if (!any) return std::nullopt;
  LoggedComparison comparison(run, window, stop);
  std::vector<std::size_t> next(traces.size(), 0);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    const std::size_t stream = run.jobs.stream(job);
    const std::size_t row = next[stream]++;
    const auto& table = traces[stream].table;
    if (!table || std::isnan(table->logged_start(row).value())) continue;
    comparison.add(job, table->job(row), table->logged_start(row));
  }
  return comparison.finish();
}

}  // namespace gpuscape
