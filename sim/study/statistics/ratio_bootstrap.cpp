#include "sim/study/statistics/ratio_bootstrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>

#include "sim/base/random.hpp"
#include "sim/study/statistics/student.hpp"

namespace gpuscape {

namespace {

// With this many, 2.5 % and 97.5 % are the 50th resample from either end.
constexpr std::size_t kResamples = 1999;
constexpr std::size_t kLeastBlocks = 3;
constexpr std::size_t kLeastBlocksForBootstrap = 7;
// A spread below this share of the whole is rounding, not sampling.
constexpr double kNoSpread = 1e-12;

/// Standard error of a ratio from the residuals of `groups` independent groups (linearization,
/// Cochran 1977, §6.4): √(G/(G−1) · Σ e²) ÷ Σ denominator, e = numerator − ratio · denominator.
double linearized_error(double squares, double groups, double denominator) {
  return std::sqrt(squares * groups / (groups - 1.0)) / denominator;
}

double difference_over(double difference, double error, double scale) {
  if (error > kNoSpread * scale) return difference / error;
  if (std::abs(difference) <= kNoSpread * scale) return 0.0;
  return difference > 0.0 ? std::numeric_limits<double>::infinity()
                          : -std::numeric_limits<double>::infinity();
}

/// How far each day's numerator is from what the ratio says it would be.
std::vector<double> residuals(const DayCells& cells, double ratio) {
  std::vector<double> residual(cells.numerator.size());
  for (std::size_t day = 0; day < residual.size(); ++day)
    residual[day] = cells.numerator[day] - ratio * cells.denominator[day];
  return residual;
}

std::string_view method_name(IntervalMethod method) {
  switch (method) {
    case IntervalMethod::bootstrap_t:
      return "bootstrap-t";
    case IntervalMethod::students_t:
      return "t";
    case IntervalMethod::percentile:
      return "percentile bootstrap";
    case IntervalMethod::woodruff:
      break;
  }
  return "Woodruff";
}

struct DrawnRatio {
  double ratio = 0.0;
  double below = 0.0;
};

DrawnRatio drawn_ratio(std::span<const double> numerator, std::span<const double> denominator,
                       std::span<const double> times) {
  double above = 0.0;
  double below = 0.0;
  for (std::size_t b = 0; b < times.size(); ++b) {
    above += times[b] * numerator[b];
    below += times[b] * denominator[b];
  }
  return {above / below, below};
}

}  // namespace

struct RatioBootstrap::Blocks {
  std::vector<double> numerator;
  std::vector<double> denominator;
};

RatioBootstrap::RatioBootstrap(const DayGrid& grid, double confidence, std::uint64_t seed)
    : grid_(grid), outside_(1.0 - confidence) {
  const std::size_t blocks = grid_.blocks();
  if (blocks < kLeastBlocks) return;
  t_quantile_ = student_quantile(static_cast<double>(blocks - 1), 1.0 - outside_ / 2.0);
  multiplicity_.assign(kResamples * blocks, 0.0);
  const RandomStreams streams(seed, 0, "bootstrap");
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    RandomStream stream = streams.of(resample);
    for (std::size_t draw = 0; draw < blocks; ++draw) {
      // The upper 32 bits scaled to the number of blocks: uneven by less than 1e-6.
      const std::size_t block = ((stream() >> 32U) * blocks) >> 32U;
      multiplicity_[resample * blocks + block] += 1.0;
    }
  }
}

RatioBootstrap::Blocks RatioBootstrap::blocks_of(const DayCells& cells) const {
  Blocks blocks{std::vector<double>(grid_.blocks(), 0.0), std::vector<double>(grid_.blocks(), 0.0)};
  for (std::size_t day = 0; day < grid_.days(); ++day) {
    blocks.numerator[grid_.block_of(day)] += cells.numerator[day];
    blocks.denominator[grid_.block_of(day)] += cells.denominator[day];
  }
  return blocks;
}

double RatioBootstrap::grouped_error(std::span<const double> residual_by_day,
                                     std::size_t days_a_group) const {
  const std::size_t groups =
      std::max<std::size_t>(1, (grid_.days() + days_a_group / 2) / days_a_group);
  if (groups < kLeastBlocks) return 0.0;
  std::vector<double> residual(groups, 0.0);
  for (std::size_t day = 0; day < grid_.days(); ++day) {
    const std::size_t group = std::min(day / days_a_group, groups - 1);
    residual[group] += residual_by_day[day];
  }
  double squares = 0.0;
  for (const double value : residual) squares += value * value;
  return linearized_error(squares, static_cast<double>(groups), 1.0);
}

double RatioBootstrap::standard_error(std::span<const double> residual_by_day,
                                      double denominator) const {
  const auto error_at = [&](std::size_t days) {
    return grouped_error(residual_by_day, days) / denominator;
  };
  // Neighbouring days are alike, never unlike: an error that falls as groups grow has fallen by
  // chance. Weeks are few, so their error is then averaged with that of the days, which is less
  // noisy.
  const double by_day = error_at(1);
  if (grid_.block_days() == 1) return std::max({by_day, error_at(2), error_at(4)});
  const double by_week = error_at(grid_.block_days());
  return by_day > by_week ? std::sqrt((by_day * by_day + by_week * by_week) / 2.0) : by_week;
}

std::vector<double> RatioBootstrap::studentized(const Blocks& blocks, double ratio) const {
  const std::size_t count = blocks.numerator.size();
  std::vector<double> result;
  result.reserve(resamples());
  for (std::size_t resample = 0; resample < resamples(); ++resample) {
    const std::span<const double> times = times_drawn(resample);
    const auto [drawn, below] = drawn_ratio(blocks.numerator, blocks.denominator, times);
    if (!(below > 0.0)) continue;
    double squares = 0.0;
    for (std::size_t b = 0; b < count; ++b) {
      const double residual = blocks.numerator[b] - drawn * blocks.denominator[b];
      squares += times[b] * residual * residual;
    }
    const double error = linearized_error(squares, static_cast<double>(count), below);
    result.push_back(difference_over(drawn - ratio, error, std::abs(ratio)));
  }
  return result;
}

std::vector<double> RatioBootstrap::studentized_difference(const Blocks& of, const Blocks& less,
                                                           double difference) const {
  const std::size_t count = of.numerator.size();
  std::vector<double> result;
  result.reserve(resamples());
  for (std::size_t resample = 0; resample < resamples(); ++resample) {
    const std::span<const double> times = times_drawn(resample);
    const DrawnRatio first = drawn_ratio(of.numerator, of.denominator, times);
    const DrawnRatio second = drawn_ratio(less.numerator, less.denominator, times);
    if (!(first.below > 0.0) || !(second.below > 0.0)) continue;
    double squares = 0.0;
    for (std::size_t b = 0; b < count; ++b) {
      const double residual =
          (of.numerator[b] - first.ratio * of.denominator[b]) / first.below -
          (less.numerator[b] - second.ratio * less.denominator[b]) / second.below;
      squares += times[b] * residual * residual;
    }
    const double error = linearized_error(squares, static_cast<double>(count), 1.0);
    result.push_back(difference_over(first.ratio - second.ratio - difference, error,
                                     std::max(std::abs(first.ratio), std::abs(second.ratio))));
  }
  return result;
}

bool RatioBootstrap::too_few_for_bootstrap_t() const {
  return grid_.blocks() < kLeastBlocksForBootstrap;
}

std::optional<Interval> RatioBootstrap::t_interval(const DayCells& cells) const {
  const double ratio = cells.ratio();
  if (grid_.blocks() < kLeastBlocks || !std::isfinite(ratio)) return std::nullopt;
  const double reach = t_quantile_ * standard_error(residuals(cells, ratio), cells.denominators());
  return Interval{ratio - reach, ratio + reach, IntervalMethod::students_t};
}

std::optional<Interval> RatioBootstrap::interval(const DayCells& cells) const {
  const std::optional<Interval> by_t = t_interval(cells);
  if (!by_t || too_few_for_bootstrap_t()) return by_t;
  const double ratio = cells.ratio();
  const double error = standard_error(residuals(cells, ratio), cells.denominators());
  const auto by_pivot = pivoted(ratio, error, studentized(blocks_of(cells), ratio));
  return by_pivot ? by_pivot : by_t;
}

std::optional<Interval> RatioBootstrap::difference_t_interval(const DayCells& of,
                                                              const DayCells& less) const {
  const double difference = of.ratio() - less.ratio();
  if (grid_.blocks() < kLeastBlocks || !std::isfinite(difference)) return std::nullopt;
  const double reach = t_quantile_ * difference_error(of, less);
  return Interval{difference - reach, difference + reach, IntervalMethod::students_t};
}

std::optional<Interval> RatioBootstrap::difference_interval(const DayCells& of,
                                                            const DayCells& less) const {
  const std::optional<Interval> by_t = difference_t_interval(of, less);
  if (!by_t || too_few_for_bootstrap_t()) return by_t;
  const double difference = of.ratio() - less.ratio();
  const auto by_pivot = pivoted(difference, difference_error(of, less),
                                studentized_difference(blocks_of(of), blocks_of(less), difference));
  return by_pivot ? by_pivot : by_t;
}

double RatioBootstrap::difference_error(const DayCells& of, const DayCells& less) const {
  std::vector<double> residual = residuals(of, of.ratio());
  const std::vector<double> second = residuals(less, less.ratio());
  const double below = of.denominators();
  const double below_second = less.denominators();
  for (std::size_t day = 0; day < residual.size(); ++day)
    residual[day] = residual[day] / below - second[day] / below_second;
  return standard_error(residual, 1.0);
}

std::optional<Interval> RatioBootstrap::pivoted(double value, double error,
                                                std::vector<double> drawn) const {
  const auto size = static_cast<double>(drawn.size());
  const auto tail = std::min(
      drawn.size() / 2,
      static_cast<std::size_t>(std::max(1.0, std::floor((size + 1.0) * outside_ / 2.0 + 0.5))));
  if (tail == 0) return std::nullopt;
  const auto at = [&drawn](std::size_t rank) {
    const auto place = drawn.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(drawn.begin(), place, drawn.end());
    return *place;
  };
  const double least = at(tail - 1);
  const double most = at(drawn.size() - tail);
  // The pivot turns around: the largest studentized resample bounds from below.
  const auto away = [error](double pivot) { return error > 0.0 ? pivot * error : 0.0; };
  const Interval made{value - away(most), value - away(least), IntervalMethod::bootstrap_t};
  if (!std::isfinite(made.low) || !std::isfinite(made.high)) return std::nullopt;
  return made;
}

double RatioBootstrap::inflation(const DayCells& cells) const {
  const std::vector<double> residual = residuals(cells, cells.ratio());
  const double by_block = grouped_error(residual, grid_.block_days());
  return by_block > 0.0 ? std::max(1.0, standard_error(residual, 1.0) / by_block) : 1.0;
}

std::vector<double> RatioBootstrap::day_weights(std::size_t resample) const {
  const std::span<const double> times = times_drawn(resample);
  std::vector<double> weights(grid_.days());
  for (std::size_t day = 0; day < weights.size(); ++day) weights[day] = times[grid_.block_of(day)];
  return weights;
}

std::optional<Interval> RatioBootstrap::percentile_interval(double value, std::vector<double> drawn,
                                                            double inflation) const {
  std::erase_if(drawn, [](double one) { return std::isnan(one); });
  if (grid_.blocks() < kLeastBlocks || drawn.empty()) return std::nullopt;
  std::sort(drawn.begin(), drawn.end());
  // Resamples of B blocks vary by (B − 1)/B of what B blocks do, and a percentile knows nothing of
  // how uncertain that is itself, which Student's t does (Hesterberg 2015, §5.3).
  const auto blocks = static_cast<double>(grid_.blocks());
  const double reach = t_quantile_ * std::sqrt(blocks / (blocks - 1.0)) * inflation;
  const double tail = 0.5 * std::erfc(reach / std::numbers::sqrt2);
  const auto outside = static_cast<std::size_t>(static_cast<double>(drawn.size() + 1) * tail);
  const std::size_t rank = std::min(std::max<std::size_t>(outside, 1) - 1, drawn.size() / 2);
  return Interval{std::min(value, drawn[rank]), std::max(value, drawn[drawn.size() - 1 - rank]),
                  IntervalMethod::percentile};
}

std::string RatioBootstrap::method(const std::optional<Interval>& interval) const {
  if (interval)
    return fmt::format("{} over {}", method_name(interval->method), grid_.blocks_text());
  if (grid_.blocks() < kLeastBlocks)
    return fmt::format("no interval: {}, at least 3 are needed", grid_.blocks_text());
  return "no interval: nothing to average";
}

}  // namespace gpuscape
