#include "sim/model/applications/step_gpus.hpp"

#include <algorithm>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// The quantity at a key; 0 where there is none. The catalogue has looked at the text.
double number(const JsonValue& entry, std::string_view key, Dimension dimension) {
  const JsonValue* value = entry.find(key);
  if (value == nullptr || !value->is_text()) return 0.0;
  return parse_quantity(value->text(), dimension).value.value_or(0.0);
}

}  // namespace

StepGpu step_gpu(const std::string& id, const JsonValue& entry) {
  const auto peak = [&](std::string_view key) {
    return FlopsPerSecond(number(entry, key, Dimension::compute));
  };
  const auto or_else = [](FlopsPerSecond first, FlopsPerSecond second) {
    return first > FlopsPerSecond(0.0) ? first : second;
  };
  const FlopsPerSecond single = peak("fp32");
  const FlopsPerSecond half = peak("fp16_tensor");
  StepGpu gpu{.id = id, .has_tensor_cores = half > FlopsPerSecond(0.0)};
  gpu.peaks = {single, or_else(peak("tf32_tensor"), single),
               or_else(half, std::max(peak("fp16_vector"), single)), peak("bf16_tensor")};
  gpu.memory = Bytes(number(entry, "memory", Dimension::bytes));
  return gpu;
}

StepGpu find_step_gpu(const JsonValue& entries, const std::string& id) {
  const JsonValue* entry = entries.find(id);
  if (entry == nullptr) return StepGpu{};
  StepGpu gpu = step_gpu(id, *entry);
  const JsonValue* board = entry->find("sister_board");
  const JsonValue* rate = entry->find("sister_rate");
  const JsonValue* other =
      board != nullptr && board->is_text() ? entries.find(board->text()) : nullptr;
  if (other == nullptr || rate == nullptr || !rate->is_number()) return gpu;
  const StepGpu sister = step_gpu(board->text(), *other);
  for (std::size_t i = 0; i < gpu.peaks.size(); ++i)
    if (gpu.peaks[i] > FlopsPerSecond(0.0) && sister.peaks[i] > FlopsPerSecond(0.0))
      gpu.peaks[i] = sister.peaks[i] * rate->number();
  return gpu;
}

}  // namespace gpuscape
