/// Why jobs waited.

#include <map>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

/// Seconds that the jobs of each account, user or partition waited, by reason.
JsonValue waits_by_json(const RunResult& run, std::string JobOrigin::* who) {
  std::map<std::string, SecondsByReason> by_name;
  for (std::uint32_t i = 0; i < run.waits.by_origin.size(); ++i) {
    SecondsByReason& sum = by_name[(*run.origins)[i].*who];
    for (std::size_t reason = 0; reason < kWaitReasons; ++reason)
      sum[reason] += run.waits.by_origin[i][reason];
  }
  JsonValue value = JsonValue::make_object();
  for (const auto& [name, waits] : by_name) value.set(name, json::waits(waits));
  return value;
}

void write_waits(const StudyResult& result, JsonValue& results) {
  results.set("waited_for_s", json::waits(result.waited_for));
  if (result.first.origins->empty()) return;
  results.set("waited_for_by_account_s", waits_by_json(result.first, &JobOrigin::account));
  results.set("waited_for_by_user_s", waits_by_json(result.first, &JobOrigin::user));
  results.set("waited_for_by_partition_s", waits_by_json(result.first, &JobOrigin::partition));
}

std::string waits_section(const StudyResult& result) {
  return wait_line(result.waited_for, capacity_noun(result.first));
}

}  // namespace

extern const ResultSection kWaitsSection;
const ResultSection kWaitsSection{write_waits, waits_section, 3};

}  // namespace gpuscape
