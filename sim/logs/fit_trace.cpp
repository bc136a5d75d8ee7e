#include "sim/logs/fit_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/logs/trace_info.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/workload/draw/generator.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kLeastJobs = 100;  // of a class of sizes

[[noreturn]] void refuse(const JobLog& log, std::string message, std::string hint) {
  throw ScenarioError({{.file = log.title,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

void require_enough(const JobLog& log, const std::vector<SizeClass>& sizes) {
  if (log.table->size() < 2) refuse(log, "one job is too few to fit anything to", "");
  if (!(log.span() > Seconds(0.0)))
    refuse(log, "all jobs are submitted at once: there is no arrival rate",
           "a generator needs dates that differ");
  const bool any =
      std::ranges::any_of(sizes, [](const SizeClass& size) { return size.gpu_seconds > 0.0; });
  if (!any) refuse(log, "no job runs for more than 0 s", "");
}

void merge_into(SizeClass& size, SizeClass&& next) {
  size.from = std::min(size.from, next.from);
  size.to = std::max(size.to, next.to);
  size.jobs += next.jobs;
  size.gpu_seconds += next.gpu_seconds;
  const auto middle = std::ssize(size.run_times);
  size.run_times.insert(size.run_times.end(), next.run_times.begin(), next.run_times.end());
  std::inplace_merge(size.run_times.begin(), size.run_times.begin() + middle, size.run_times.end());
}

/// Neighbours are joined until each class has jobs enough, and a run time above 0.
std::vector<SizeClass> large_enough(std::vector<SizeClass> sizes) {
  const auto is_small = [](const SizeClass& size) {
    return size.jobs < kLeastJobs || !(size.gpu_seconds > 0.0);
  };
  std::vector<SizeClass> result;
  for (SizeClass& size : sizes) {
    if (!result.empty() && is_small(result.back())) {
      merge_into(result.back(), std::move(size));
    } else {
      result.push_back(std::move(size));
    }
  }
  while (result.size() > 1 && is_small(result.back())) {
    SizeClass last = std::move(result.back());
    result.pop_back();
    merge_into(result.back(), std::move(last));
  }
  return result;
}

std::vector<GpuShareSpec> gpu_shares(const JobTable& table) {
  std::map<std::int32_t, double> jobs;
  for (std::size_t i = 0; i < table.size(); ++i) ++jobs[std::max(1, table.job(i).demand.gpus)];
  std::vector<GpuShareSpec> shares;
  shares.reserve(jobs.size());
  for (const auto& [gpus, count] : jobs) shares.push_back({gpus, count});
  return shares;
}

/// What most jobs ask for with each GPU.
double median_per_gpu(const JobTable& table, std::int64_t Demand::* member) {
  std::vector<double> values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Demand& demand = table.job(i).demand;
    values.push_back(static_cast<double>(demand.*member) / std::max(1, demand.gpus));
  }
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

class Fitter {
 public:
  explicit Fitter(const JobLog& log) : log_(log) {}

  TraceFit fit() {
    std::vector<SizeClass> sizes = size_classes(*log_.table);
    require_enough(log_, sizes);
    fit_.jobs = static_cast<std::int64_t>(log_.table->size());
    fit_.span = log_.span();
    fit_arrival_rates();
    fit_.generate.gpus = gpu_shares(*log_.table);
    fit_run_times(large_enough(std::move(sizes)));
    fit_limits();
    fit_resources();
    fit_.users = fit_users(*log_.table);
    if (fit_.users) fit_.generate.users = fit_.users->spec;
    fit_.fitted_gpu_seconds = mean_work(fit_.generate).value();
    add_remarks();
    return std::move(fit_);
  }

 private:
  void fit_arrival_rates() {
    fit_.arrivals = fit_arrivals(log_);
    fit_.generate.week = fit_.arrivals.week;
    constexpr double kDigits = 1e6;
    fit_.generate.jobs_per_hour =
        std::max(1e-6, std::round(fit_.arrivals.jobs_per_hour * kDigits) / kDigits);
    fit_.generate.duration = Seconds(std::ceil(fit_.span.value()));
  }

  void fit_run_times(const std::vector<SizeClass>& sizes) {
    double all = 0.0;
    for (const SizeClass& size : sizes) all += size.gpu_seconds;
    fit_.log_gpu_seconds = all / static_cast<double>(fit_.jobs);
    for (const SizeClass& size : sizes) {
      FittedClass fitted{.gpus_from = size.from,
                         .gpus_to = size.to,
                         .gpu_seconds_share = size.gpu_seconds / all,
                         .run_time = fit_distribution(size.run_times)};
      fit_.generate.run_time_by_gpus.push_back({size.from, fitted.run_time.spec});
      fit_.run_times.push_back(std::move(fitted));
    }
    fit_.generate.run_time_by_gpus.front().gpus_from = 1;
  }

  void fit_limits() {
    std::vector<double> factors;
    std::size_t limited = 0;
    for (std::size_t i = 0; i < log_.table->size(); ++i) {
      const Job& job = log_.table->job(i);
      if (!(job.time_limit < kForever)) continue;
      ++limited;
      if (job.run_time.value() > 0.0 && job.time_limit.value() > 0.0)
        factors.push_back(job.time_limit / job.run_time);
    }
    const double share = static_cast<double>(limited) / static_cast<double>(log_.table->size());
    if (limited == 0) return;
    if (share < 0.5 || factors.empty()) {
      remark("only {:.0f} % of the jobs have a time limit: generated jobs have none",
             100.0 * share);
      return;
    }
    if (share < 1.0)
      remark("{} of the jobs have no time limit: every generated job has one",
             log_.table->size() - limited);
    std::ranges::sort(factors);
    fit_.limit_factor = fit_distribution(factors);
    fit_.generate.time_limit_factor = fit_.limit_factor->spec;
    remark(
        "time limits are drawn as a multiple of the run time: that users round them, and know "
        "little of the run time, is not reproduced");
  }

  void fit_resources() {
    constexpr double kMilli = 1000.0;
    constexpr double kMebibyte = 1048576.0;
    const double cores = median_per_gpu(*log_.table, &Demand::milli_cores);
    const double memory = median_per_gpu(*log_.table, &Demand::memory_mib);
    fit_.generate.cores_per_gpu = std::round(cores) / kMilli;
    fit_.generate.memory_per_gpu = Bytes(std::round(memory) * kMebibyte);
    if (cores > 0.0 || memory > 0.0)
      remark("cores and memory are the median's a GPU, the same for every job");
  }

  void add_remarks() {
    const FittedArrivals& arrivals = fit_.arrivals;
    if (!arrivals.why_constant.empty())
      remark("{}: the arrival rate is constant", arrivals.why_constant);
    if (arrivals.weekdays_unseen > 0)
      remark("the log covers none of {} weekday{}: the others' mean was taken there",
             arrivals.weekdays_unseen, arrivals.weekdays_unseen == 1 ? "" : "s");
    if (arrivals.bursty())
      remark(
          "bursts are not reproduced: jobs in 10 min vary {:.1f} times as much as the fitted "
          "arrivals, so queues in the log are likely longer than those of generated jobs",
          arrivals.dispersion);
    remark(
        "sizes, run times, users and dates are drawn independently (run times by size alone): "
        "sessions, repeated jobs and weeks unlike the others are not reproduced");
    const std::int64_t afters = dependencies();
    if (afters > 0) remark("{} jobs waited for another one: generated jobs wait for none", afters);
  }

  [[nodiscard]] std::int64_t dependencies() const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < log_.table->size(); ++i)
      count += log_.table->job(i).after.is_none() ? 0 : 1;
    return count;
  }

  template <class... Values>
  void remark(fmt::format_string<Values...> format, Values&&... values) {
    fit_.remarks.push_back(fmt::format(format, std::forward<Values>(values)...));
  }

  const JobLog& log_;
  TraceFit fit_;
};

}  // namespace

TraceFit fit_trace(const JobLog& log) { return Fitter(log).fit(); }

}  // namespace gpuscape
