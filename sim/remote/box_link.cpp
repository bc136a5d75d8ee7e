#include "sim/remote/box_link.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// Of what a wire carries, without the headers of its generation's packets.
std::optional<BytesPerSecond> payload(const Catalog& catalog, const JsonValue& entry,
                                      std::string_view rate) {
  const JsonValue* raw = entry.find(rate);
  const JsonValue* generation = entry.find("pcie_generation");
  if (raw == nullptr || generation == nullptr) return std::nullopt;
  const JsonValue* link = catalog.find("links", fmt::format("pcie-gen{}", generation->integer()));
  const auto wire = parse<BytesPerSecond>(raw->text());
  if (link == nullptr || !wire.value) return std::nullopt;
  const JsonValue of_link = plain_entry(*link);
  const JsonValue* share = of_link.find("payload_share");
  if (share == nullptr) return std::nullopt;
  return *wire.value * share->number();
}

}  // namespace

std::optional<BytesPerSecond> box_link(const Catalog& catalog, const std::string& gpu,
                                       const JsonValue& fabric) {
  const JsonValue* entry = catalog.find("gpus", gpu);
  const JsonValue* lanes = fabric.find("lanes_per_port");
  if (entry == nullptr || lanes == nullptr || !(lanes->number() > 0.0)) return std::nullopt;
  const auto own = payload(catalog, plain_entry(*entry), "pcie_bandwidth");
  const auto port = payload(catalog, fabric, "port_bandwidth");
  if (!own || !port) return std::nullopt;
  return std::min(*own, *port * (kBoxLanes / lanes->number()));
}

}  // namespace gpuscape
