/// The week with the longest waits.

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

JsonValue worst_week_json(const std::optional<WorstWeek>& worst) {
  if (!worst) return JsonValue::make_null();
  JsonValue value = JsonValue::make_object();
  value.set("week", worst->week > 0 ? integer(worst->week) : JsonValue::make_null());
  value.set("weeks", number(worst->weeks));
  value.set("queue_wait_p95_s", number(worst->queue_wait_p95));
  value.set("weeks_without_wait_at_p95", number(worst->weeks_without_wait_at_p95));
  return value;
}

void write_worst_week(const StudyResult& result, JsonValue& results) {
  results.set("worst_week", worst_week_json(result.worst_week));
}

std::string worst_week_section(const StudyResult& result) {
  return result.worst_week ? worst_week_line(*result.worst_week) : "";
}

}  // namespace

extern const ResultSection kWorstWeekSection;
const ResultSection kWorstWeekSection{write_worst_week, worst_week_section, 2};

}  // namespace gpuscape
