#include "sim/model/check/fabric_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::string>;

const JsonValue* at(const JsonValue* object, std::string_view key) {
  return object == nullptr || !object->is_object() ? nullptr : object->find(key);
}

/// A value with its range stands for the value.
const JsonValue* plain(const JsonValue* value) {
  const JsonValue* inner = at(value, "value");
  return inner == nullptr ? value : inner;
}

std::string text_at(const JsonValue* object, std::string_view key) {
  const JsonValue* value = plain(at(object, key));
  return value == nullptr || !value->is_text() ? "" : value->text();
}

std::optional<double> number_at(const JsonValue* object, std::string_view key) {
  const JsonValue* value = plain(at(object, key));
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->number();
}

/// "pcie-gen3" is 3; 0 for a link of another kind.
int pcie_generation(std::string_view type) {
  constexpr std::string_view kPcie = "pcie-gen";
  int generation = 0;
  if (type.starts_with(kPcie))
    std::from_chars(type.data() + kPcie.size(), type.data() + type.size(), generation);
  return generation;
}

/// The slowest generation of PCIe that a GPU of the node hangs on; 0 where none says it.
int least_generation(const JsonValue* node) {
  const JsonValue* devices = at(node, "devices");
  const JsonValue* links = at(node, "links");
  int least = 0;
  if (devices == nullptr || links == nullptr || !links->is_array()) return 0;
  for (const JsonValue& link : links->items()) {
    const JsonValue* between = at(&link, "between");
    const int generation = pcie_generation(text_at(&link, "type"));
    if (generation == 0 || between == nullptr || !between->is_array()) continue;
    const bool of_gpu = std::ranges::any_of(between->items(), [&](const JsonValue& end) {
      return end.is_text() && text_at(devices, end.text()) == "gpu";
    });
    if (of_gpu) least = least == 0 ? generation : std::min(least, generation);
  }
  return least;
}

/// A GPU in a node whose links are of an older generation than its own.
void add_slower_links(const NodeGroupSpec& of, Names& notes) {
  const JsonValue* node = &of.model.parameters;
  const std::string model = text_at(at(node, "gpu"), "model");
  const JsonValue* gpu = at(at(at(node, "parts"), "gpus"), model);
  const auto own = number_at(gpu, "pcie_generation");
  const int links = least_generation(node);
  if (!own || links == 0 || links >= static_cast<int>(*own)) return;
  notes.push_back(
      fmt::format("nodes \"{}\": {} is made for PCIe gen {:.0f}, and its links there are gen {}",
                  excerpt(of.name), excerpt(model), *own, links));
}

std::int64_t all_switches(const NetworkParts& parts) {
  std::int64_t count = 0;
  for (const NetworkParts::Switches& of : parts.switches) count += of.count;
  return count;
}

std::int64_t all_cables(const NetworkParts& parts) {
  std::int64_t count = 0;
  for (const NetworkParts::Cables& of : parts.cables) count += of.count;
  return count;
}

/// Rails of so few nodes that their leaves are mostly empty.
void add_empty_rails(const NetworkSpec& of, const Network& network, Names& notes) {
  const PortLayout& ports = network.ports();
  if (of.model.type != "rail-optimised" || ports.rails() < 2) return;
  const std::int64_t hosts = ports.host_count();
  const std::int64_t on_a_leaf = network.hosts_per_leaf();
  const std::int64_t leaves = (hosts + on_a_leaf - 1) / on_a_leaf * ports.rails();
  if (2 * hosts > on_a_leaf || leaves == 0) return;
  const NetworkParts parts = network.parts();
  const std::int64_t adapters = ports.port_count();
  const std::int64_t full = (adapters + on_a_leaf - 1) / on_a_leaf;
  notes.push_back(
      fmt::format("network \"{}\": {} rails of {} nodes each are leaves for {}: {} switches and {} "
                  "cables for {} "
                  "adapters; \"fat-tree\" puts them on {} leaves and {} spines",
                  excerpt(of.name), ports.rails(), hosts, on_a_leaf, all_switches(parts),
                  all_cables(parts), adapters, full, full > 1 ? (full + 1) / 2 : 0));
}

}  // namespace

std::vector<std::string> fabric_notes(const ScenarioSpec& spec, const Cluster& cluster) {
  Names notes;
  for (const NodeGroupSpec& node : spec.cluster.nodes) add_slower_links(node, notes);
  for (const NetworkSpec& network : spec.cluster.networks)
    for (const NamedNetwork& built : cluster.networks())
      if (built.name == network.name) add_empty_rails(network, *built.network, notes);
  return notes;
}

}  // namespace gpuscape
