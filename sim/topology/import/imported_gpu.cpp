#include <fmt/format.h>

#include <algorithm>

#include "sim/topology/import/imported_node.hpp"

namespace gpuscape {

namespace {

/// The value of a field that may have its range or its source beside it; null where there is none.
const JsonValue* value_of(const JsonValue* entry, std::string_view key) {
  const JsonValue* field = entry == nullptr ? nullptr : entry->find(key);
  if (field == nullptr || !field->is_object()) return field;
  const JsonValue* inner = field->find("value");
  return inner == nullptr ? field : inner;
}

std::int64_t count_of(const JsonValue* entry, std::string_view key, std::int64_t fallback) {
  const JsonValue* value = value_of(entry, key);
  return value != nullptr && value->is_number() ? static_cast<std::int64_t>(value->number())
                                                : fallback;
}

std::string text_of(const JsonValue* entry, std::string_view key) {
  const JsonValue* value = value_of(entry, key);
  return value != nullptr && value->is_text() ? value->text() : "";
}

/// What a server with a slot of that generation usually has.
const char* usual_adapter(std::int64_t pcie_generation) {
  if (pcie_generation >= 5) return "400 Gbit/s";
  return pcie_generation == 4 ? "200 Gbit/s" : "100 Gbit/s";
}

}  // namespace

ImportedGpu gpu_of_entry(const std::string& id, const JsonValue& entry) {
  ImportedGpu gpu{.id = id};
  gpu.pcie_generation = count_of(&entry, "pcie_generation", gpu.pcie_generation);
  const JsonValue* nvlink = entry.find("nvlink");
  gpu.nvlink_type = text_of(nvlink, "type");
  gpu.nvlinks = static_cast<std::uint32_t>(std::max<std::int64_t>(count_of(nvlink, "links", 0), 0));
  gpu.nvlink_rate = text_of(nvlink, "bandwidth_per_link");
  return gpu;
}

std::string nvswitch_beside(const ImportedGpu& gpu, const std::vector<const JsonValue*>& nodes) {
  std::string of_link;
  for (const JsonValue* node : nodes) {
    const JsonValue* fabric = node == nullptr ? nullptr : node->find("gpu_fabric");
    const std::string chip = text_of(fabric, "switch");
    if (chip.empty()) continue;
    if (text_of(node->find("gpu"), "model") == gpu.id) return chip;
    const bool same_link = !gpu.nvlink_type.empty() && text_of(fabric, "type") == gpu.nvlink_type;
    if (same_link && of_link.empty()) of_link = chip;
  }
  return of_link;
}

void name_gpu(ImportedNode& node, const ImportedGpu& gpu) {
  node.gpu = gpu;
  if (!gpu.nvlink_type.empty()) node.nvlink_type = gpu.nvlink_type;
  for (ImportedNode::Link& link : node.links)
    if (link.assumed) link.type = fmt::format("pcie-gen{}", gpu.pcie_generation);
  for (ImportedNode::Nic& nic : node.nics)
    if (nic.assumed) nic.speed = usual_adapter(gpu.pcie_generation);
}

}  // namespace gpuscape
