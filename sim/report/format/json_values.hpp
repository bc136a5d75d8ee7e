#pragma once
/// Parts of results as JSON values.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape::json {

inline JsonValue text(std::string value) { return JsonValue::make_text(std::move(value)); }
inline JsonValue integer(std::int64_t value) { return JsonValue::make_integer(value); }
inline JsonValue boolean(bool value) { return JsonValue::make_boolean(value); }
/// null for NaN and infinities.
inline JsonValue number(double value) {
  return std::isfinite(value) ? JsonValue::make_number(value) : JsonValue::make_null();
}
inline JsonValue number(const std::optional<double>& value) {
  return value ? number(*value) : JsonValue::make_null();
}
template <class Values, class Make>
JsonValue list(const Values& values, const Make& make) {
  JsonValue result = JsonValue::make_array();
  for (const auto& value : values) result.items().push_back(make(value));
  return result;
}

JsonValue estimate(const Estimate& estimate);
/// Seconds waited by reason.
JsonValue waits(const SecondsByReason& seconds);
JsonValue provenance(const Provenance& provenance);
/// `asked_load` of a result, where the scenario asks for one.
void set_asked_load(JsonValue& result, const ScenarioSpec& scenario);

}  // namespace gpuscape::json
