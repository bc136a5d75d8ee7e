#include "models/application/data_parallel/batch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gpuscape::data_parallel {

Bytes model_bytes(const Parameters& all, NumberFormat precision) {
  return all.gradients.find(precision).value_or(Bytes(0.0)) * 2.0 +
         all.optimizer_per_parameter * all.parameters;
}

double batch_by_memory(const Parameters& all, const StepGpu& gpu, NumberFormat precision) {
  const Bytes activations = all.activations.find(precision).value_or(Bytes(0.0));
  const Bytes left = gpu.memory - model_bytes(all, precision);
  if (!(all.memory_to_fill > 0.0) || !(activations > Bytes(0.0)) || !(left > Bytes(0.0)))
    return 0.0;
  constexpr double kEight = 8.0;
  const double most = std::floor(all.memory_to_fill * (left / activations));
  return most < 2.0 * kEight ? most : kEight * std::floor(most / kEight);
}

double last_bucket(const Parameters& all, Bytes exchange) {
  if (!(all.bucket > Bytes(0.0)) || !(exchange > Bytes(0.0))) return 0.0;
  return exchange <= all.bucket ? 1.0 : 0.5 * (all.bucket / exchange);
}

namespace {

double epochs_at(const Parameters& all, double batch) {
  using Epochs = std::pair<double, double>;  // batch, epochs
  if (all.epochs.empty()) return 0.0;
  const auto after = std::ranges::lower_bound(all.epochs, batch, {}, &Epochs::first);
  if (after == all.epochs.end()) return all.epochs.back().second;
  if (after == all.epochs.begin()) return after->second;
  const Epochs& before = *std::prev(after);
  const double part = std::log(batch / before.first) / std::log(after->first / before.first);
  return before.second + part * (after->second - before.second);
}

}  // namespace

double samples_to_train(const Parameters& all, double batch) {
  const double epochs = epochs_at(all, batch);
  const double evaluated = all.evaluation_samples * (1.0 - all.backward_share());
  return epochs * (all.dataset_samples + evaluated / all.epochs_per_evaluation);
}

}  // namespace gpuscape::data_parallel
