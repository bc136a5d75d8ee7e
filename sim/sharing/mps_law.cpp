#include "sim/sharing/mps_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// (a^k + b^k)^(1/k): the greater of the two for a large k > 0, the lesser for k < 0.
double rounded_extreme(double a, double b, double k) {
  const double scale = k > 0.0 ? std::max(a, b) : std::min(a, b);
  return scale * std::pow(std::pow(a / scale, k) + std::pow(b / scale, k), 1.0 / k);
}

/// The law's parameters in a row: h, w0, w1, then the speeds of all instances but the smallest.
class Parameters {
 public:
  Parameters(std::span<const SoloRow> rows, const MpsConstants& constants)
      : constants_(constants), rows_(rows.begin(), rows.end()) {
    std::ranges::sort(rows_, {},
                      [](const SoloRow& row) { return std::pair(row.slices, row.batch); });
    double host = time_of(rows_.front());
    const SoloRow* largest = nullptr;
    for (const SoloRow& row : rows_) {
      host = std::min(host, time_of(row));
      if (slices_.empty() || slices_.back() != row.slices) slices_.push_back(row.slices);
      index_.push_back(slices_.size() - 1);
      if (slices_.size() == 1) largest = &row;
    }
    const double per_item = time_of(*largest) / largest->batch;
    values_ = {host, per_item, per_item};
    for (std::size_t i = 1; i < slices_.size(); ++i)
      values_.push_back(static_cast<double>(slices_[i]) / slices_[0]);
    loss_ = loss();
  }

  /// Each value in turn a step up or down while that helps, then by half of the step.
  void fit() {
    constexpr double kFirst = 0.2;
    constexpr double kLast = 0.002;
    for (double step = kFirst; step > kLast; step /= 2.0) {
      bool helped = true;
      while (helped) {
        helped = false;
        for (double& value : values_)
          for (const double factor : {1.0 + step, 1.0 / (1.0 + step)})
            helped = try_factor(value, factor) || helped;
      }
    }
  }

  [[nodiscard]] SoloFit take() const {
    SoloFit fit{.host = Seconds(values_[0]),
                .start = Seconds(values_[1]),
                .per_item = Seconds(values_[2]),
                .speed = {{slices_[0], 1.0}}};
    for (std::size_t i = 1; i < slices_.size(); ++i) fit.speed[slices_[i]] = values_[2 + i];
    for (std::size_t i = 0; i < rows_.size(); ++i)
      fit.error += off(i) / static_cast<double>(rows_.size());
    return fit;
  }

 private:
  static double time_of(const SoloRow& row) { return row.batch / row.per_second; }

  bool try_factor(double& value, double factor) {
    constexpr double kGain = 1e-9;
    const double before = value;
    value *= factor;
    const double now = loss();
    if (now < loss_ - kGain) {
      loss_ = now;
      return true;
    }
    value = before;
    return false;
  }

  [[nodiscard]] double off(std::size_t i) const {
    const SoloRow& row = rows_[i];
    const double speed = index_[i] == 0 ? 1.0 : values_[2 + index_[i]];
    const double gpu = (values_[1] + values_[2] * row.batch) / speed;
    const double host = values_[0];
    const double alone = constants_.host_alone;
    const double time = alone * host +
                        rounded_extreme((1.0 - alone) * host, gpu, constants_.sharpness) +
                        constants_.copy.value() * row.batch;
    return std::abs(std::log(time / time_of(row)));
  }

  /// Squares of small errors and sizes of large ones, so that a wild row does not draw the fit.
  [[nodiscard]] double loss() const {
    constexpr double kSmall = 0.05;
    double sum = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double error = off(i);
      sum += error > kSmall ? error : error * error / (2.0 * kSmall) + kSmall / 2.0;
    }
    return sum;
  }

  const MpsConstants& constants_;
  std::vector<SoloRow> rows_;
  std::vector<std::size_t> index_;  ///< by row, in slices_
  std::vector<std::uint32_t> slices_;
  std::vector<double> values_;
  double loss_ = 0.0;
};

}  // namespace

std::string fault_of_solo_rows(std::span<const SoloRow> rows) {
  constexpr std::size_t kFewest = 3;
  constexpr std::uint32_t kMostSlices = 16;
  if (rows.size() < kFewest) return "a law needs at least three rows of one process";
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::set<std::uint32_t> batches;
  for (const SoloRow& row : rows) {
    if (row.slices == 0 || row.slices > kMostSlices) return "a row has 1 to 16 slices";
    if (row.batch == 0) return "a batch has at least one item";
    if (!(row.per_second > 0.0) || !std::isfinite(row.per_second))
      return "a row has a throughput above 0";
    batches.insert(row.batch);
    if (!seen.emplace(row.slices, row.batch).second)
      return fmt::format("{} slices with batch {} stand twice", row.slices, row.batch);
  }
  return batches.size() < 2 ? "a law needs rows of at least two batches" : "";
}

MpsLaw::MpsLaw(std::span<const SoloRow> rows, const MpsConstants& constants)
    : constants_(constants) {
  const std::string fault = fault_of_solo_rows(rows);
  ensure(fault.empty(), fault);
  ensure(constants.sharpness > 0.0 && constants.host_alone >= 0.0 && constants.host_alone < 1.0 &&
             constants.copy >= Seconds(0.0) && constants.host_slowdown >= 0.0,
         "constants of a law of processes lie in their ranges");
  for (const SoloRow& row : rows) measured_[{row.slices, row.batch}] = row.per_second;
  Parameters parameters(rows, constants_);
  parameters.fit();
  fit_ = parameters.take();
}

std::optional<MpsForecast> MpsLaw::forecast(std::uint32_t slices, std::uint32_t batch,
                                            std::uint32_t processes) const {
  constexpr std::uint32_t kMostProcesses = 48;
  ensure(batch > 0 && processes > 0 && processes <= kMostProcesses,
         "MPS has 1 to 48 processes, each with a batch");
  const auto speed = fit_.speed.find(slices);
  if (speed == fit_.speed.end()) return std::nullopt;
  const double gpu = (fit_.start + fit_.per_item * batch).value() / speed->second;
  const double host = fit_.host.value();
  const double waits = constants_.host_alone * host;
  const auto row = measured_.find({slices, batch});
  const double alone =
      row != measured_.end()
          ? row->second
          : batch / (waits + rounded_extreme(host - waits, gpu, constants_.sharpness) +
                     constants_.copy.value() * batch);
  MpsForecast forecast{.per_second = alone, .is_measured = row != measured_.end()};
  if (processes > 1) {
    const double launched = processes * alone / (1.0 + constants_.host_slowdown * (processes - 1));
    forecast.per_second = rounded_extreme(launched, batch / gpu, -constants_.sharpness);
    forecast.is_measured = false;
  }
  forecast.per_second_of_process = forecast.per_second / processes;
  forecast.latency = Seconds(batch / forecast.per_second_of_process);
  forecast.share_of_gpu = std::min(1.0, forecast.per_second * gpu / batch);
  return forecast;
}

}  // namespace gpuscape
