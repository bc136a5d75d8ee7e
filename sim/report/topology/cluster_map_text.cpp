#include "sim/report/topology/cluster_map_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

using namespace json;

std::string parts_text(const NetworkParts& parts) {
  std::string text;
  for (const auto& switches : parts.switches)
    text += fmt::format("  {} {}{}{}\n", human_count(switches.count),
                        switches.tier.empty() ? "" : switches.tier + " ",
                        switches.count == 1 ? "switch" : "switches",
                        switches.model.empty() ? "" : " (" + switches.model + ")");
  for (const auto& cables : parts.cables)
    text += fmt::format("  {} {} cables of {} between {}\n", human_count(cables.count),
                        cables.optical ? "optical" : "copper", human_text(cables.speed),
                        cables.between);
  if (parts.adapters > 0) text += fmt::format("  {}\n", quantity(parts.adapters, "adapter"));
  return text;
}

JsonValue map_rate(BytesPerSecond value) { return number(value.value()); }

JsonValue class_json(const HopClass& hop) {
  JsonValue item = JsonValue::make_object();
  item.set("name", text(hop.name));
  if (hop.path) item.set("path", text(std::string(path_class_name(*hop.path))));
  item.set("links", integer(static_cast<std::int64_t>(hop.links)));
  item.set("latency_s", number(hop.latency.value()));
  item.set("alone_bytes_per_s", map_rate(hop.alone));
  item.set("all_talk_least_bytes_per_s", map_rate(hop.all_talk.least));
  item.set("all_talk_total_bytes_per_s", map_rate(hop.all_talk.total));
  return item;
}

JsonValue parts_json(const NetworkParts& parts) {
  JsonValue result = JsonValue::make_object();
  result.set("switches", list(parts.switches, [](const NetworkParts::Switches& switches) {
               JsonValue item = JsonValue::make_object();
               item.set("tier", text(switches.tier));
               if (!switches.model.empty()) item.set("model", text(switches.model));
               item.set("count", integer(switches.count));
               return item;
             }));
  result.set("cables", list(parts.cables, [](const NetworkParts::Cables& cables) {
               JsonValue item = JsonValue::make_object();
               item.set("between", text(cables.between));
               item.set("count", integer(cables.count));
               item.set("speed_bytes_per_s", map_rate(cables.speed));
               item.set("optical", boolean(cables.optical));
               return item;
             }));
  result.set("adapters", integer(parts.adapters));
  return result;
}

}  // namespace

std::string network_map_text(const NetworkTopologyMap& map) {
  std::string text = fmt::format("network {} · joins {}", map.name, quantity(map.nodes, "node"));
  if (map.groups.size() > 1) text += fmt::format(" of {}", fmt::join(map.groups, ", "));
  text = plain_line(text + (map.sampled ? " (the first were looked at)" : ""));
  text += parts_text(map.parts);
  if (!map.routing.path.empty())
    text += plain_line(fmt::format(
        "  routing: {}{}", routing_text(map.routing),
        map.routing.is_drawn() ? "; the figures below are for one draw of the paths" : ""));
  text += "\n";
  if (map.classes.empty()) return text + "the devices inside its nodes are not known: no map\n";
  std::vector<std::vector<std::string>> rows{
      {"from end to end", "us", "alone, GB/s", "each when all talk", "pairs of nodes"}};
  for (const HopClass& hop : map.classes)
    rows.push_back(
        {hop.path ? fmt::format("{} ({})", hop.name, path_class_name(*hop.path)) : hop.name,
         microseconds_text(hop.latency), gigabytes_text(hop.alone),
         gigabytes_text(hop.all_talk.least),
         hop.path || hop.pairs == 0 ? "" : human_count(static_cast<std::int64_t>(hop.pairs))});
  text += text_table(rows) + "\n";
  text += text_table({{"injection of a node", gigabytes_text(map.injection) + " GB/s"}});
  if (map.bisection.injection > BytesPerSecond(0.0))
    text +=
        text_table({{"bisection by halves",
                     fmt::format("{} GB/s each way, {:.0f} % of what a half's adapters send",
                                 gigabytes_text(map.bisection.bandwidth),
                                 100.0 * (map.bisection.bandwidth / map.bisection.injection))}});
  return text;
}

JsonValue network_map_json(const NetworkTopologyMap& map) {
  JsonValue result = JsonValue::make_object();
  result.set("name", text(map.name));
  result.set("role", text(map.role));
  result.set("nodes", integer(map.nodes));
  result.set("groups", list(map.groups, [](const std::string& group) { return text(group); }));
  result.set("parts", parts_json(map.parts));
  result.set("routing", routing_json(map.routing));
  result.set("classes", list(map.classes, class_json));
  result.set("injection_bytes_per_s", map_rate(map.injection));
  JsonValue bisection = JsonValue::make_object();
  bisection.set("bytes_per_s", map_rate(map.bisection.bandwidth));
  bisection.set("injection_bytes_per_s", map_rate(map.bisection.injection));
  result.set("bisection", std::move(bisection));
  return result;
}

}  // namespace gpuscape
