/// What objectives may be of.

#include <iterator>
#include <vector>

#include "sim/scenario/step_objective.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

struct NamedSample {
  ObjectiveMetric of;
  JobSample sample;
};

constexpr NamedSample kSamples[] = {
    {kQueueWait[0], queue_waits},
    {{"completion", "From submission to end, of jobs that ended.", true, true}, completion_times},
    {{"job_slowdown", "Time ÷ time alone, of jobs that exchanged data and ended.", true, false},
     job_slowdowns},
};

std::vector<ObjectiveMetric> all_objective_metrics() {
  std::vector<ObjectiveMetric> all;
  for (const NamedSample& sample : kSamples) all.push_back(sample.of);
  for (const Metric& metric : metrics())
    all.push_back({metric.key, metric.about, false, metric.is_time()});
  all.insert(all.end(), std::begin(kStepObjectives), std::end(kStepObjectives));
  return all;
}

}  // namespace

JobSample sample_of(std::string_view name) {
  for (const NamedSample& sample : kSamples)
    if (sample.of.name == name) return sample.sample;
  return nullptr;
}

std::span<const ObjectiveMetric> objective_metrics() {
  static const std::vector<ObjectiveMetric> kAll = all_objective_metrics();
  return kAll;
}

}  // namespace gpuscape
