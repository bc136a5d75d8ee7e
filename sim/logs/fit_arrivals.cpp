#include "sim/logs/fit_arrivals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/base/units/clock_units.hpp"
#include "sim/logs/trace_info.hpp"
#include "sim/study/statistics/goodness_of_fit.hpp"

namespace gpuscape {

namespace {

constexpr double kWeek = 7.0 * kSecondsPerDay;

/// Expected jobs of a cell are seconds × by_hour × by_weekday. The two sets of likelihood equations
/// are solved in turn, each exactly; the product form makes that converge in a few rounds.
WeekSpec fit_week(const ArrivalRates& rates) {
  WeekSpec week{};
  week.by_hour.fill(1.0);
  week.by_weekday.fill(1.0);
  const auto solve = [&](auto& factors, const auto& others, auto cell) {
    for (std::size_t i = 0; i < factors.size(); ++i) {
      double jobs = 0.0;
      double expected = 0.0;
      for (std::size_t j = 0; j < others.size(); ++j) {
        jobs += static_cast<double>(rates.jobs[cell(i, j)]);
        expected += rates.seconds[cell(i, j)] * others[j];
      }
      factors[i] = expected > 0.0 ? jobs / expected : -1.0;
    }
  };
  constexpr int kRounds = 50;
  for (int round = 0; round < kRounds; ++round) {
    solve(week.by_hour, week.by_weekday, [](auto hour, auto day) { return 24 * day + hour; });
    solve(week.by_weekday, week.by_hour, [](auto day, auto hour) { return 24 * day + hour; });
    for (double& factor : week.by_weekday) factor = factor < 0.0 ? 1.0 : factor;
  }
  return week;
}

/// Factors with a mean of 1 that read well: three decimals; returns the jobs an hour they stand
/// for, over whole weeks.
template <std::size_t kLength>
double normalise(std::array<double, kLength>& factors) {
  const double mean = std::accumulate(factors.begin(), factors.end(), 0.0) / kLength;
  for (double& factor : factors) factor = std::round(factor / mean * 1e3) / 1e3;
  return mean;
}

/// Arrivals expected from the beginning of the log's week on, in units of the mean rate.
class RateClock {
 public:
  RateClock(const std::optional<WeekSpec>& week, double week_clock) : origin_(week_clock) {
    for (std::size_t hour = 0; hour < 168; ++hour) {
      const double rate = week ? week->by_hour[hour % 24] * week->by_weekday[hour / 24] : 1.0;
      steady_[hour + 1] = steady_[hour] + kSecondsPerHour * rate;
    }
  }

  [[nodiscard]] double steady(double date) const {
    const double clock = origin_ + date;
    const double weeks = std::floor(clock / kWeek);
    const double rest = std::clamp(clock - weeks * kWeek, 0.0, kWeek);
    const auto hour = std::min<std::size_t>(167, static_cast<std::size_t>(rest / kSecondsPerHour));
    const double into = rest / kSecondsPerHour - static_cast<double>(hour);
    return weeks * steady_.back() + steady_[hour] + into * (steady_[hour + 1] - steady_[hour]);
  }

 private:
  double origin_;
  std::array<double, 169> steady_{};
};

void measure_gaps(FittedArrivals& fit, const JobTable& table, const RateClock& clock) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < table.size(); ++i)
    gaps.push_back(clock.steady(table.job(i).submit.value()) -
                   clock.steady(table.job(i - 1).submit.value()));
  const double mean =
      std::accumulate(gaps.begin(), gaps.end(), 0.0) / static_cast<double>(gaps.size());
  std::ranges::sort(gaps);
  fit.gaps = gaps.size();
  fit.critical = ks_critical(gaps.size());
  fit.distance =
      mean > 0.0
          ? ks_distance(gaps,
                        [mean](double gap) { return gap < 0.0 ? 0.0 : -std::expm1(-gap / mean); })
          : 1.0;
}

/// Bins are 10 min, longer where fewer than one job is expected in each on average.
void measure_dispersion(FittedArrivals& fit, const JobLog& log, const RateClock& clock) {
  const double span = log.span().value();
  const auto jobs = static_cast<double>(log.table->size());
  const double bin = std::max(600.0, span / jobs);
  const auto bins = static_cast<std::size_t>(span / bin);
  fit.dispersion = 1.0;
  if (bins < 2) return;
  std::vector<double> counts(bins, 0.0);
  for (std::size_t i = 0; i < log.table->size(); ++i) {
    const auto index = static_cast<std::size_t>(log.table->job(i).submit.value() / bin);
    if (index < bins) ++counts[index];
  }
  const double scale = jobs / (clock.steady(span) - clock.steady(0.0));
  double sum = 0.0;
  for (std::size_t i = 0; i < bins; ++i) {
    const double from = bin * static_cast<double>(i);
    const double expected = scale * (clock.steady(from + bin) - clock.steady(from));
    if (expected > 0.0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  fit.dispersion = sum / static_cast<double>(bins - 1);
}

}  // namespace

FittedArrivals fit_arrivals(const JobLog& log) {
  FittedArrivals fit;
  const double span = log.span().value();
  fit.jobs_per_hour = static_cast<double>(log.table->size()) * kSecondsPerHour / span;
  if (!log.week_clock) {
    fit.why_constant = "the log has no clock";
  } else if (span < kSecondsPerDay) {
    fit.why_constant = "the log spans less than a day";
  } else {
    const ArrivalRates rates = arrival_rates(log);
    for (std::size_t day = 0; day < 7; ++day)
      if (std::isnan(rates.daily_rate(day))) ++fit.weekdays_unseen;
    WeekSpec week = fit_week(rates);
    fit.jobs_per_hour = kSecondsPerHour * normalise(week.by_hour) * normalise(week.by_weekday);
    week.starts_on = static_cast<std::int32_t>(hour_of_week(log.week_clock->value()) / 24);
    fit.week = week;
  }
  const RateClock clock(fit.week, log.week_clock.value_or(Seconds(0.0)).value());
  measure_gaps(fit, *log.table, clock);
  measure_dispersion(fit, log, clock);
  return fit;
}

}  // namespace gpuscape
