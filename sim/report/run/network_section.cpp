/// What sharing the network did to jobs.

#include <optional>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::number;
using json::text;

JsonValue link_json(const LinkUse& link) {
  JsonValue value = JsonValue::make_object();
  value.set("name", text(link.name));
  value.set("tier", text(link.tier == LinkTier::host ? "host" : "fabric"));
  value.set("mean_used_share", number(link.mean));
  value.set("above_90_percent_time_share", number(link.nearly_full));
  return value;
}

JsonValue traffic_json(const StudyResult& result, const TrafficResult& traffic) {
  JsonValue value = JsonValue::make_object();
  value.set("routing", traffic_routing_json(result));
  value.set("lost_gpu_s", number(traffic.lost.value()));
  value.set("lost_on_longer_routes_gpu_s", number(traffic.lost_on_routes.value()));
  JsonValue losses = JsonValue::make_array();
  for (const TrafficResult::Loss& loss : traffic.losses) {
    JsonValue link = link_json(loss.link);
    link.set("lost_gpu_s", number(loss.gpu_seconds.value()));
    losses.items().push_back(std::move(link));
  }
  value.set("costliest_links", std::move(losses));
  JsonValue busiest = JsonValue::make_array();
  for (const LinkUse& link : traffic.busiest) busiest.items().push_back(link_json(link));
  value.set("busiest_links", std::move(busiest));
  return value;
}

void write_network(const StudyResult& result, JsonValue& results) {
  const std::optional<TrafficResult>& traffic = result.first.traffic;
  if (traffic) results.set("network", traffic_json(result, *traffic));
}

std::string network_section(const StudyResult& result) {
  const std::optional<TrafficResult>& traffic = result.first.traffic;
  if (!traffic) return "";
  return traffic_lines(result, *traffic) + routing_lines(result);
}

}  // namespace

extern const ResultSection kNetworkSection;
const ResultSection kNetworkSection{write_network, network_section, 4};

}  // namespace gpuscape
