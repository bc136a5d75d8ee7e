/// Nodes that are some jobs' by the clock: how many jobs of others their hours met there.

#include <fmt/format.h>

#include <string>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

constexpr double kWholeGpu = 1000.0;  // thousandths

void write_hours(const StudyResult& result, JsonValue& results) {
  if (result.first.hours.empty()) return;
  JsonValue all = JsonValue::make_object();
  for (const HoursResult& of : result.first.hours) {
    JsonValue value = JsonValue::make_object();
    value.set("begun", json::integer(of.begun));
    value.set(of.suspends ? "suspended_jobs" : "requeued_jobs", json::integer(of.jobs));
    value.set("gpus", json::number(static_cast<double>(of.gpu_milli) / kWholeGpu));
    all.set(of.name, std::move(value));
  }
  results.set("hours", std::move(all));
}

std::string hours_section(const StudyResult& result) {
  std::string text;
  for (const HoursResult& of : result.first.hours) {
    const auto gpus = static_cast<double>(of.gpu_milli) / kWholeGpu;
    text += line(text.empty() ? "hours" : "",
                 fmt::format("{} began {}{}{} of others {}, with {:g} GPUs", of.name,
                             quantity(of.begun, "time"), kSeparator, quantity(of.jobs, "job"),
                             of.suspends ? "suspended" : "back in the queue", gpus));
  }
  return text;
}

}  // namespace

extern const ResultSection kHoursSection;
const ResultSection kHoursSection{write_hours, hours_section, 4};

}  // namespace gpuscape
