#include "sim/calibration/fit_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/random.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/calibration/fit_regimes.hpp"
#include "sim/calibration/least_squares.hpp"

namespace gpuscape {

namespace {

/// Intervals: each resample draws repetitions anew and turns each point's residual to either side,
/// so that both the machine's noise and what a line does not follow widen them. Cuts stay.
class Bootstrap {
 public:
  Bootstrap(const LawKey& key, const std::vector<FitPoint>& points,
            const std::vector<LawSegment>& segments)
      : streams_(1, 0, "calibration " + key.text()), points_(points), segments_(segments) {}

  /// Lines by segment, of each resample.
  std::vector<std::vector<LawLine>> lines(int resamples) const {
    std::vector<std::vector<LawLine>> all(segments_.size());
    for (int i = 0; i < resamples; ++i) {
      RandomStream random = streams_.of(static_cast<std::uint64_t>(i));
      const std::vector<double> times = resampled(random);
      for (std::size_t s = 0; s < segments_.size(); ++s)
        all[s].push_back(fit_line(points_, times, segments_[s].begin, segments_[s].end));
    }
    return all;
  }

 private:
  std::vector<double> resampled(RandomStream& random) const {
    std::vector<double> times;
    for (const FitPoint& point : points_) {
      std::vector<double> drawn;
      drawn.reserve(point.seconds.size());
      for (std::size_t i = 0; i < point.seconds.size(); ++i)
        drawn.push_back(point.seconds[random() % point.seconds.size()]);
      const double law = time_of(segments_, point.size);
      const double off = law > 0.0 ? std::min(0.9, std::abs(point.median - law) / law) : 0.0;
      const double side = (random() & 1U) != 0 ? 1.0 : -1.0;
      times.push_back(law * (1.0 + side * off) * median_of(std::move(drawn)) / point.median);
    }
    return times;
  }

  RandomStreams streams_;
  const std::vector<FitPoint>& points_;
  const std::vector<LawSegment>& segments_;
};

template <class T>
Fitted<T> estimate(double value, std::vector<double> samples) {
  std::ranges::sort(samples);
  return {.value = T(value),
          .low = T(std::min(value, quantile_of(samples, 0.025))),
          .high = T(std::max(value, quantile_of(samples, 0.975)))};
}

LawRegime regime_of(const LawSegment& segment, const std::vector<LawLine>& samples) {
  std::vector<double> latencies;
  std::vector<double> per_byte;
  for (const LawLine& line : samples) {
    latencies.push_back(line.latency);
    per_byte.push_back(line.per_byte);
  }
  const auto inverse = estimate<Seconds>(segment.line.per_byte, std::move(per_byte));
  LawRegime regime{.up_to = Bytes(segment.up_to),
                   .latency = estimate<Seconds>(segment.line.latency, std::move(latencies)),
                   .rate = {}};
  regime.rate = {.value = BytesPerSecond(1.0 / inverse.value.value()),
                 .low = BytesPerSecond(1.0 / inverse.high.value()),
                 .high = BytesPerSecond(1.0 / inverse.low.value())};
  return regime;
}

void judge_residuals(PathLaw& law, const std::vector<FitPoint>& points) {
  constexpr double kFarOff = 0.5;
  std::vector<double> residuals;
  for (const FitPoint& point : points) {
    const double predicted = law.time_of(Bytes(point.size)).value();
    residuals.push_back(std::abs(point.median - predicted) / predicted);
    if (residuals.back() > kFarOff)
      law.grounds.marks.push_back(fmt::format("{:.0f} % off at {}", 100.0 * residuals.back(),
                                              exact_text(Bytes(point.size))));
    law.grounds.rows += point.seconds.size();
  }
  law.grounds.points = points.size();
  law.grounds.largest_residual = *std::ranges::max_element(residuals);
  law.grounds.median_residual = median_of(std::move(residuals));
}

}  // namespace

std::variant<PathLaw, std::string> fit_law(const LawKey& key, const std::vector<FitPoint>& points,
                                           const FitOptions& options) {
  if (points.size() < kLeastPoints)
    return fmt::format("{} size{}: a law needs {} or more", points.size(),
                       points.size() == 1 ? "" : "s", kLeastPoints);
  const std::vector<LawSegment> segments = choose_segments(points, options.most_regimes);
  PathLaw law{.key = key, .regimes = {}, .grounds = {}};
  law.least = Bytes(points.front().size);
  law.most = Bytes(points.back().size);
  for (const LawSegment& segment : segments)
    law.regimes.push_back({.up_to = Bytes(segment.up_to),
                           .latency = {.value = Seconds(segment.line.latency)},
                           .rate = {.value = BytesPerSecond(1.0 / segment.line.per_byte)}});
  judge_residuals(law, points);
  if (!(law.grounds.median_residual <= options.bound))
    return fmt::format(
        "half of the sizes are more than {:.0f} % off the best law; the bound is "
        "{:.0f} %",
        100.0 * law.grounds.median_residual, 100.0 * options.bound);
  const auto samples = Bootstrap(key, points, segments).lines(options.resamples);
  for (std::size_t i = 0; i < segments.size(); ++i)
    law.regimes[i] = regime_of(segments[i], samples[i]);
  return law;
}

}  // namespace gpuscape
