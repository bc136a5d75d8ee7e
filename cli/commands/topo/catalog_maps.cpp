#include "cli/commands/topo/catalog_maps.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/model/check/catalog_node.hpp"
#include "sim/report/topology/topology_json.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& what, const Catalog& catalog) {
  const std::string near = node_hint(what, catalog.ids("nodes"), catalog);
  throw ScenarioError(
      {{.file = "",
        .pointer = "",
        .message = fmt::format("unknown node \"{}\" in the catalogue", excerpt(what)),
        .hint = near.empty() ? "`gpuscape catalog` lists them; a scenario is a file" : near}});
}

std::string about(const JsonValue* entry) {
  const JsonValue* text = entry == nullptr ? nullptr : entry->find("about");
  return text == nullptr ? "" : " · " + text->text();
}

/// The node that a machine of the cloud runs on, or the name itself; empty where a machine is
/// priced without one.
std::string node_of(const std::string& what, const Catalog& catalog) {
  const JsonValue* instance = catalog.find("cloud", what);
  if (instance == nullptr) return what;
  const JsonValue* node = instance->find("node");
  return node != nullptr && node->is_text() ? node->text() : "";
}

TitledMap map_of(const std::string& what, const std::string& id, const Catalog& catalog,
                 const Registry& registry) {
  const JsonValue* entry = catalog.find("nodes", id);
  if (entry == nullptr) refuse(id, catalog);
  const std::string title = what == id ? id : fmt::format("{} runs on {}", what, id);
  const NodeGroup node = catalog_node(id, catalog, registry);
  if (!crossings(*node.graph, kMostCrossings))
    throw ScenarioError(
        {{.file = "", .pointer = "", .message = id + ": " + kTooLargeToMap, .hint = ""}});
  return {.map = map_node(node.graph), .title = title + about(entry)};
}

JsonValue named_json(const NodeMap& map, const std::string& name) {
  JsonValue result = node_map_json(map);
  JsonValue named = JsonValue::make_object();
  named.set("node", JsonValue::make_text(name));
  for (JsonMember& member : result.members()) named.set(member.key, std::move(member.value));
  return named;
}

}  // namespace

CatalogMaps map_catalog(const std::vector<std::string>& all, const Catalog& catalog,
                        const Registry& registry) {
  CatalogMaps found;
  for (const std::string& what : all) {
    found.names.push_back(node_of(what, catalog));
    if (!found.names.back().empty()) {
      found.maps.push_back(map_of(what, found.names.back(), catalog, registry));
      continue;
    }
    found.names.pop_back();
    found.priced_alone += fmt::format(
        "{}: priced per GPU; the catalogue names no node type for it, so it has no graph\n", what);
  }
  return found;
}

std::string map_text(const TitledMap& map) {
  return fmt::format("{}\n{}\n\n{}", map.title, inventory_text(*map.map.graph),
                     node_map_text(map.map));
}

std::string catalog_maps_json(const CatalogMaps& of) {
  JsonValue nodes = JsonValue::make_array();
  for (std::size_t i = 0; i < of.maps.size(); ++i)
    nodes.items().push_back(named_json(of.maps[i].map, of.names[i]));
  if (of.maps.size() == 1) return write_json(nodes.items().front());
  JsonValue result = JsonValue::make_object();
  result.set("nodes", std::move(nodes));
  return write_json(result);
}

/// "dgx1-v100" of "dgx1-v100 · NVIDIA DGX-1 (8x V100)".
std::vector<TitledMap> without_about(std::vector<TitledMap> maps) {
  for (TitledMap& map : maps) map.title = map.title.substr(0, map.title.find(" · "));
  return maps;
}

}  // namespace gpuscape
