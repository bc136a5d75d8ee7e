#include "cli/topo_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/load.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/build_platform.hpp"
#include "sim/model/catalog_node.hpp"
#include "sim/model/check.hpp"
#include "sim/report/cluster_map_text.hpp"
#include "sim/report/output_file.hpp"
#include "sim/report/topology_json.hpp"
#include "sim/report/topology_svg.hpp"
#include "sim/report/topology_text.hpp"

namespace gpuscape {

namespace {

bool is_file(const std::string& what) {
  std::error_code ignored;
  return what.ends_with(".json") || what.ends_with(".jsonc") ||
         what.find('/') != std::string::npos || std::filesystem::is_regular_file(what, ignored);
}

Catalog catalog_with(const std::vector<std::string>& folders, ReadingContext& context) {
  Catalog catalog = Catalog::shipped();
  const SourcePlace place{.file = std::make_shared<const std::string>("--catalog")};
  for (const std::string& folder : folders) catalog.overlay(folder, place, "", context);
  catalog.check_own(context);
  context.throw_if_issues();
  return catalog;
}

[[noreturn]] void refuse(const std::string& what, const Catalog& catalog) {
  std::vector<std::string> known = catalog.ids("nodes");
  const std::string near = nearest(what, known);
  throw ScenarioError({{.file = "",
                        .pointer = "",
                        .message = fmt::format("there is no node \"{}\" in the catalogue", what),
                        .hint = near.empty() ? "`gpuscape catalog` lists them; a scenario is a file"
                                             : fmt::format("did you mean \"{}\"?", near)}});
}

std::string about(const JsonValue* entry) {
  const JsonValue* text = entry == nullptr ? nullptr : entry->find("about");
  return text == nullptr ? "" : " · " + text->text();
}

void write_file(const std::string& path, const std::string& text) {
  OutputFile file{path};
  file.write(text);
  file.close();
  file.put_in_place();
}

void print_node(const NodeGroup& group, const std::string& title, const TopoOptions& options,
                std::ostream& out) {
  const NodeMap map = map_node(group.graph);
  if (!options.svg.empty()) write_file(options.svg, node_map_svg(map, title));
  if (options.json) {
    JsonValue result = node_map_json(map);
    JsonValue named = JsonValue::make_object();
    named.set("node", JsonValue::make_text(group.name));
    for (JsonMember& member : result.members()) named.set(member.key, std::move(member.value));
    out << write_json(named) << "\n";
    return;
  }
  out << title << "\n" << inventory_text(*group.graph) << "\n\n" << node_map_text(map);
}

int map_catalog_node(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  ReadingContext context;
  const Catalog catalog = catalog_with(options.catalog, context);
  std::string id = options.what;
  std::string title = id;
  if (const JsonValue* instance = catalog.find("cloud", id); instance != nullptr) {
    const JsonValue* node = instance->find("node");
    if (node == nullptr || !node->is_text()) {
      out << fmt::format("{}: priced by GPU; the catalogue names no node, so there is no graph\n",
                         id);
      return kDone;
    }
    id = node->text();
    title += " runs on " + id;
  }
  const JsonValue* entry = catalog.find("nodes", id);
  if (entry == nullptr) refuse(id, catalog);
  print_node(catalog_node(id, catalog, registry), title + about(entry), options, out);
  return kDone;
}

NodeMap print_group(const NodeGroup& group, std::ostream& out) {
  NodeMap map = map_node(group.graph);
  out << fmt::format("{} · {} x {}\n{}\n\n{}\n", group.name, group.count,
                     group.type.empty() ? "a node described in place" : group.type,
                     inventory_text(*group.graph), node_map_text(map));
  return map;
}

/// Which networks to map; a fault where there is no such one.
std::vector<std::size_t> chosen_networks(const ClusterGraph& graph, const TopoOptions& options) {
  std::vector<std::size_t> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < graph.networks().size(); ++i) {
    names.push_back(graph.networks()[i].name);
    if (options.network.empty() || options.network == names.back()) chosen.push_back(i);
  }
  if (!options.network.empty() && chosen.empty())
    throw ScenarioError({{.file = options.what,
                          .pointer = "/cluster/networks",
                          .message = fmt::format("there is no network \"{}\"", options.network),
                          .hint = nearest_hint(options.network, names)}});
  return chosen;
}

void print_cluster(const ClusterGraph& graph, const TopoOptions& options, std::ostream& out) {
  if (options.json) {
    JsonValue nodes = JsonValue::make_object();
    for (const NodeGroup& group : graph.platform().groups())
      if (group.graph) nodes.set(group.name, node_map_json(map_node(group.graph)));
    JsonValue networks = JsonValue::make_array();
    for (const std::size_t network : chosen_networks(graph, options))
      networks.items().push_back(network_map_json(map_network(graph, network)));
    JsonValue result = JsonValue::make_object();
    result.set("nodes", std::move(nodes));
    result.set("networks", std::move(networks));
    out << write_json(result) << "\n";
    return;
  }
  for (const NodeGroup& group : graph.platform().groups()) {
    if (!group.graph) {
      out << fmt::format("{} · what is inside is not known: no map\n\n", group.name);
      continue;
    }
    const NodeMap map = print_group(group, out);
    if (!options.svg.empty()) write_file(options.svg, node_map_svg(map, group.name));
  }
  for (const std::size_t network : chosen_networks(graph, options))
    out << network_map_text(map_network(graph, network)) << "\n";
}

int map_scenario(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  LoadedScenario loaded = load_with_profiles(options.what, options.load);
  check(loaded, registry);
  loaded.context.throw_if_issues();
  const ClusterSpec& cluster = loaded.spec.cluster;
  const Platform platform = build_platform(cluster, registry);
  const ClusterGraph graph(platform,
                           build_networks(cluster, registry, platform, loaded.spec.run.seed));
  print_cluster(graph, options, out);
  return kDone;
}

}  // namespace

int topo_command(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  return is_file(options.what) ? map_scenario(options, registry, out)
                               : map_catalog_node(options, registry, out);
}

}  // namespace gpuscape
