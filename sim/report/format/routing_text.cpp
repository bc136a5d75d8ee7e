#include "sim/report/format/routing_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kRings = "one ring per rail, in node order";
constexpr std::string_view kCollectives = "by collectives among all GPUs of a job";

/// How jobs exchange data over it.
std::string exchange_text(const TrafficResult& traffic) {
  if (!traffic.by_collectives) return std::string(kRings);
  if (!traffic.by_rings) return std::string(kCollectives);
  return fmt::format("{}, others {}", kCollectives, kRings);
}

/// Why the default is what it is.
std::string reason_text(const RoutingFacts& routing) {
  const std::string kind = routing.kind == "ethernet" ? "Ethernet" : "InfiniBand";
  if (routing.kind_from == "switch") return fmt::format("its switches are {}", kind);
  if (routing.kind_from == "adapters") return fmt::format("its adapters speak {}", kind);
  if (routing.kind_from == "transport") return fmt::format("its transport needs {}", kind);
  return "the kind of network is not given; InfiniBand assumed";
}

std::string range_text(const PathSpread::Range& range) {
  const std::string least = fmt::format("{:.2f}", range.least);
  const std::string most = fmt::format("{:.2f}", range.most);
  return least == most ? least : fmt::format("{}–{}", least, most);
}

/// Which draws of hashed paths a result of generated jobs is of; of a log its own line says it.
std::string draws_text(const StudyResult& result) {
  if (!result.first.traffic || !result.first.traffic->routing.is_drawn() || !result.synthetic)
    return "";
  return fmt::format("; paths drawn {}",
                     result.replications == 1 ? "once" : "anew in every replication");
}

JsonValue range_json(const PathSpread::Range& range) {
  JsonValue value = JsonValue::make_object();
  value.set("mean", json::number(range.mean));
  value.set("least", json::number(range.least));
  value.set("most", json::number(range.most));
  return value;
}

}  // namespace

std::string routing_text(const RoutingFacts& routing) {
  if (routing.path.empty()) return "one path between any two adapters";
  if (routing.given) return routing.path + ", as given";
  return fmt::format("{} (by default: {})", routing.path, reason_text(routing));
}

std::string traffic_routing_text(const StudyResult& result) {
  if (!result.first.traffic) return "";
  return routing_text(result.first.traffic->routing) + "; " + exchange_text(*result.first.traffic) +
         draws_text(result);
}

std::string path_spread_text(const StudyResult& result) {
  if (!result.path_spread) return "";
  const PathSpread& spread = *result.path_spread;
  if (!std::isfinite(spread.job_slowdown_p50.mean))
    return fmt::format(
        "this is one draw of the paths; no job that exchanges data is left in {} draws",
        spread.draws);
  return fmt::format("this is one draw of the paths; over {} draws job slowdown p50 {} / p95 {}",
                     spread.draws, range_text(spread.job_slowdown_p50),
                     range_text(spread.job_slowdown_p95));
}

std::string routing_lines(const StudyResult& result) {
  std::string text = line("routing", traffic_routing_text(result));
  if (result.path_spread) text += line("hashed paths", path_spread_text(result));
  return text;
}

JsonValue routing_json(const RoutingFacts& routing) {
  const auto or_null = [](const std::string& value) {
    return value.empty() ? JsonValue::make_null() : json::text(value);
  };
  JsonValue value = JsonValue::make_object();
  value.set("path", or_null(routing.path));
  value.set("default", json::boolean(!routing.given));
  value.set("kind", or_null(routing.kind));
  value.set("kind_from", or_null(routing.kind_from));
  return value;
}

JsonValue traffic_routing_json(const StudyResult& result) {
  if (!result.first.traffic) return JsonValue::make_null();
  JsonValue value = routing_json(result.first.traffic->routing);
  if (result.first.traffic->by_rings) value.set("rings", json::text(std::string(kRings)));
  if (result.first.traffic->by_collectives)
    value.set("collectives", json::text(std::string(kCollectives)));
  if (!result.path_spread) return value;
  const PathSpread& spread = *result.path_spread;
  JsonValue draws = JsonValue::make_object();
  draws.set("draws", json::integer(spread.draws));
  draws.set("job_slowdown_mean", range_json(spread.job_slowdown_mean));
  draws.set("job_slowdown_p50", range_json(spread.job_slowdown_p50));
  draws.set("job_slowdown_p95", range_json(spread.job_slowdown_p95));
  draws.set("job_slowed_share", range_json(spread.job_slowed_share));
  draws.set("queue_wait_mean_s", range_json(spread.queue_wait_mean));
  value.set("path_draws", std::move(draws));
  return value;
}

}  // namespace gpuscape
