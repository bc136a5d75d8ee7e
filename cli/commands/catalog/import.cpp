/// `gpuscape catalog import`: a machine that stands somewhere becomes an entry of the catalogue.

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/topology/import/hwloc_node.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& file, std::string message, std::string hint = "") {
  throw ScenarioError(
      {{.file = file, .pointer = "", .message = std::move(message), .hint = std::move(hint)}});
}

TopoMatrix matrix_in(const std::string& file) {
  constexpr std::size_t kMost = 16'000'000;
  std::string fault;
  const auto text = read_input(file, kMost, fault);
  if (!text) refuse(file, fault);
  return read_topo_matrix(*text, file);
}

std::optional<ImportedGpu> named_gpu(const std::string& gpu) {
  if (gpu.empty()) return std::nullopt;
  const Catalog catalog = Catalog::shipped();
  if (const JsonValue* entry = catalog.find("gpus", gpu); entry != nullptr) {
    ImportedGpu named = gpu_of_entry(gpu, *entry);
    std::vector<const JsonValue*> nodes;
    for (const std::string& id : catalog.ids("nodes")) nodes.push_back(catalog.find("nodes", id));
    named.nvswitch = nvswitch_beside(named, nodes);
    return named;
  }
  refuse("", fmt::format("unknown GPU \"{}\" in the catalogue", gpu),
         nearest_hint(gpu, catalog.ids("gpus")));
}

class ImportCommand final : public Command {
 public:
  explicit ImportCommand(CommandSyntax& syntax);
  /// Prints the entry as a file for a catalogue folder.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::string hwloc_;   ///< a file of lstopo's, or "this-machine"
  std::string matrix_;  ///< what nvidia-smi topo -m printed
  std::string name_ = "imported";
  std::string gpu_;  ///< the catalogue's id of its GPUs
};

ImportCommand::ImportCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("--hwloc", hwloc_, "Output of lstopo --of xml; this-machine: the local machine")
      ->type_name("FILE.xml");
  app.add_option("--nvidia-smi-topo", matrix_, "Output of nvidia-smi topo -m")
      ->type_name("FILE.txt");
  app.add_option("--name", name_, "Its id in the catalogue")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--gpu", gpu_, "The id of its GPUs in the catalogue")->type_name("GPU");
}

int ImportCommand::run(const CommandContext& context) const {
  if (hwloc_.empty() && matrix_.empty())
    refuse("", "nothing to import", "--hwloc FILE, --nvidia-smi-topo FILE, or both");
  const std::optional<ImportedGpu> gpu = named_gpu(gpu_);
  ImportedNode node;
  std::string source = hwloc_;
  if (hwloc_.empty()) {
    node = node_from_matrix(matrix_in(matrix_), gpu);
    source = matrix_;
  } else {
    node = node_from_hwloc(hwloc_);
    if (gpu) name_gpu(node, *gpu);
    if (!matrix_.empty()) add_matrix(node, matrix_in(matrix_));
  }
  context.out << write_json(imported_catalog(node, name_, source)) << "\n";
  return kDone;
}

}  // namespace

void register_command_catalog_import(CommandTable& commands) {
  commands.add<ImportCommand>(
      {.path = "catalog import",
       .about = "Convert an hwloc or nvidia-smi topology dump into a catalogue entry",
       .footer = "Example:\n  gpuscape catalog import --hwloc this-machine "
                 "--name ours > our-parts/ours.json"});
}

}  // namespace gpuscape
