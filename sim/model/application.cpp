#include "sim/model/application.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

std::string_view number_format_name(NumberFormat precision) {
  return kNumberFormats.at(static_cast<std::size_t>(precision));
}

double samples_per_gpu(const StepCase& of, double batch_per_gpu) {
  if (of.samples_per_gpu) return *of.samples_per_gpu;
  if (of.scaling == StepScaling::weak || of.sized_for_gpus == 0) return batch_per_gpu;
  return batch_per_gpu * static_cast<double>(of.sized_for_gpus) / static_cast<double>(of.gpus);
}

Seconds covered_time(const StepCosts& costs) {
  return std::max(Seconds(0.0), costs.backward * costs.overlap - costs.exchange_start);
}

Seconds exposed_part(const StepCosts& costs, Seconds exchange) {
  return std::max({Seconds(0.0), exchange * costs.last_bucket, exchange - covered_time(costs)});
}

Seconds step_time(const StepCosts& costs, Seconds exchange) {
  return std::max(costs.compute, costs.input) + exposed_part(costs, exchange);
}

StepCosts slowest_step(const Application& application, StepCase of, std::span<const StepGpu> gpus) {
  ensure(!gpus.empty(), "a job has GPUs of at least one kind");
  StepCosts slowest;
  for (const StepGpu& gpu : gpus) {
    of.gpu = gpu;
    StepCosts costs = application.step(of);
    if (costs.compute > slowest.compute) slowest = std::move(costs);
  }
  return slowest;
}

}  // namespace gpuscape
