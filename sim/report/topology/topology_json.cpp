#include "sim/report/topology/topology_json.hpp"

#include "sim/report/format/json_values.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

using namespace json;

JsonValue rate(BytesPerSecond value) { return number(value.value()); }

JsonValue summary(const RateSummary& rates) {
  JsonValue result = JsonValue::make_object();
  result.set("flows", integer(static_cast<std::int64_t>(rates.flows)));
  result.set("total_bytes_per_s", rate(rates.total));
  result.set("least_bytes_per_s", rate(rates.least));
  result.set("most_bytes_per_s", rate(rates.most));
  return result;
}

class NodeJson {
 public:
  explicit NodeJson(const NodeMap& map) : map_(map) {}

  JsonValue take() const {
    JsonValue result = JsonValue::make_object();
    result.set("devices", list(map_.graph->devices(), [](const Device& device) {
                 JsonValue item = JsonValue::make_object();
                 item.set("name", text(device.name));
                 item.set("kind", text(std::string(device_kind_name(device.kind))));
                 if (!device.model.empty()) item.set("model", text(device.model));
                 return item;
               }));
    result.set("links", links());
    result.set("pairs", pairs());
    result.set("all_gpus_to_host", summary(map_.to_host));
    result.set("host_to_all_gpus", summary(map_.from_host));
    JsonValue shift = summary(map_.worst_shift);
    shift.set("step", integer(static_cast<std::int64_t>(map_.worst_step)));
    result.set("worst_shift", std::move(shift));
    result.set("every_pair", summary(map_.all_pairs));
    result.set("root_ports", root_ports());
    if (map_.bisection.splits > 0) result.set("bisection", bisection());
    return result;
  }

 private:
  JsonValue name(DeviceIndex device) const { return text(map_.name(device)); }

  JsonValue links() const {
    std::vector<std::size_t> crossing(map_.graph->links().size(), 0);
    for (const SharedLink& shared : map_.shared) crossing[shared.link] = shared.pairs;
    JsonValue result = JsonValue::make_array();
    for (std::size_t i = 0; i < crossing.size(); ++i) {
      const NodeLink& link = map_.graph->links()[i];
      JsonValue item = JsonValue::make_object();
      item.set("from", name(link.from));
      item.set("to", name(link.to));
      item.set("capacity_bytes_per_s", rate(link.capacity));
      item.set("latency_s", number(link.latency.value()));
      if (link.lanes > 0) item.set("lanes", integer(link.lanes));
      if (crossing[i] > 0) item.set("pairs", integer(static_cast<std::int64_t>(crossing[i])));
      result.items().push_back(std::move(item));
    }
    return result;
  }

  JsonValue pairs() const {
    JsonValue result = JsonValue::make_array();
    for (std::size_t i = 0; i < map_.rows.size(); ++i)
      for (std::size_t j = 0; j < map_.columns.size(); ++j)
        if (map_.rows[i] != map_.columns[j]) result.items().push_back(pair(i, j));
    return result;
  }

  JsonValue pair(std::size_t row, std::size_t column) const {
    const PairFacts& facts = map_.pairs[row][column];
    JsonValue item = JsonValue::make_object();
    item.set("from", name(map_.rows[row]));
    item.set("to", name(map_.columns[column]));
    item.set("path", text(path_text(facts)));
    item.set("latency_s", number(facts.latency.value()));
    item.set("alone_bytes_per_s", rate(facts.alone));
    if (facts.when_all_talk > BytesPerSecond(0.0))
      item.set("every_pair_bytes_per_s", rate(facts.when_all_talk));
    return item;
  }

  JsonValue root_ports() const {
    return list(map_.root_ports, [&](const RootPort& port) {
      JsonValue item = JsonValue::make_object();
      item.set("link", text(map_.graph->link_name(port.uplink)));
      item.set("gpus", list(port.gpus, [&](DeviceIndex gpu) { return name(gpu); }));
      item.set("capacity_bytes_per_s", rate(map_.graph->links()[port.uplink].capacity));
      item.set("each_bytes_per_s", rate(port.each));
      return item;
    });
  }

  JsonValue bisection() const {
    JsonValue item = JsonValue::make_object();
    item.set("bytes_per_s", rate(map_.bisection.bandwidth));
    item.set("splits", integer(static_cast<std::int64_t>(map_.bisection.splits)));
    item.set("half", list(map_.bisection.half, [&](DeviceIndex gpu) { return name(gpu); }));
    return item;
  }

  const NodeMap& map_;
};

}  // namespace

JsonValue node_map_json(const NodeMap& map) { return NodeJson(map).take(); }

}  // namespace gpuscape
