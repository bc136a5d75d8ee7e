#include "sim/study/ratio_bootstrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sim/base/random.hpp"
#include "sim/study/student.hpp"

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
  if (blocks < kLeastBlocksForBootstrap) return;
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

double RatioBootstrap::standard_error(const DayCells& cells, double ratio) const {
  double denominator = 0.0;
  for (const double value : cells.denominator) denominator += value;
  const auto error_at = [&](std::size_t days_a_group) {
    const std::size_t groups =
        std::max<std::size_t>(1, (grid_.days() + days_a_group / 2) / days_a_group);
    if (groups < kLeastBlocks) return 0.0;
    std::vector<double> residual(groups, 0.0);
    for (std::size_t day = 0; day < grid_.days(); ++day) {
      const std::size_t group = std::min(day / days_a_group, groups - 1);
      residual[group] += cells.numerator[day] - ratio * cells.denominator[day];
    }
    double squares = 0.0;
    for (const double value : residual) squares += value * value;
    return linearized_error(squares, static_cast<double>(groups), denominator);
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
  result.reserve(kResamples);
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    const double* const times = &multiplicity_[resample * count];
    double above = 0.0;
    double below = 0.0;
    for (std::size_t b = 0; b < count; ++b) {
      above += times[b] * blocks.numerator[b];
      below += times[b] * blocks.denominator[b];
    }
    if (!(below > 0.0)) continue;
    const double drawn = above / below;
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

std::optional<Interval> RatioBootstrap::t_interval(const DayCells& cells) const {
  const double ratio = cells.ratio();
  if (grid_.blocks() < kLeastBlocks || !std::isfinite(ratio)) return std::nullopt;
  const double error = standard_error(cells, ratio);
  return Interval{ratio - t_quantile_ * error, ratio + t_quantile_ * error, false};
}

std::optional<Interval> RatioBootstrap::interval(const DayCells& cells) const {
  const std::optional<Interval> open = open_interval(cells);
  if (!open || (std::isfinite(open->low) && std::isfinite(open->high))) return open;
  return t_interval(cells);
}

std::optional<Interval> RatioBootstrap::open_interval(const DayCells& cells) const {
  const std::optional<Interval> by_t = t_interval(cells);
  if (!by_t || multiplicity_.empty()) return by_t;
  const double ratio = cells.ratio();
  const double error = standard_error(cells, ratio);
  Blocks blocks{std::vector<double>(grid_.blocks(), 0.0), std::vector<double>(grid_.blocks(), 0.0)};
  for (std::size_t day = 0; day < grid_.days(); ++day) {
    blocks.numerator[grid_.block_of(day)] += cells.numerator[day];
    blocks.denominator[grid_.block_of(day)] += cells.denominator[day];
  }
  std::vector<double> drawn = studentized(blocks, ratio);
  const auto size = static_cast<double>(drawn.size());
  const auto tail = std::min(
      drawn.size() / 2,
      static_cast<std::size_t>(std::max(1.0, std::floor((size + 1.0) * outside_ / 2.0 + 0.5))));
  if (tail == 0) return by_t;
  const auto at = [&drawn](std::size_t rank) {
    const auto place = drawn.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(drawn.begin(), place, drawn.end());
    return *place;
  };
  const double least = at(tail - 1);
  const double most = at(drawn.size() - tail);
  // The pivot turns around: the largest studentized resample bounds from below.
  const auto away = [error](double pivot) { return error > 0.0 ? pivot * error : 0.0; };
  return Interval{ratio - away(most), ratio - away(least), true};
}

std::string RatioBootstrap::method(const std::optional<Interval>& interval) const {
  if (interval)
    return fmt::format("{} over {}", interval->bootstrap ? "bootstrap-t" : "t",
                       grid_.blocks_text());
  if (grid_.blocks() < kLeastBlocks)
    return fmt::format("no interval: {}, at least 3 are needed", grid_.blocks_text());
  return "no interval: nothing to average";
}

}  // namespace gpuscape
