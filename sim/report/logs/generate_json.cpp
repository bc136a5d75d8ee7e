#include "sim/report/logs/generate_json.hpp"

#include <fmt/format.h>

#include <string>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/scenario/weekdays.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::list;
using json::number;
using json::text;

/// How a value of a distribution is written: a time, or a plain number.
using WriteValue = JsonValue (*)(double);
JsonValue time_json(double seconds) { return text(exact_text(Seconds(seconds))); }

JsonValue quantiles_json(const std::vector<QuantileSpec>& points, WriteValue write) {
  JsonValue value = JsonValue::make_object();
  for (const QuantileSpec& point : points)
    value.members().push_back({json_number(point.share), write(point.value), {}});
  return value;
}

void set_parameters(JsonValue& value, const DistributionSpec& spec, WriteValue write) {
  if (spec.kind == "constant") {
    value.set("value", write(spec.first));
  } else if (spec.kind == "uniform") {
    value.set("low", write(spec.first));
    value.set("high", write(spec.second));
  } else if (spec.kind == "exponential") {
    value.set("mean", write(spec.first));
  } else if (spec.kind == "lognormal") {
    value.set("median", write(spec.first));
    value.set("sigma", number(spec.second));
  } else if (spec.kind == "weibull") {
    value.set("scale", write(spec.first));
    value.set("shape", number(spec.second));
  } else {
    value.set("values", quantiles_json(spec.quantiles, write));
  }
}

JsonValue distribution_json(const DistributionSpec& spec, WriteValue write) {
  JsonValue value = JsonValue::make_object();
  value.set("distribution", text(spec.kind));
  set_parameters(value, spec, write);
  if (spec.most < DistributionSpec{}.most) value.set("at_most", write(spec.most));
  return value;
}

JsonValue arrivals_json(const GenerateSpec& spec) {
  JsonValue value = JsonValue::make_object();
  if (spec.week) {
    value.set("process", text("weekly"));
    value.set("by_hour", list(spec.week->by_hour, [](double factor) { return number(factor); }));
    value.set("by_weekday",
              list(spec.week->by_weekday, [](double factor) { return number(factor); }));
    value.set("starts_on",
              text(std::string(kWeekdays[static_cast<std::size_t>(spec.week->starts_on)])));
  } else if (spec.diurnal) {
    value.set("process", text("diurnal"));
    value.set("peak_hour", number(spec.peak_hour));
    value.set("peak_to_trough", number(spec.peak_to_trough));
  } else {
    value.set("process", text("poisson"));
  }
  return value;
}

void set_run_times(JsonValue& value, const GenerateSpec& spec) {
  if (spec.run_time_by_gpus.empty()) {
    value.set("run_time", distribution_json(spec.run_time, time_json));
    return;
  }
  JsonValue classes = JsonValue::make_object();
  for (const RunTimeClassSpec& size : spec.run_time_by_gpus)
    classes.set(std::to_string(size.gpus_from), distribution_json(size.run_time, time_json));
  value.set("run_time_by_gpus", std::move(classes));
}

}  // namespace

JsonValue generate_json(const GenerateSpec& spec) {
  JsonValue value = JsonValue::make_object();
  if (spec.duration) value.set("duration", time_json(spec.duration->value()));
  if (spec.jobs) value.set("jobs", integer(*spec.jobs));
  if (spec.load) value.set("load", number(*spec.load));
  if (spec.jobs_per_hour) value.set("jobs_per_hour", number(*spec.jobs_per_hour));
  value.set("arrivals", arrivals_json(spec));
  JsonValue gpus = JsonValue::make_object();
  for (const GpuShareSpec& share : spec.gpus)
    gpus.members().push_back({std::to_string(share.gpus), number(share.weight), {}});
  value.set("gpus", std::move(gpus));
  set_run_times(value, spec);
  if (spec.time_limit_factor) {
    JsonValue limit = JsonValue::make_object();
    limit.set("factor", distribution_json(*spec.time_limit_factor, number));
    value.set("time_limit", std::move(limit));
  }
  if (spec.cores_per_gpu > 0.0) value.set("cores_per_gpu", number(spec.cores_per_gpu));
  if (spec.memory_per_gpu > Bytes(0.0))
    value.set("memory_per_gpu", text(exact_text(spec.memory_per_gpu)));
  if (spec.users) {
    JsonValue users = JsonValue::make_object();
    users.set("count", integer(spec.users->count));
    users.set("zipf", number(spec.users->zipf));
    value.set("users", std::move(users));
  }
  return value;
}

JsonValue generate_fragment(const GenerateSpec& spec, const std::string& stream) {
  JsonValue generate = JsonValue::make_object();
  generate.set("generate", generate_json(spec));
  JsonValue streams = JsonValue::make_object();
  streams.set(stream, std::move(generate));
  JsonValue workload = JsonValue::make_object();
  workload.set("streams", std::move(streams));
  JsonValue scenario = JsonValue::make_object();
  scenario.set("format", integer(1));
  scenario.set("workload", std::move(workload));
  return scenario;
}

}  // namespace gpuscape
