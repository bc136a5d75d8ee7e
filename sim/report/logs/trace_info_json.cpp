#include "sim/report/logs/trace_info_json.hpp"

#include <fmt/format.h>

#include "sim/report/format/json_values.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::list;
using json::number;
using json::text;

/// "gpu_seconds", or "core_seconds" where the log is of cores.
std::string key_of(const TraceInfo& info, std::string key) {
  const std::size_t at = info.counted == Counted::cores ? key.find("gpu") : std::string::npos;
  return at == std::string::npos ? key : key.replace(at, 3, "core");
}

JsonValue spread_json(const Spread& spread) {
  JsonValue value = JsonValue::make_object();
  value.set("count", integer(spread.count));
  value.set("mean", number(spread.mean));
  for (std::size_t i = 0; i < spread.at.size(); ++i) {
    const double share = Spread::kShares[i];
    value.set(share == 1.0 ? "max" : fmt::format("p{:.0f}", 100.0 * share), number(spread.at[i]));
  }
  return value;
}

JsonValue read_json(const ReadReport& read) {
  JsonValue value = JsonValue::make_object();
  value.set("file", text(read.file));
  value.set("rows", integer(read.rows));
  value.set("jobs", integer(read.jobs));
  value.set("reasons", list(read.reasons, [](const RowReason& reason) {
              JsonValue row = JsonValue::make_object();
              row.set("reason", text(reason.reason));
              row.set("dropped", json::boolean(reason.dropped));
              row.set("rows", integer(reason.rows));
              row.set("first_line", integer(reason.first_line));
              row.set("example", text(reason.example));
              return row;
            }));
  value.set("assumptions",
            list(read.assumptions, [](const std::string& phrase) { return text(phrase); }));
  value.set("warnings",
            list(read.warnings, [](const std::string& phrase) { return text(phrase); }));
  return value;
}

JsonValue size_json(const TraceInfo& info, const SizeClass& size) {
  JsonValue value = JsonValue::make_object();
  value.set(key_of(info, "gpus_from"), integer(size.from));
  value.set(key_of(info, "gpus_to"), integer(size.to));
  value.set("jobs", integer(size.jobs));
  value.set(key_of(info, "gpu_seconds"), number(size.gpu_seconds));
  value.set("run_time_s", spread_json(spread_of(size.run_times)));
  return value;
}

JsonValue arrivals_json(const ArrivalRates& arrivals) {
  JsonValue by_hour = JsonValue::make_array();
  for (std::size_t hour = 0; hour < 24; ++hour)
    by_hour.items().push_back(number(arrivals.hourly_rate(hour)));
  JsonValue by_weekday = JsonValue::make_array();
  for (std::size_t day = 0; day < 7; ++day)
    by_weekday.items().push_back(number(arrivals.daily_rate(day)));
  JsonValue by_week = JsonValue::make_array();
  for (std::size_t hour = 0; hour < arrivals.jobs.size(); ++hour)
    by_week.items().push_back(number(arrivals.rate(hour)));
  JsonValue value = JsonValue::make_object();
  value.set("jobs_per_hour_by_hour_of_day", std::move(by_hour));
  value.set("jobs_per_hour_by_weekday_from_monday", std::move(by_weekday));
  value.set("jobs_per_hour_by_hour_of_week_from_monday", std::move(by_week));
  return value;
}

JsonValue senders_json(const TraceInfo& info, const Senders& senders) {
  JsonValue value = JsonValue::make_object();
  value.set("count", integer(std::ssize(senders.shares)));
  value.set("jobs_of_nobody", integer(senders.unnamed));
  value.set(key_of(info, "gini_of_gpu_seconds"), number(senders.gini));
  value.set("share_of_first_tenth", number(senders.top_tenth));
  value.set("shares", list(senders.shares, [&info](const SenderShare& share) {
              JsonValue row = JsonValue::make_object();
              row.set("name", text(share.name));
              row.set("jobs", integer(share.jobs));
              row.set(key_of(info, "gpu_seconds"), number(share.gpu_seconds));
              return row;
            }));
  return value;
}

JsonValue demand_json(const TraceInfo& info) {
  const DemandCurve& demand = info.demand;
  JsonValue value = JsonValue::make_object();
  value.set("as_logged", json::boolean(demand.as_logged));
  value.set(key_of(info, "mean_gpus"), number(demand.mean));
  value.set(key_of(info, "peak_gpus"), number(demand.peak));
  return value;
}

JsonValue states_json(const TraceInfo& info) {
  JsonValue value = JsonValue::make_object();
  for (std::size_t state = 0; state < info.states.size(); ++state)
    if (info.states[state] > 0)
      value.set(std::string(logged_state_name(static_cast<LoggedState>(state))),
                integer(info.states[state]));
  return value;
}

}  // namespace

std::string trace_info_json(const JobLog& log, const TraceInfo& info) {
  JsonValue value = JsonValue::make_object();
  value.set("title", text(log.title));
  value.set("jobs", integer(info.jobs));
  value.set("reads", list(log.reads, read_json));
  value.set("span_s", number(info.span.value()));
  value.set("first_submit_unix_s",
            log.unix_origin ? number(log.unix_origin->value()) : JsonValue::make_null());
  value.set(key_of(info, "gpu_seconds"), number(info.gpu_seconds));
  value.set(key_of(info, "gpus"), spread_json(info.gpus));
  value.set("run_time_s", spread_json(info.run_time));
  value.set("time_limit_s", spread_json(info.time_limit));
  value.set("run_time_share_of_limit", spread_json(info.limit_used));
  value.set("wait_as_logged_s", spread_json(info.wait));
  value.set("sizes",
            list(info.sizes, [&info](const SizeClass& size) { return size_json(info, size); }));
  value.set("arrivals", info.arrivals ? arrivals_json(*info.arrivals) : JsonValue::make_null());
  value.set("demand", demand_json(info));
  value.set(key_of(info, "cluster_gpus"),
            info.gpus_total ? integer(*info.gpus_total) : JsonValue::make_null());
  value.set("offered_load", number(info.offered_load()));
  value.set("users", senders_json(info, info.users));
  value.set("accounts", senders_json(info, info.accounts));
  value.set("states", states_json(info));
  JsonValue failed = JsonValue::make_object();
  failed.set("jobs", integer(info.node_failed()));
  failed.set("nodes", info.nodes_total ? integer(*info.nodes_total) : JsonValue::make_null());
  const std::optional<double> node_days = info.node_days();
  failed.set("jobs_per_1000_node_days",
             node_days ? number(1000.0 * static_cast<double>(info.node_failed()) / *node_days)
                       : JsonValue::make_null());
  value.set("node_failures", std::move(failed));
  return write_json(value) + "\n";
}

}  // namespace gpuscape
