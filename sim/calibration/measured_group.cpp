#include "sim/calibration/measured_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "sim/base/random.hpp"
#include "sim/calibration/least_squares.hpp"

namespace gpuscape {

namespace {

constexpr int kResamples = 200;

/// How far half of the repetitions are off their median.
double spread_of(const std::vector<double>& repetitions, double median) {
  std::vector<double> off;
  off.reserve(repetitions.size());
  for (const double value : repetitions) off.push_back(std::abs(value - median) / median);
  return median_of(std::move(off));
}

Fitted<double> within(double value, std::vector<double> samples) {
  std::ranges::sort(samples);
  return {.value = value,
          .low = std::min(value, quantile_of(samples, 0.025)),
          .high = std::max(value, quantile_of(samples, 0.975))};
}

constexpr std::array kCosts = {"call", "synchronisation", "copy", "copied byte"};
constexpr std::array kCounts = {"calls", "syncs", "copies", "copy_bytes"};

double count_in(const Measurement& row, const char* name) {
  const auto counter = row.counters.find(name);
  if (counter != row.counters.end()) return counter->second;
  const auto text = row.key.more.find(name);
  return text == row.key.more.end() ? 0.0 : std::strtod(text->second.c_str(), nullptr);
}

/// What a step holds: calls, synchronisations, copies, bytes of all copies.
using Step = std::array<double, 4>;

Step step_of(const Measurement& row) {
  Step step{};
  for (std::size_t i = 0; i < step.size(); ++i) step[i] = count_in(row, kCounts[i]);
  step[3] *= step[2];
  return step;
}

using Steps = std::map<Step, std::vector<double>>;  ///< repetitions, rising

Steps steps_of(const MeasuredGroup& group) {
  Steps steps;
  for (const Measurement* row : group) steps[step_of(*row)].push_back(row->seconds.value());
  for (auto& [step, repetitions] : steps) std::ranges::sort(repetitions);
  return steps;
}

FitCoefficients fit_steps(const Steps& steps, const std::vector<double>& times) {
  std::vector<FitRow> rows;
  std::size_t i = 0;
  for (const auto& [step, repetitions] : steps) {
    FitRow row{};
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = step[c] / times[i];
    rows.push_back(row);
    ++i;
  }
  return robust_fit(rows);
}

std::vector<double> relative_residuals(const Steps& steps, const FitCoefficients& costs) {
  std::vector<double> residuals;
  for (const auto& [step, repetitions] : steps) {
    double predicted = 0.0;
    for (std::size_t c = 0; c < costs.size(); ++c) predicted += step[c] * costs[c];
    residuals.push_back(std::abs(median_of(repetitions) - predicted) / predicted);
  }
  return residuals;
}

using CostSamples = std::array<std::vector<double>, kMostCoefficients>;

/// Costs of each resample: a repetition drawn anew, its step's residual turned to either side.
CostSamples cost_samples(const LawKey& key, const Steps& steps,
                         const std::vector<double>& residuals, int resamples) {
  const RandomStreams streams(1, 0, "calibration " + key.text());
  CostSamples samples;
  for (int i = 0; i < resamples; ++i) {
    RandomStream random = streams.of(static_cast<std::uint64_t>(i));
    std::vector<double> times;
    for (const auto& [step, repetitions] : steps) {
      const double side = (random() & 1U) != 0 ? 1.0 : -1.0;
      const double noise = repetitions[random() % repetitions.size()];
      times.push_back(noise * (1.0 + side * std::min(0.9, residuals[times.size()])));
    }
    const FitCoefficients drawn = fit_steps(steps, times);
    for (std::size_t c = 0; c < drawn.size(); ++c) samples[c].push_back(drawn[c]);
  }
  return samples;
}

}  // namespace

Grounds grounds_of(const MeasuredGroup& group) {
  Grounds grounds;
  std::set<std::size_t> files;
  std::set<std::string> marks;
  for (const Measurement* row : group) {
    files.insert(row->file);
    marks.insert(row->marks.begin(), row->marks.end());
    grounds.proven = grounds.proven && row->proven;
  }
  if (!grounds.proven) marks.insert("unproven path");
  grounds.files.assign(files.begin(), files.end());
  grounds.marks.assign(marks.begin(), marks.end());
  grounds.rows = group.size();
  return grounds;
}

std::vector<FitPoint> points_of(const MeasuredGroup& group, double (*size)(const Measurement&)) {
  std::map<double, std::vector<double>> by_size;
  for (const Measurement* row : group) by_size[size(*row)].push_back(row->seconds.value());
  std::vector<FitPoint> points;
  for (auto& [at, seconds] : by_size) {
    std::ranges::sort(seconds);
    const double median = median_of(seconds);
    points.push_back({.size = at, .seconds = std::move(seconds), .median = median});
  }
  return points;
}

Fitted<double> median_within(const std::vector<double>& repetitions, std::string_view stream) {
  const RandomStreams streams(1, 0, stream);
  std::vector<double> medians;
  for (int i = 0; i < kResamples; ++i) {
    RandomStream random = streams.of(static_cast<std::uint64_t>(i));
    std::vector<double> drawn;
    drawn.reserve(repetitions.size());
    for (std::size_t k = 0; k < repetitions.size(); ++k)
      drawn.push_back(repetitions[random() % repetitions.size()]);
    medians.push_back(median_of(std::move(drawn)));
  }
  return within(median_of(repetitions), std::move(medians));
}

CallCost call_cost(const LawKey& key, const MeasuredGroup& group) {
  CallCost cost{.key = key, .seconds = {}, .grounds = grounds_of(group)};
  std::vector<double> repetitions;
  for (const Measurement* row : group) repetitions.push_back(row->seconds.value());
  std::ranges::sort(repetitions);
  const auto found = median_within(repetitions, "calibration " + key.text());
  cost.seconds = {Seconds(found.value), Seconds(found.low), Seconds(found.high)};
  cost.grounds.points = 1;
  cost.grounds.median_residual = spread_of(repetitions, found.value);
  for (const double value : repetitions)
    cost.grounds.largest_residual =
        std::max(cost.grounds.largest_residual, std::abs(value - found.value) / found.value);
  return cost;
}

std::vector<CallCost> call_stream_costs(const LawKey& key, const MeasuredGroup& group,
                                        const FitOptions& options,
                                        std::vector<RefusedFit>& refused) {
  const Steps steps = steps_of(group);
  if (steps.size() < kLeastPoints) {
    refused.push_back(
        {key, fmt::format("{} kinds of step: costs need {} or more", steps.size(), kLeastPoints)});
    return {};
  }
  std::vector<double> medians;
  for (const auto& [step, repetitions] : steps) medians.push_back(median_of(repetitions));
  const FitCoefficients costs = fit_steps(steps, medians);
  const std::vector<double> residuals = relative_residuals(steps, costs);
  const double off = median_of(residuals);
  if (!(off <= options.bound)) {
    refused.push_back({key, fmt::format("half of the steps are more than {:.0f} % off any sum of "
                                        "calls, synchronisations and copies; the bound is {:.0f} %",
                                        100.0 * off, 100.0 * options.bound)});
    return {};
  }
  CostSamples samples = cost_samples(key, steps, residuals, options.resamples);
  std::vector<CallCost> found;
  for (std::size_t c = 0; c < costs.size(); ++c) {
    if (!(costs[c] > 0.0)) continue;
    const auto seconds = within(costs[c], std::move(samples[c]));
    CallCost cost{.key = key,
                  .seconds = {Seconds(seconds.value), Seconds(seconds.low), Seconds(seconds.high)},
                  .grounds = grounds_of(group)};
    cost.key.more["cost"] = kCosts[c];
    cost.grounds.points = steps.size();
    cost.grounds.median_residual = off;
    cost.grounds.largest_residual = *std::ranges::max_element(residuals);
    found.push_back(std::move(cost));
  }
  return found;
}

RateTable rate_table(const LawKey& key, const MeasuredGroup& group,
                     const std::vector<FitPoint>& points, double (*per_operation)(double size)) {
  RateTable table{
      .key = key, .size_of = {}, .unit = {}, .points = {}, .grounds = grounds_of(group)};
  std::vector<double> spreads;
  for (const FitPoint& point : points) {
    const auto time =
        median_within(point.seconds, fmt::format("calibration {} {}", key.text(), point.size));
    const double work = per_operation(point.size);
    table.points.push_back({point.size, {work / time.value, work / time.high, work / time.low}});
    spreads.push_back(spread_of(point.seconds, point.median));
  }
  table.grounds.points = points.size();
  table.grounds.largest_residual = spreads.empty() ? 0.0 : *std::ranges::max_element(spreads);
  table.grounds.median_residual = median_of(std::move(spreads));
  return table;
}

}  // namespace gpuscape
