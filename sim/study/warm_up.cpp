#include "sim/study/warm_up.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuscape {

namespace {

constexpr std::size_t kBatch = 5;
constexpr std::size_t kSteps = 1000;

}  // namespace

std::optional<std::size_t> mser5(std::span<const double> series) {
  const std::size_t batches = series.size() / kBatch;
  if (batches < 4) return std::nullopt;
  std::vector<double> means(batches, 0.0);
  for (std::size_t i = 0; i < batches * kBatch; ++i)
    means[i / kBatch] += series[i] / double{kBatch};
  // From the end to the front, so that the mean and the squares of the rest grow by one value a
  // step. Only the first half may be dropped: what little is left beyond always looks alike.
  const std::size_t most = batches / 2;
  double best = std::numeric_limits<double>::infinity();
  std::size_t dropped = 0;
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t left = 1; left <= batches; ++left) {
    const double value = means[batches - left];
    const double shift = value - mean;
    mean += shift / static_cast<double>(left);
    squares += shift * (value - mean);
    const double statistic = squares / (static_cast<double>(left) * static_cast<double>(left));
    if (batches - left > most || statistic > best) continue;
    best = statistic;
    dropped = batches - left;
  }
  if (dropped == most) return std::nullopt;
  return dropped * kBatch;
}

std::vector<double> gpus_in_system(const RunResult& run, Seconds end, std::size_t steps) {
  // `level` holds what has changed when a step begins, `part` what changes inside it, weighted by
  // the share of the step that is left.
  std::vector<double> level(steps + 1, 0.0);
  std::vector<double> part(steps + 1, 0.0);
  const Seconds width = end / static_cast<double>(steps);
  const auto change = [&](Seconds date, double gpus) {
    if (!(date < end)) return;
    const auto step = std::min(steps - 1, static_cast<std::size_t>(date / width));
    part[step] += gpus * (static_cast<double>(step + 1) - date / width);
    level[step + 1] += gpus;
  };
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!run.jobs.can_run(job)) continue;
    const double gpus = run.jobs.demand(job).gpu_amount();
    change(run.jobs.submit(job), gpus);
    if (run.jobs.ended(job)) change(run.jobs.segments(job).back().end, -gpus);
  }
  std::vector<double> series(steps);
  double held = 0.0;
  for (std::size_t step = 0; step < steps; ++step) {
    held += level[step];
    series[step] = held + part[step];
  }
  return series;
}

std::optional<Seconds> find_warm_up(std::span<const RunResult* const> runs, Seconds end) {
  if (!(end > Seconds(0.0)) || runs.empty()) return std::nullopt;
  std::vector<double> average(kSteps, 0.0);
  for (const RunResult* run : runs) {
    const std::vector<double> series = gpus_in_system(*run, end, kSteps);
    for (std::size_t i = 0; i < kSteps; ++i)
      average[i] += series[i] / static_cast<double>(runs.size());
  }
  const auto dropped = mser5(average);
  if (!dropped) return std::nullopt;
  return end * (static_cast<double>(*dropped) / double{kSteps});
}

}  // namespace gpuscape
