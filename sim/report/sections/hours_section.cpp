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
    if (of.others != HoursSpec::Others::finish) {
      const bool suspended = of.others == HoursSpec::Others::suspend;
      value.set(suspended ? "suspended_jobs" : "requeued_jobs", json::integer(of.jobs));
      value.set("gpus", json::number(static_cast<double>(of.gpu_milli) / kWholeGpu));
    }
    all.set(of.name, std::move(value));
  }
  results.set("hours", std::move(all));
}

std::string hours_section(const StudyResult& result) {
  std::string text;
  for (const HoursResult& of : result.first.hours) {
    std::string own = fmt::format("{} began {}", of.name, quantity(of.begun, "time"));
    if (of.others != HoursSpec::Others::finish)
      own += fmt::format(
          "{}{} of others {}, with {:g} GPUs", kSeparator, quantity(of.jobs, "job"),
          of.others == HoursSpec::Others::suspend ? "suspended" : "put back into the queue",
          static_cast<double>(of.gpu_milli) / kWholeGpu);
    text += line(text.empty() ? "hours" : "", own);
  }
  return text;
}

}  // namespace

extern const ResultSection kHoursSection;
const ResultSection kHoursSection{write_hours, hours_section, 4};

}  // namespace gpuscape
