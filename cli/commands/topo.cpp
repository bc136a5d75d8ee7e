/// `gpuscape topo NODE…|SCENARIO`: what is near what, and what shares which link.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/topo/catalog_maps.hpp"
#include "cli/commands/topo/scenario_map.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/confinement.hpp"
#include "cli/input/scenario_options.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/model/collectives/ranks.hpp"
#include "sim/report/catalog/cluster_drawing.hpp"
#include "sim/report/catalog/node_comparison.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/topology/way_matrix_report.hpp"
#include "sim/report/topology/way_matrix_svg.hpp"

namespace gpuscape {

namespace {

struct TopoOptions {
  std::vector<std::string> what;     ///< nodes of the catalogue, or one scenario file
  std::vector<std::string> catalog;  ///< folders of one's own parts
  ScenarioOptions scenario;          ///< --variant, --set
  std::string network;
  std::vector<std::string> between;  ///< devices of a scenario
  std::string svg;
  bool force = false;  ///< replace an existing file at `svg`, whatever it holds
  bool json = false;
};

constexpr const char* kOfLinks =
    "Rates are what the links carry; a transport reaches less: see `transfers` in a scenario.\n";

bool is_file(const std::string& what) {
  std::error_code ignored;
  return what == kStandardInput || what.ends_with(".json") || what.ends_with(".jsonc") ||
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

void write_file(const std::string& path, const std::string& text) {
  OutputFile file{path};
  file.write(text);
  file.put_in_place();
}

/// All drawings in one file.
void draw(const std::vector<TitledMap>& maps, const std::vector<NetworkTopologyMap>& networks,
          const TopoOptions& options) {
  if (options.svg.empty()) return;
  if (maps.empty() && networks.empty())
    throw ScenarioError(
        {{.file = "",
          .pointer = "",
          .message = "nothing to draw: no network, and the devices inside are not known, or too "
                     "many",
          .hint = "without --svg the rest is printed"}});
  refuse_foreign_drawing(options.svg, options.force);
  write_file(options.svg, maps_svg(maps, networks));
}

void draw(const WayMatrix& matrix, const TopoOptions& options) {
  if (options.svg.empty()) return;
  if (matrix.names.size() > kMostDrawnDevices)
    throw ScenarioError({{.file = "",
                          .pointer = "",
                          .message = fmt::format("--between names {} devices: at most {} are drawn",
                                                 matrix.names.size(), kMostDrawnDevices),
                          .hint = "without --svg the classes of their pairs are printed"}});
  refuse_foreign_drawing(options.svg, options.force);
  write_file(options.svg, way_matrix_svg(matrix));
}

int map_catalog_nodes(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  ReadingContext context;
  const Catalog catalog = catalog_with(options.catalog, context);
  const CatalogMaps found = map_catalog(options.what, catalog, registry);
  const std::vector<TitledMap>& maps = found.maps;
  if (!maps.empty()) draw(maps, {}, options);
  if (options.json && !maps.empty()) {
    out << catalog_maps_json(found) << "\n";
    return kDone;
  }
  out << found.priced_alone;
  for (const TitledMap& map : maps) out << map_text(map) << (maps.size() > 1 ? "\n" : "");
  if (maps.size() > 1) out << node_comparison_text(without_about(maps));
  if (!maps.empty()) out << kOfLinks;
  return kDone;
}

/// GPUs as a collective's `among` names them, and other devices by name; a node without GPUs stands
/// for its memory.
std::vector<Endpoint> find_devices(const ClusterGraph& graph, const std::vector<std::string>& names,
                                   ReadingContext& context) {
  const SourcePlace place{.file = std::make_shared<const std::string>("--between")};
  std::vector<Endpoint> ends;
  const auto add = [&ends](const Endpoint& end) {
    if (std::ranges::none_of(ends, [&](const Endpoint& e) { return e.is_device_of(end); }))
      ends.push_back(end);
  };
  for (const std::string& name : names) {
    Ranks ranks;
    if (find_ranks(graph, {name}, 1, ranks).message.empty()) {
      std::ranges::for_each(ranks.gpus, add);
      continue;
    }
    std::string why;
    if (const auto found = graph.find(name, why))
      add(*found);
    else
      context.add(place, "", fmt::format("\"{}\": {}", excerpt(name), why),
                  R"(for example "gpu/0/gpu0-3", or "client/0" for a node's memory)");
  }
  return ends;
}

WayMatrix ways_between(const CheckedScenario& scenario, const std::vector<std::string>& names,
                       const Registry& registry) {
  const ClusterGraph& graph = scenario.cluster->graph();
  ReadingContext context;
  const std::vector<Endpoint> ends = find_devices(graph, names, context);
  constexpr std::size_t kMost = 256;
  if (ends.size() > kMost)
    context.add({}, "", fmt::format("--between names {} devices: at most {}", ends.size(), kMost),
                "some of each kind say as much");
  if (!context.has_issues() && ends.size() < 2)
    context.add({}, "", "--between names one device", "name two, or several: gpu/0/gpu0-3");
  context.throw_if_issues();
  WayMatrix matrix = make_way_matrix(scenario.spec, graph, registry, ends, context);
  context.throw_if_issues();
  return matrix;
}

int map_scenario(const TopoOptions& options, const Registry& registry, std::ostream& out) {
  const CheckedScenario scenario =
      open_scenario(scenario_source(options.what.front()), options.scenario.design, registry);
  if (!options.between.empty()) {
    const WayMatrix matrix = ways_between(scenario, options.between, registry);
    draw(matrix, options);
    out << (options.json ? write_json(way_matrix_json(matrix)) + "\n" : way_matrix_text(matrix));
    return kDone;
  }
  const ScenarioMap map = map_scenario_cluster(scenario, options.network, options.what.front());
  draw(map.nodes, map.networks, options);
  if (options.json)
    out << scenario_map_json(map) << "\n";
  else
    out << scenario_map_text(map) << (map.is_empty() ? "" : kOfLinks);
  return kDone;
}

class TopoCommand final : public Command {
 public:
  explicit TopoCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = options_.what,
                            .asked = options_.scenario.confine,
                            .also = options_.catalog}};
  }
  /// Prints the map.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  TopoOptions options_;
};

TopoCommand::TopoCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  CLI::Option* node =
      app.add_option("node", options_.what, "Nodes of the catalogue, or a scenario file")
          ->required()
          ->type_name("NODE|SCENARIO");
  syntax.complete(node, [](auto) { return Catalog::shipped().ids("nodes"); });
  app.add_option("--catalog", options_.catalog,
                 "Folder of your own catalogue entries; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  add_scenario_options(syntax, options_.scenario);
  app.add_option("--network", options_.network, "Only this network of the scenario")
      ->type_name("NAME");
  app.add_option("--between", options_.between,
                 "Devices of the scenario, as gpu/0/gpu0-3 or client/0: what transfers between "
                 "each pair of them get; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--svg", options_.svg, "Draw maps or the ways between devices into this SVG file")
      ->type_name("FILE");
  app.add_flag("--force", options_.force, "Replace a file that this program did not draw");
  app.add_flag("--json", options_.json, "Print only the map, as JSON");
}

int TopoCommand::run(const CommandContext& context) const {
  const auto file = std::ranges::find_if(options_.what, is_file);
  if (file == options_.what.end() && !options_.between.empty())
    throw ScenarioError({{.file = "",
                          .pointer = "",
                          .message = "--between names devices of a scenario",
                          .hint = "a scenario file instead of nodes of the catalogue"}});
  if (file == options_.what.end())
    return map_catalog_nodes(options_, context.registry, context.out);
  if (options_.what.size() > 1)
    throw ScenarioError({{.file = *file,
                          .pointer = "",
                          .message = "a scenario is mapped by itself",
                          .hint = "several nodes of the catalogue are mapped beside each other"}});
  return map_scenario(options_, context.registry, context.out);
}

}  // namespace

void register_command_topo(CommandTable& commands) {
  commands.add<TopoCommand>(
      {.path = "topo",
       .about = "Show the topology of a node or cluster: distances and shared links",
       .footer = "Examples:\n  gpuscape topo dgx1-v100 --svg dgx1.svg\n  gpuscape topo "
                 "scenarios/slice-and-dice.json --between gpu/0/gpu0-1 --between gpu/1/gpu0"});
}

}  // namespace gpuscape
