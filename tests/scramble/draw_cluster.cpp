/// Draws nodes, networks, and how GPUs are reached.

#include <fmt/format.h>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json& nodes_of(Sketch& sketch) { return sketch.drawn.scenario["cluster"]["nodes"]; }
Json& networks_of(Sketch& sketch) { return sketch.drawn.scenario["cluster"]["networks"]; }

DrawnGroup& add_group(Sketch& sketch, Json node, DrawnGroup group) {
  group.name =
      fmt::format("grp-{}", static_cast<char>('a' + static_cast<int>(sketch.groups.size())));
  nodes_of(sketch)[group.name] = std::move(node);
  sketch.groups.push_back(group);
  return sketch.groups.back();
}

void add_custom(Sketch& sketch) {
  Dice& dice = sketch.dice;
  DrawnGroup group;
  group.count = dice.between(1, 8);
  group.gpus = dice.chance(0.1) ? 0 : dice.between(1, 8);
  group.cores = dice.chance(0.5) ? 8 * dice.between(1, 8) : 0;
  Json node = {{"type", "custom"}, {"count", group.count}, {"gpus", group.gpus}};
  if (group.cores > 0) node["cores"] = group.cores;
  if (dice.chance(0.4)) node["memory"] = fmt::format("{} GiB", 64 * dice.between(1, 16));
  if (dice.chance(0.3)) node["gpu_model"] = dice.of({"a100", "v100", "a100-sxm4-40gb"});
  if (dice.chance(0.2)) node["features"] = Json::array({dice.of({"nvlink", "ib"})});
  add_group(sketch, std::move(node), group);
}

/// One of the catalogue's, with changes now and then.
void add_from_catalog(Sketch& sketch, const std::vector<std::string>& ids, DrawnGroup group) {
  Dice& dice = sketch.dice;
  const std::string id = dice.of(ids);
  const Json entry = sketch.stock.entry("nodes", id);
  group.count = dice.between(1, 4);
  group.inside = true;
  group.gpus = entry.value("/gpu/count"_json_pointer, std::int64_t{0});
  group.cores = entry.value("/cpu/sockets"_json_pointer, std::int64_t{0}) *
                entry.value("/cpu/cores_per_socket"_json_pointer, std::int64_t{0});
  Json node = {{"type", id}, {"count", group.count}};
  if (dice.chance(0.1)) node["features"] = "ib";
  if (dice.chance(0.1)) node["rack_units"] = dice.between(1, 8);
  if (group.gpus > 0 && dice.chance(0.15)) node["gpu"]["power_limit"] = "60 W";
  add_group(sketch, std::move(node), group);
}

void add_instance(Sketch& sketch) {
  const std::string id = sketch.dice.of(sketch.stock.instances);
  const Json entry = sketch.stock.entry("cloud", id);
  DrawnGroup group;
  group.count = sketch.dice.between(1, 6);
  group.gpus = entry.value("gpu_count", std::int64_t{0});
  group.cores = entry.value("vcpu", std::int64_t{0});
  group.rented = true;
  add_group(sketch, {{"type", id}, {"count", group.count}}, group);
}

void add_pool(Sketch& sketch) {
  DrawnGroup group;
  group.gpus = sketch.dice.between(2, 64);
  group.pool = true;
  add_group(sketch, {{"type", "pool"}, {"count", group.gpus}}, group);
}

/// Whatever node is registered, as its example has it.
void add_example(Sketch& sketch) {
  const Shelf& shelf = sketch.stock.registry.nodes;
  const std::string name = sketch.dice.of(shelf.names());
  Json node = Stock::example(shelf, name);
  DrawnGroup group;
  group.pool = name == "pool";
  group.inside = name == "graph";
  group.count = group.pool ? 1 : node.value("count", std::int64_t{1});
  group.gpus =
      group.pool ? node.value("count", std::int64_t{1}) : node.value("gpus", std::int64_t{2});
  group.cores = node.value("cores", std::int64_t{0});
  group.lends = name == "gpu-box";
  add_group(sketch, std::move(node), group);
}

std::string draw_rate(Dice& dice) {
  return fmt::format("{} Gbit/s", dice.of({"10", "25", "100", "200", "400"}));
}

void draw_ports(Sketch& sketch, Json& network) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.5)) {
    network["switch"] = dice.of(sketch.stock.switches);
  } else {
    network["link"] = draw_rate(dice);
    network["latency"] = dice.of({"1 us", "0.3 us", "5 us", "0 s"});
  }
  if (dice.chance(0.15))
    network["transport"] =
        dice.of({"roce-v2-100g", "tcp-kernel-10g", "tcp-kernel-100g", "ib-verbs-hdr"});
}

/// Between nodes.
std::string add_network(Sketch& sketch) {
  Dice& dice = sketch.dice;
  std::vector<std::string> types = sketch.stock.registry.networks.names();
  std::erase(types, "composed-pcie");
  const std::string type = dice.of(types);
  Json network = Stock::example(sketch.stock.registry.networks, type);
  if (dice.chance(0.8)) {
    network = {{"type", type}};
    draw_ports(sketch, network);
    const bool bare = !network.contains("switch");
    if (type == "leaf-spine" && (bare || dice.chance(0.2)))
      network["hosts_per_leaf"] = dice.between(1, 4);
    if (type != "leaf-spine" && type != "single-switch" && bare)
      network["ports"] = 2 * dice.between(2, 8);
    if (type != "single-switch" && dice.chance(0.4))
      network["oversubscription"] = dice.between(1, 4);
    if (type != "single-switch" && dice.chance(0.5))
      network["path"] = dice.of({"dst-mod-k", "hash", "adaptive"});
    if (network.value("path", "") == "hash" && dice.chance(0.3))
      network["hash_seed"] = dice.between(0, 9);
  }
  const std::string name = sketch.networks.empty() ? "compute" : "storage";
  networks_of(sketch)[name] = std::move(network);
  sketch.networks.push_back(name);
  return name;
}

void draw_lending(Sketch& sketch, Json& access) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.2)) access["max_gpus_per_job"] = dice.between(1, 16);
  if (dice.chance(0.2)) access["max_gpus_per_client"] = dice.between(1, 16);
  if (dice.chance(0.2)) access["poll_period"] = dice.of({"0 s", "10 s", "1 min"});
  if (dice.chance(0.2)) access["idle_return"] = dice.of({"0 s", "5 min", "1 h"});
  if (dice.chance(0.2)) {
    access["attach_failure"] = dice.of(std::vector<double>{0.05, 0.5, 0.9});
    access["attach_time_out"] = dice.of({"0 s", "30 s", "10 min"});
  }
}

void draw_remoting(Sketch& sketch) {
  Dice& dice = sketch.dice;
  add_from_catalog(sketch,
                   dice.chance(0.9) ? std::vector<std::string>{"dell-r730", "cpu-2s-2024"}
                                    : sketch.stock.host_nodes,
                   {.client = true});
  add_from_catalog(sketch, sketch.stock.gpu_nodes, {.lends = true});
  Json access = {{"type", "api-remoting"}, {"over", add_network(sketch)}};
  access["clients"] = Json::array({sketch.groups[0].name});
  access["servers"] = Json::array({sketch.groups[1].name});
  access["software"] =
      dice.of({"bitfusion-optimised-ib", "bitfusion-tcp", "rcuda-fdr", "rcuda-tcp"});
  if (dice.chance(0.2))
    access["software"] = {{"per_call_overhead", "2.5 us"}, {"calls", "synchronous"}};
  if (dice.chance(0.2)) access["round_trip"] = dice.of({"2 us", "50 us", "1 ms"});
  if (dice.chance(0.2)) access["attach_time"] = dice.of({"1 s", "30 s"});
  draw_lending(sketch, access);
  sketch.drawn.scenario["cluster"]["gpu_access"] = std::move(access);
}

void draw_composed(Sketch& sketch) {
  Dice& dice = sketch.dice;
  add_from_catalog(sketch,
                   dice.chance(0.9) ? std::vector<std::string>{"dell-r730", "cpu-2s-2024"}
                                    : sketch.stock.host_nodes,
                   {.client = true});
  DrawnGroup boxes = {
      .count = dice.between(1, 4), .gpus = dice.between(1, 8), .inside = true, .lends = true};
  Json box = {{"type", "gpu-box"},
              {"count", boxes.count},
              {"gpus", boxes.gpus},
              {"link", dice.of({"12.6 GB/s", "26 GB/s"})}};
  if (dice.chance(0.7))
    box["gpu"] = dice.of({"a100-pcie-40gb", "v100-pcie-32gb", "h100-pcie-80gb"});
  add_group(sketch, std::move(box), boxes);
  Json fabric = Stock::example(sketch.stock.registry.networks, "composed-pcie");
  if (dice.chance(0.6))
    fabric["fabric"] = dice.of({"liqid-grid-gen4", "gigaio-fabrex-gen4", "h3-falcon-4016"});
  if (dice.chance(0.2)) fabric["islands"] = dice.between(1, 2);
  if (dice.chance(0.2)) fabric["detach_time"] = "5 s";
  networks_of(sketch)["fabric"] = std::move(fabric);
  sketch.networks.emplace_back("fabric");
  Json access = {{"type", "composed-pcie"}, {"over", "fabric"}};
  access["clients"] = Json::array({sketch.groups[0].name});
  access["servers"] = Json::array({sketch.groups[1].name});
  draw_lending(sketch, access);
  sketch.drawn.scenario["cluster"]["gpu_access"] = std::move(access);
}

void add_any(Sketch& sketch) {
  const double which = sketch.dice.share();
  if (which < 0.4) return add_custom(sketch);
  if (which < 0.75) return add_from_catalog(sketch, sketch.stock.nodes, {});
  if (which < 0.87) return add_instance(sketch);
  if (which < 0.95) return add_pool(sketch);
  add_example(sketch);
}

/// Nodes that are away for some hours, one work after the other.
void add_maintenance(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json& all = sketch.drawn.scenario["cluster"]["maintenance"];
  std::int64_t hour = 0;
  for (std::int64_t i = dice.between(1, 3); i > 0; --i) {
    const DrawnGroup& group = sketch.groups[static_cast<std::size_t>(
        dice.between(0, static_cast<std::int64_t>(sketch.groups.size()) - 1))];
    const std::int64_t last = dice.between(0, group.count - 1);
    hour += dice.between(0, 40);
    Json work = {
        {"nodes",
         group.pool || dice.chance(0.3) ? group.name : fmt::format("{}/0-{}", group.name, last)},
        {"begin", fmt::format("{} h", hour)}};
    hour += dice.between(1, 20);
    work["end"] = fmt::format("{} h", hour);
    if (dice.chance(0.2))
      work["link_rate"] = 0.25 * static_cast<double>(dice.between(1, 4));
    else if (dice.chance(0.5))
      work["jobs"] = dice.of({"requeue", "requeue", "move"});
    all[fmt::format("work {}", i)] = std::move(work);
  }
}

/// One or two kinds of failures of all nodes, seldom enough that jobs end.
void add_failures(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json& all = sketch.drawn.scenario["cluster"]["failures"];
  for (std::int64_t i = dice.between(1, 2); i > 0; --i) {
    Json kind = {{"mean_time", fmt::format("{} d", dice.between(60, 600))},
                 {"repair", {{"time", dice.of({"20 min", "6 h", "2 d"})}}}};
    if (dice.chance(0.3)) kind["repair"]["distribution"] = "exponential";
    if (dice.chance(0.3)) kind["repair"].update({{"manual_share", 0.4}, {"manual_time", "1 d"}});
    if (dice.chance(0.3))
      kind.update({{"of", "domains"}, {"nodes_each", dice.between(1, 4)}});
    else if (dice.chance(0.25))
      kind["of"] = dice.of({"gpus", "adapters", "leaf-switches"});
    else if (dice.chance(0.3))
      kind["wrong_node"] = 0.3;
    if (dice.chance(0.3)) kind["idle_factor"] = dice.chance(0.5) ? 0.0 : 0.4;
    const std::string of = kind.value("of", "nodes");
    if ((of == "adapters" || of == "leaf-switches") && dice.chance(0.5))
      kind["link_rate"] = 0.1 * static_cast<double>(dice.between(1, 10));
    else if (!kind.contains("wrong_node") && dice.chance(0.2))
      kind["pace"] = dice.chance(0.2) ? 1.0 : 0.1 * static_cast<double>(dice.between(3, 9));
    else if (dice.chance(0.1))
      kind["retire_after"] = dice.between(3, 9);
    if (dice.chance(0.3))
      kind["repair"].update({{"silent_failure", 0.4}, {"manual_silent_failure", 0.2}});
    if (dice.chance(0.2)) kind["repair"]["manual_after"] = "failed";
    if (dice.chance(0.3)) kind["shape"] = dice.chance(0.5) ? 0.7 : 2.0;
    if (dice.chance(0.3)) kind.update({{"bad_share", 0.2}, {"bad_factor", 5.0}});
    all[fmt::format("fault {}", i)] = std::move(kind);
  }
  if (dice.chance(0.2))
    all["masters"] = {{"of", "managers"},
                      {"servers", dice.between(1, 5)},
                      {"mean_time", fmt::format("{} d", dice.between(60, 600))},
                      {"repair", {{"time", "6 h"}}}};
  const DrawnGroup& group = sketch.groups.front();
  if (group.count > 2 && dice.chance(0.3))
    sketch.drawn.scenario["cluster"]["spares"] = {
        {"nodes", Json::array({fmt::format("{}/{}", group.name, group.count - 1)})},
        {"time", dice.of({"0 s", "20 min"})}};
}

}  // namespace

namespace {

void draw_nodes(Sketch& sketch) {
  Dice& dice = sketch.dice;
  const double which = dice.share();
  if (which < 0.1) return draw_remoting(sketch);
  if (which < 0.2) return draw_composed(sketch);
  if (sketch.by_steps) {
    add_from_catalog(sketch, sketch.stock.gpu_nodes, {});
  } else {
    add_any(sketch);
  }
  while (sketch.groups.size() < 3 && dice.chance(0.3)) add_any(sketch);
  const bool one = sketch.groups.size() == 1 && sketch.groups[0].count == 1;
  if (sketch.by_steps ? !one : dice.chance(sketch.has_pool() ? 0.02 : 0.6)) add_network(sketch);
  if (dice.chance(0.03)) add_network(sketch);
  if (dice.chance(0.03)) sketch.drawn.scenario["cluster"]["gpu_access"] = "local";
}

}  // namespace

void draw_cluster(Sketch& sketch) {
  nodes_of(sketch) = Json::object();
  draw_nodes(sketch);
  const double chance = sketch.by_steps ? 0.01 : 0.12;
  if (sketch.dice.chance(chance)) add_maintenance(sketch);
  if (sketch.dice.chance(chance)) add_failures(sketch);
}

}  // namespace gpuscape::scramble
