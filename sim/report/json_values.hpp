#pragma once
/// Parts of results as JSON values.

#include <cmath>
#include <optional>
#include <string>

#include "sim/base/json.hpp"
#include "sim/study/study_result.hpp"

namespace gpuscape::json {

inline JsonValue text(std::string value) { return JsonValue::make_text(std::move(value)); }
inline JsonValue integer(std::int64_t value) { return JsonValue::make_integer(value); }
inline JsonValue boolean(bool value) { return JsonValue::make_boolean(value); }
inline JsonValue number(double value) {
  return std::isfinite(value) ? JsonValue::make_number(value) : JsonValue::make_null();
}
inline JsonValue number(const std::optional<double>& value) {
  return value ? number(*value) : JsonValue::make_null();
}

JsonValue estimate(const Estimate& estimate);
/// Seconds waited by reason.
JsonValue waits(const WaitResult& waits);
JsonValue provenance(const Provenance& provenance);

}  // namespace gpuscape::json
