/// result.json of a run of transfers, collectives or steps.

#include "sim/report/bill/bill_json.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/report/transfers/step_files.hpp"
#include "sim/report/transfers/transfer_files.hpp"
#include "sim/report/trust/result_trust.hpp"
#include "sim/study/steps/step_objectives.hpp"

namespace gpuscape {

namespace {

JsonValue row_json(const TransferRow& row) {
  JsonValue value = JsonValue::make_object();
  value.set("from", json::text(row.from));
  value.set("to", json::text(row.to));
  value.set("transport", json::text(row.transport));
  value.set("path", json::text(row.path));
  value.set("bytes", json::number(row.message.value()));
  value.set("concurrent", json::integer(row.concurrent));
  value.set("in_flight", json::integer(row.in_flight));
  value.set("messages", json::integer(row.messages));
  value.set("latency_s", json::number(row.latency.value()));
  const auto where_ended = [&](double number) {
    return row.ended ? json::number(number) : JsonValue::make_null();
  };
  value.set("start_s", where_ended(row.start.value()));
  value.set("end_s", where_ended(row.end.value()));
  value.set("bytes_per_s", where_ended(row.rate().value()));
  value.set("messages_per_s", where_ended(row.messages_per_second()));
  if (!row.bound_by.empty()) value.set("bound_by", json::text(row.bound_by));
  if (!row.basis.empty()) value.set("basis", json::text(row.basis));
  if (row.outside_range) value.set("outside_range", json::boolean(true));
  JsonValue links = JsonValue::make_array();
  for (const std::string& link : row.links) links.items().push_back(json::text(link));
  value.set("links", std::move(links));
  return value;
}

JsonValue collective_json(const CollectiveRow& row) {
  JsonValue value = JsonValue::make_object();
  value.set("operation", json::text(row.operation));
  value.set("among", json::text(row.among));
  value.set("library", json::text(row.library));
  value.set("type", json::text(row.type));
  value.set("in_place", json::boolean(row.in_place));
  value.set("algorithm", json::text(row.algorithm));
  if (!row.protocol.empty()) value.set("protocol", json::text(row.protocol));
  value.set("bytes", json::number(row.bytes.value()));
  value.set("rounds", json::integer(row.rounds));
  value.set("latency_s", json::number(row.latency.value()));
  value.set("idle_time_s", json::number(row.idle_time.value()));
  const auto where_ended = [&](double number) {
    return row.ended ? json::number(number) : JsonValue::make_null();
  };
  value.set("start_s", where_ended(row.start.value()));
  value.set("end_s", where_ended(row.end.value()));
  value.set("algorithm_bytes_per_s", where_ended(row.algorithm_bandwidth().value()));
  value.set("bus_bytes_per_s", where_ended(row.bus_bandwidth().value()));
  value.set("bound_by", json::text(row.bound_by));
  if (!row.basis.empty()) value.set("basis", json::text(row.basis));
  return value;
}

}  // namespace

std::string transfer_json(const ScenarioSpec& scenario, const TransferResult& result,
                          const Provenance& provenance) {
  JsonValue document = JsonValue::make_object();
  document.set("schema", json::integer(kResultSchema));
  document.set("partial", json::boolean(result.partial));
  JsonValue of = JsonValue::make_object();
  of.set("title", json::text(title_of(scenario)));
  of.set("variant", json::text(variant_of(scenario)));
  of.set("resolved", scenario.resolved);
  document.set("scenario", std::move(of));
  JsonValue rows = JsonValue::make_array();
  rows.items().reserve(result.rows.size());
  for (const TransferRow& row : result.rows) rows.items().push_back(row_json(row));
  JsonValue results = JsonValue::make_object();
  results.set("kind", json::text("transfers"));
  results.set("network", json::text(result.network));
  JsonValue routing = JsonValue::make_object();
  for (const NetworkRouting& each : result.routing)
    routing.set(each.network, routing_json(each.routing));
  results.set("routing", std::move(routing));
  results.set("transfers", std::move(rows));
  if (!result.collectives.empty()) {
    JsonValue collectives = JsonValue::make_array();
    for (const CollectiveRow& row : result.collectives)
      collectives.items().push_back(collective_json(row));
    results.set("collectives", std::move(collectives));
  }
  if (!result.steps.empty()) {
    JsonValue steps = JsonValue::make_array();
    for (const StepRow& row : result.steps) steps.items().push_back(step_json(row));
    results.set("steps", std::move(steps));
  }
  if (result.bill) results.set("bill", bill_json(*result.bill));
  results.set("trust", trust_json(trust_of(result)));
  if (!scenario.slo.empty()) results.set("slo", slo_json(step_objectives(scenario, result)));
  document.set("results", std::move(results));
  document.set("guesses", guesses_json(result.guesses));
  document.set("provenance", json::provenance(provenance));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
