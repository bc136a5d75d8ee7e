/// The waits that the log says beside those of the replay.

#include "sim/report/format/json_values.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/report/run/workload_lines.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

JsonValue as_logged_json(const RunResult& run, const AsLogged& logged) {
  JsonValue value = JsonValue::make_object();
  value.set("jobs", integer(logged.jobs));
  value.set("queue_wait_mean_s", number(logged.queue_wait_mean));
  value.set("queue_wait_p50_s", number(logged.queue_wait_p50));
  value.set("queue_wait_p95_s", number(logged.queue_wait_p95));
  value.set("completion_mean_s", number(logged.completion_mean));
  value.set(run.counts_cores ? "cores_allocated_share" : "gpus_allocated_share",
            number(logged.gpus_allocated_share));
  value.set("compared", integer(logged.compared));
  value.set("close_within_s", number(logged.close_within));
  value.set("close_share", number(logged.close_share));
  value.set("within_3_s_share", number(logged.strict_share));
  if (!logged.groups.empty()) value.set("by_" + logged.groups_are, groups_json(logged));
  return value;
}

void write_as_logged(const StudyResult& result, JsonValue& results) {
  if (result.as_logged) results.set("as_logged", as_logged_json(result.first, *result.as_logged));
}

}  // namespace

extern const ResultSection kAsLoggedSection;
const ResultSection kAsLoggedSection{.write = write_as_logged};  // printed in the table of waits

}  // namespace gpuscape
