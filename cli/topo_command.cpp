#include "cli/topo_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "cli/exit_code.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/catalog_node.hpp"
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

}  // namespace

int topo_command(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  if (!is_file(options.what)) return map_catalog_node(options, registry, out);
  return map_catalog_node(options, registry, out);
}

}  // namespace gpuscape
