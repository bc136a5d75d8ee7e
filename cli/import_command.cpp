#include "cli/import_command.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>

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
  if (const JsonValue* entry = catalog.find("gpus", gpu); entry != nullptr)
    return gpu_of_entry(gpu, *entry);
  refuse("", fmt::format("there is no GPU \"{}\" in the catalogue", gpu),
         nearest_hint(gpu, catalog.ids("gpus")));
}

}  // namespace

int import_command(const ImportOptions& options, std::ostream& out) {
  if (options.hwloc.empty() && options.matrix.empty())
    refuse("", "nothing to import", "--hwloc FILE, --nvidia-smi-topo FILE, or both");
  const std::optional<ImportedGpu> gpu = named_gpu(options.gpu);
  ImportedNode node;
  std::string source = options.hwloc;
  if (options.hwloc.empty()) {
    node = node_from_matrix(matrix_in(options.matrix), gpu);
    source = options.matrix;
  } else {
    node = node_from_hwloc(options.hwloc);
    if (gpu) name_gpu(node, *gpu);
    if (!options.matrix.empty()) add_matrix(node, matrix_in(options.matrix));
  }
  out << write_json(imported_catalog(node, options.name, source)) << "\n";
  return kDone;
}

}  // namespace gpuscape
