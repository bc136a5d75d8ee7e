#include <fmt/format.h>

#include "models/node/graph/entry.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/model/network.hpp"

namespace gpuscape::graph_node {

namespace {

constexpr std::string_view kRaw = " raw";

/// Entries of parts hold much that a graph does not need; the catalogue has looked at it.
void leave_open(ObjectReader& part) {
  for (const JsonMember& member : part.value().members()) part.keep(member.key);
}

LinkPart read_link_part(ObjectReader& part) {
  LinkPart link;
  if (const auto rate = read_rate(part, "rate_per_lane",
                                  "What one lane or link carries per direction; add `raw` where "
                                  "`payload_share` of it is payload."))
    link.rate_per_lane = rate->value;
  link.payload_share =
      part.number("payload_share", 1.0, "The share of the rate that carries payload.",
                  Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  link.latency = part.quantity<Seconds>("latency", Seconds(0.0),
                                        "Latency of the link and the device behind it.");
  leave_open(part);
  return link;
}

std::vector<std::string> texts_of(ObjectReader& part, std::string_view key, std::string_view doc) {
  std::vector<std::string> result;
  if (!part.has(key)) {
    part.ignored(key, FieldType::texts, doc);
    return result;
  }
  for (const auto& [value, pointer] : part.values(key, FieldType::texts, doc))
    result.push_back(value->text());
  return result;
}

NicPart read_nic_part(ObjectReader& part) {
  NicPart nic;
  nic.speed = read_rate(part, "speed", "What one port carries per direction.");
  nic.payload_share =
      part.number("payload_share", 1.0, "The share of the speed that carries payload.",
                  Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  nic.verbs_latency =
      part.quantity<Seconds>("verbs_latency", Seconds(0.0),
                             "Latency of a small message between two such adapters and one "
                             "switch.");
  nic.protocols = texts_of(part, "protocols", "What it speaks: `infiniband`, `ethernet`.");
  leave_open(part);
  return nic;
}

}  // namespace

std::optional<Rate> read_rate(ObjectReader& reader, std::string_view key, std::string_view doc) {
  const std::optional<std::string> written = reader.optional_text(key, doc);
  if (!written) return std::nullopt;
  std::string_view text = *written;
  Rate rate;
  rate.raw = text.ends_with(kRaw);
  if (rate.raw) text.remove_suffix(kRaw.size());
  const UnitReading<BytesPerSecond> read = parse<BytesPerSecond>(text);
  std::string fault = read.message;
  if (read.value)
    fault = bounds_fault({Dimension::bandwidth, kLinkBounds}, read.value->value(), *written);
  if (!read.value || !fault.empty()) {
    reader.issue(key, fault, read.hint);
    return std::nullopt;
  }
  rate.value = *read.value;
  return rate;
}

Parts read_parts(ObjectReader& reader) {
  Parts parts;
  reader.map("links", "Types of links.", [&](const std::string& id, ObjectReader& part) {
    parts.links[id] = read_link_part(part);
  });
  reader.map("gpus", "GPUs.", [&](const std::string& id, ObjectReader& part) {
    const auto rate = part.optional_quantity<BytesPerSecond>(
        "copy_rate", "Rate that its copy engines attain per direction, independent of the link.",
        kLinkBounds);
    if (rate) parts.copy_rates[id] = *rate;
    if (const auto power = part.optional_quantity<Watts>("tdp", "Thermal design power.", kPositive))
      parts.rated_powers[id] = *power;
    if (const auto memory = part.optional_quantity<Bytes>("memory", "Memory of one.", kPositive))
      parts.gpu_memories[id] = *memory;
    GpuPart& gpu = parts.gpus[id];
    gpu.described = part.has("architecture");
    gpu.has_nvlink = part.optional_object("nvlink", "Links to other GPUs.", [&](ObjectReader& r) {
      gpu.link_type = r.text("type", "", "The type of link, out of the catalogue's `links`.");
      gpu.links = r.optional_count("links", "Links that it has.", kPositive).value_or(0);
      gpu.rate = read_rate(r, "bandwidth_per_link", "What one carries per direction.");
      leave_open(r);
    });
    leave_open(part);
  });
  reader.map("nics", "Adapters.", [&](const std::string& id, ObjectReader& part) {
    parts.nics[id] = read_nic_part(part);
  });
  reader.map("nvswitches", "NVSwitches.", [&](const std::string& id, ObjectReader& part) {
    parts.hop_latencies[id] = part.quantity<Seconds>("hop_latency", Seconds(0.0),
                                                     "Latency of passing through one switch.");
    leave_open(part);
  });
  return parts;
}

}  // namespace gpuscape::graph_node
