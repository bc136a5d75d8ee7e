#include "sim/logs/trace_info.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "sim/base/units/clock_units.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double seconds_of(const Job& job, Counted counted) {
  return amount_of(job, counted) * job.run_time.value();
}

double rate_of(std::int64_t jobs, double seconds) {
  return seconds > 0.0 ? static_cast<double>(jobs) * kSecondsPerHour / seconds : kNone;
}

double gini_of(const std::vector<SenderShare>& falling) {
  // G = Σ (2i − n − 1) x_i / (n Σ x), x rising (Gini's mean difference over twice the mean).
  const auto count = static_cast<double>(falling.size());
  double sum = 0.0;
  double weighted = 0.0;
  for (std::size_t i = 0; i < falling.size(); ++i) {
    const double rank = count - static_cast<double>(i);
    sum += falling[i].gpu_seconds;
    weighted += (2.0 * rank - count - 1.0) * falling[i].gpu_seconds;
  }
  return sum > 0.0 ? weighted / (count * sum) : kNone;
}

Senders senders_by(const JobTable& table, std::string JobOrigin::* member) {
  std::map<std::string, SenderShare> by_name;
  Senders senders;
  const Counted counted = counted_in(table);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Job& job = table.job(i);
    const std::string& name = table.origins()[job.origin].*member;
    if (name.empty()) {
      ++senders.unnamed;
      continue;
    }
    SenderShare& share = by_name[name];
    ++share.jobs;
    share.gpu_seconds += seconds_of(job, counted);
  }
  for (auto& [name, share] : by_name) {
    share.name = name;
    senders.shares.push_back(std::move(share));
  }
  std::ranges::stable_sort(senders.shares, std::ranges::greater(), &SenderShare::gpu_seconds);
  senders.gini = gini_of(senders.shares);
  double all = 0.0;
  double top = 0.0;
  for (std::size_t i = 0; i < senders.shares.size(); ++i) {
    all += senders.shares[i].gpu_seconds;
    if (i < (senders.shares.size() + 9) / 10) top += senders.shares[i].gpu_seconds;
  }
  senders.top_tenth = all > 0.0 ? top / all : kNone;
  return senders;
}

/// A change of how many GPUs are asked for.
struct Step {
  Seconds date;
  double gpus;
};

std::vector<Step> demand_steps(const JobTable& table, bool as_logged) {
  std::vector<Step> steps;
  steps.reserve(2 * table.size());
  const Counted counted = counted_in(table);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Job& job = table.job(i);
    const Seconds start = as_logged ? table.logged_start(i) : job.submit;
    const double gpus = amount_of(job, counted);
    if (!(job.run_time > Seconds(0.0))) continue;
    steps.push_back({start, gpus});
    steps.push_back({start + job.run_time, -gpus});
  }
  std::ranges::sort(steps, {}, [](const Step& step) { return std::pair(step.date, step.gpus); });
  return steps;
}

/// Spreads `gpus` over [from, to) onto intervals, as GPU seconds.
void add_stretch(DemandCurve& curve, Seconds from, Seconds to, double gpus) {
  const Seconds interval = curve.interval;
  auto index = static_cast<std::size_t>(std::max(0.0, from / interval));
  while (from < to && index < curve.gpus.size()) {
    const Seconds end = std::min(to, interval * static_cast<double>(index + 1));
    if (end > from) curve.gpus[index] += gpus * (end - from).value();
    from = std::max(from, end);
    ++index;
  }
}

}  // namespace

Counted counted_in(const JobTable& table) {
  bool cores = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Demand& demand = table.job(i).demand;
    if (demand.gpus > 0) return Counted::gpus;
    cores = cores || demand.milli_cores > 0;
  }
  return cores ? Counted::cores : Counted::gpus;
}

double amount_of(const Job& job, Counted counted) {
  constexpr double kMilli = 1000.0;
  return counted == Counted::gpus ? job.demand.gpu_amount()
                                  : static_cast<double>(job.demand.milli_cores) / kMilli;
}

Spread spread_of_counts(std::vector<double> values) {
  Spread spread = spread_of(values);
  std::ranges::sort(values);
  const auto count = static_cast<double>(values.size());
  for (std::size_t i = 0; i < spread.at.size() && !values.empty(); ++i) {
    const double rank = std::max(1.0, std::ceil(Spread::kShares[i] * count));
    spread.at[i] = values[static_cast<std::size_t>(rank) - 1];
  }
  return spread;
}

Spread spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  Spread spread;
  spread.count = std::ssize(values);
  spread.mean = mean(values);
  for (std::size_t i = 0; i < spread.at.size(); ++i)
    spread.at[i] = quantile(values, Spread::kShares[i]);
  return spread;
}

std::vector<SizeClass> size_classes(const JobTable& table, WithoutGpus none, Counted counted) {
  std::map<int, SizeClass> classes;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Job& job = table.job(i);
    constexpr double kMost = std::numeric_limits<std::int32_t>::max();
    const double amount = std::clamp(std::ceil(amount_of(job, counted)), 0.0, kMost);
    const auto gpus = static_cast<std::uint32_t>(std::max(1.0, amount));
    const bool apart = amount == 0.0 && none == WithoutGpus::apart;
    const auto doublings = apart ? -1 : static_cast<int>(std::bit_width(gpus - 1U));
    SizeClass& size = classes[doublings];
    size.to = apart             ? 0
              : doublings >= 31 ? std::numeric_limits<std::int32_t>::max()
                                : 1 << doublings;
    size.from = apart ? 0 : doublings == 0 ? 1 : (1 << (doublings - 1)) + 1;
    ++size.jobs;
    size.gpu_seconds += seconds_of(job, counted);
    size.run_times.push_back(job.run_time.value());
  }
  std::vector<SizeClass> result;
  for (auto& [doublings, size] : classes) {
    std::ranges::sort(size.run_times);
    result.push_back(std::move(size));
  }
  return result;
}

double ArrivalRates::rate(std::size_t hour_of_week) const {
  return rate_of(jobs[hour_of_week], seconds[hour_of_week]);
}

double ArrivalRates::hourly_rate(std::size_t hour_of_day) const {
  std::int64_t count = 0;
  double covered = 0.0;
  for (std::size_t hour = hour_of_day; hour < jobs.size(); hour += 24) {
    count += jobs[hour];
    covered += seconds[hour];
  }
  return rate_of(count, covered);
}

double ArrivalRates::daily_rate(std::size_t weekday) const {
  std::int64_t count = 0;
  double covered = 0.0;
  for (std::size_t hour = 24 * weekday; hour < 24 * (weekday + 1); ++hour) {
    count += jobs[hour];
    covered += seconds[hour];
  }
  return rate_of(count, covered);
}

ArrivalRates arrival_rates(const JobLog& log) {
  ArrivalRates rates;
  const double origin = log.week_clock.value_or(Seconds(0.0)).value();
  for (std::size_t i = 0; i < log.table->size(); ++i)
    ++rates.jobs[hour_of_week(origin + log.table->job(i).submit.value())];
  const double end = origin + log.span().value();
  const double whole_weeks = std::floor((end - origin) / (168.0 * kSecondsPerHour));
  for (double& seconds : rates.seconds) seconds = whole_weeks * kSecondsPerHour;
  for (double from = origin + whole_weeks * 168.0 * kSecondsPerHour; from < end;) {
    const double to = std::min(end, kSecondsPerHour * (std::floor(from / kSecondsPerHour) + 1.0));
    rates.seconds[hour_of_week(from)] += to - from;
    from = to;
  }
  return rates;
}

DemandCurve demand_curve(const JobTable& table) {
  constexpr std::size_t kIntervals = 800;  // about one a pixel of the picture
  DemandCurve curve;
  curve.as_logged = table.started_in_log() == table.size();
  const std::vector<Step> steps = demand_steps(table, curve.as_logged);
  if (steps.empty()) return curve;
  const Seconds end = std::max(table.job(table.size() - 1).submit, steps.back().date);
  curve.gpus.assign(kIntervals, 0.0);
  curve.interval = end / double{kIntervals};
  double gpus = 0.0;
  double gpu_seconds = 0.0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    gpus += steps[i].gpus;
    curve.peak = std::max(curve.peak, gpus);
    gpu_seconds += gpus * (steps[i + 1].date - steps[i].date).value();
    add_stretch(curve, steps[i].date, steps[i + 1].date, gpus);
  }
  curve.mean = gpu_seconds / end.value();
  for (double& value : curve.gpus) value /= curve.interval.value();
  return curve;
}

Senders users_of(const JobTable& table) { return senders_by(table, &JobOrigin::user); }
Senders accounts_of(const JobTable& table) { return senders_by(table, &JobOrigin::account); }

std::optional<double> TraceInfo::offered_load() const {
  if (!gpus_total || *gpus_total <= 0 || !(span.value() > 0.0)) return std::nullopt;
  return gpu_seconds / (static_cast<double>(*gpus_total) * span.value());
}

std::optional<double> TraceInfo::node_days() const {
  if (!nodes_total || *nodes_total <= 0 || !(span.value() > 0.0)) return std::nullopt;
  return static_cast<double>(*nodes_total) * span.value() / kSecondsPerDay;
}

namespace {

/// The quantities of single jobs, each where the log tells it.
struct JobValues {
  std::vector<double> gpus, run_time, time_limit, limit_used, wait;

  void add(const JobTable& table, std::size_t index, Counted counted) {
    const Job& job = table.job(index);
    gpus.push_back(amount_of(job, counted));
    run_time.push_back(job.run_time.value());
    if (job.time_limit < kForever) {
      time_limit.push_back(job.time_limit.value());
      if (job.time_limit.value() > 0.0) limit_used.push_back(job.run_time / job.time_limit);
    }
    const Seconds start = table.logged_start(index);
    if (!std::isnan(start.value())) wait.push_back((start - job.submit).value());
  }
};

}  // namespace

TraceInfo describe_log(const JobLog& log) {
  const JobTable& table = *log.table;
  TraceInfo info;
  info.jobs = static_cast<std::int64_t>(table.size());
  info.span = log.span();
  info.counted = counted_in(table);
  info.gpus_total =
      info.counted == Counted::cores && log.cores_total ? log.cores_total : log.gpus_total;
  info.nodes_total = log.nodes_total;
  JobValues values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    values.add(table, i, info.counted);
    info.gpu_seconds += seconds_of(table.job(i), info.counted);
    ++info.states[static_cast<std::size_t>(table.state(i))];
  }
  info.gpus = spread_of_counts(std::move(values.gpus));
  info.run_time = spread_of(std::move(values.run_time));
  info.time_limit = spread_of(std::move(values.time_limit));
  info.limit_used = spread_of(std::move(values.limit_used));
  info.wait = spread_of(std::move(values.wait));
  info.sizes = size_classes(table, WithoutGpus::apart, info.counted);
  if (log.week_clock && info.span > Seconds(0.0)) info.arrivals = arrival_rates(log);
  info.demand = demand_curve(table);
  info.users = users_of(table);
  info.accounts = accounts_of(table);
  return info;
}

}  // namespace gpuscape
