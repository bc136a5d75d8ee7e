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
  return entry == nullptr ? StepGpu{} : step_gpu(id, *entry);
}

}  // namespace gpuscape
