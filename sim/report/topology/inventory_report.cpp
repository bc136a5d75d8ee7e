#include "sim/report/topology/inventory_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

using PartKind = PartCount::Kind;

}  // namespace

std::string design_inventory_text(const Inventory& inventory) {
  std::vector<std::string> parts{quantity(inventory.nodes(), "node"),
                                 quantity(inventory.gpus(), "GPU")};
  const auto add = [&](std::int64_t count, std::string_view noun) {
    if (count > 0) parts.push_back(quantity(count, noun));
  };
  if (const std::int64_t switches = inventory.count_of(PartKind::switches); switches > 0)
    parts.push_back(
        fmt::format("{} {}", human_count(switches), switches == 1 ? "switch" : "switches"));
  add(inventory.cables(), "cable");
  add(inventory.adapters, "adapter");
  add(inventory.drives(), "drive");
  add(inventory.count_of(PartKind::storage), "store");
  if (const double units = inventory.rack_units(); units > 0.0)
    parts.push_back(fmt::format("{:g} rack units", units));
  if (const std::optional<Watts> power = inventory.power_max())
    parts.push_back(fmt::format("{} at most", human_text(*power)));
  return plain_line(fmt::format("in all: {}", fmt::join(parts, kSeparator)));
}

JsonValue design_inventory_json(const Inventory& inventory) {
  JsonValue value = JsonValue::make_object();
  value.set("nodes", json::integer(inventory.nodes()));
  value.set("gpus", json::integer(inventory.gpus()));
  value.set("switches", json::integer(inventory.count_of(PartKind::switches)));
  value.set("cables", json::integer(inventory.cables()));
  value.set("adapters", json::integer(inventory.adapters));
  value.set("drives", json::integer(inventory.drives()));
  if (const std::int64_t stores = inventory.count_of(PartKind::storage); stores > 0)
    value.set("stores", json::integer(stores));
  value.set("rack_units", json::number(inventory.rack_units()));
  const std::optional<Watts> power = inventory.power_max();
  value.set("power_max_w", power ? json::number(power->value()) : JsonValue::make_null());
  return value;
}

}  // namespace gpuscape
