#include "sim/study/memory_need.hpp"

#include <algorithm>

#include "sim/study/study.hpp"
#include "sim/workload/draw/generator.hpp"

namespace gpuscape {

namespace {

// Measured as the peak of `gpuscape run` with a million generated jobs less that with ten thousand:
// 158 B a job of one replication, 119 B of each of five.
constexpr Bytes kPerJob{160.0};

double generated_jobs(const GenerateSpec& spec, std::int64_t gpus) {
  if (spec.jobs) return static_cast<double>(*spec.jobs);
  return spec.duration.value_or(Seconds(0.0)).value() * mean_arrival_rate(spec, gpus);
}

}  // namespace

Bytes memory_need(const CheckedScenario& scenario, const RunInputs& inputs) {
  double jobs = 0.0;
  bool is_generated = false;
  for (const LoadedTrace& trace : inputs.traces)
    if (trace.table != nullptr) jobs += static_cast<double>(trace.table->size());
  for (const StreamSpec& stream : scenario.spec.streams) {
    if (!stream.generate) continue;
    is_generated = true;
    jobs += generated_jobs(*stream.generate, scenario.cluster->platform().gpus_total());
  }
  const auto asked = static_cast<double>(scenario.spec.run.replications.value_or(kFirstBatch));
  const double held = is_generated ? std::min<double>(asked, kFirstBatch) : 1.0;
  return kPerJob * (jobs * held);
}

}  // namespace gpuscape
