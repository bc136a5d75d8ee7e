#include "sim/sweep/forecast.hpp"

#include <algorithm>
#include <stop_token>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/study/memory_need.hpp"
#include "sim/study/run_study.hpp"
#include "sim/sweep/space_reader.hpp"
#include "sim/sweep/time_limit.hpp"

namespace gpuscape {

namespace {

/// What is kept of a design while a sweep runs.
Bytes record_size(const RunRecord& record) {
  return Bytes(static_cast<double>(sizeof(RunRecord) + record.figures.size() * sizeof(Figure) +
                                   record.objectives.size() * sizeof(KeptObjective) +
                                   record.axes.size() * sizeof(record.axes.front())));
}

class Trials {
 public:
  Trials(const ScenarioSource& source, const Registry& registry, Seconds most)
      : reader_(source, registry), most_(most) {}

  void run(const Design& design) {
    const Seconds begin = process_time();
    const DesignOfSpace read = reader_.read(design);
    if (!read.scenario || read.scenario->spec.run.by_steps) return;
    const Seconds left = most_ - spent_;
    if (left <= Seconds(0.0)) return;
    const TimeLimit limit(left);
    StudyOptions study;
    study.threads = 1;
    study.stop = limit.token();
    try {
      const StudyOutcome outcome = run_study(*read.scenario, traces_, study);
      sample_ = record_of(outcome);
      is_at_least_ = is_at_least_ || outcome.result.partial;
      memory_ = std::max(
          memory_, memory_need(*read.scenario, traces_.inputs(read.scenario->spec, limit.token())));
    } catch (const Interrupted&) {
      is_at_least_ = true;
    } catch (const RunError&) {
      return;  // it would be a row with a fault
    } catch (const ScenarioError&) {
      return;
    }
    ++tried_;
    spent_ += process_time() - begin;
  }

  [[nodiscard]] std::optional<SweepForecast> forecast(std::int64_t designs) const {
    if (tried_ == 0) return std::nullopt;
    SweepForecast forecast{.designs = designs};
    forecast.each = spent_ / static_cast<double>(tried_);
    forecast.is_at_least = is_at_least_;
    forecast.memory = memory_;
    forecast.sample = sample_;
    if (sample_) forecast.memory += record_size(*sample_) * static_cast<double>(designs);
    return forecast;
  }

 private:
  SpaceReader reader_;
  TraceCache traces_;
  Seconds most_;
  Seconds spent_{0.0};
  int tried_ = 0;
  bool is_at_least_ = false;
  Bytes memory_{0.0};
  std::optional<RunRecord> sample_;
};

}  // namespace

std::optional<SweepForecast> forecast_sweep(const DesignSpace& space, const ScenarioSource& source,
                                            const Registry& registry, Seconds most) {
  Trials trials(source, registry, most);
  std::vector<std::int64_t> tried{0, space.size() / 2, space.size() - 1};
  const auto twice = std::ranges::unique(tried);
  tried.erase(twice.begin(), twice.end());
  for (const std::int64_t index : tried) trials.run(space.design(index));
  return trials.forecast(space.size());
}

}  // namespace gpuscape
