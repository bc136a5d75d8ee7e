#include "sim/report/format/json_values.hpp"

#include "sim/study/asked_load.hpp"

#include "sim/report/format/csv.hpp"

namespace gpuscape::json {

JsonValue estimate(const Estimate& estimate) {
  JsonValue value = JsonValue::make_object();
  value.set("value", number(estimate.value));
  value.set("low", number(estimate.low));
  value.set("high", number(estimate.high));
  value.set("method", text(estimate.method));
  return value;
}

/// Reasons that few clusters have are left out where nobody waited for them.
JsonValue waits(const SecondsByReason& seconds) {
  JsonValue value = JsonValue::make_object();
  for (std::size_t i = 0; i < kWaitReasons; ++i) {
    const auto reason = static_cast<WaitReason>(i);
    const bool is_rare = reason == WaitReason::model_short || reason == WaitReason::managers_away;
    if (!is_rare || seconds[i] > Seconds(0.0))
      value.set(std::string(wait_reason_name(reason)), number(seconds[i].value()));
  }
  return value;
}

JsonValue provenance(const Provenance& provenance) {
  JsonValue value = JsonValue::make_object();
  value.set("scenario_file", text(provenance.scenario_file));
  value.set("command", text(provenance.command));
  value.set("version", text(provenance.version));
  value.set("simgrid_version", text(provenance.simgrid_version));
  value.set("loop", text(provenance.loop));
  value.set("threads", integer(provenance.threads));
  value.set("host", text(provenance.host));
  value.set("wall_time_s", number(provenance.wall_time_s));
  value.set("peak_memory_bytes", integer(provenance.peak_memory_bytes));
  value.set("files", list(provenance.files, [](const std::string& file) { return text(file); }));
  if (!provenance.sha256.empty()) {
    JsonValue digests = JsonValue::make_object();
    for (const auto& [file, digest] : provenance.sha256)
      digests.members().push_back({file, text(digest), {}});
    value.set("sha256", std::move(digests));
  }
  return value;
}

void set_asked_load(JsonValue& result, const ScenarioSpec& scenario) {
  const std::optional<AskedLoad> asked = asked_load(scenario);
  if (!asked) return;
  JsonValue value = JsonValue::make_object();
  value.set("load", number(asked->load));
  value.set("gpus", integer(asked->gpus));
  result.set("asked_load", std::move(value));
}

}  // namespace gpuscape::json
