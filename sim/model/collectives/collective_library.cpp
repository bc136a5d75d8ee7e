#include "sim/model/collectives/collective_library.hpp"

#include <algorithm>
#include <array>

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/unread_fields.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kSharePositive{.least = 0.0, .most = 1.0, .above_least = true};
constexpr std::string_view kNone;

ProtocolOnLinks read_links(ObjectReader& reader, std::string_view key) {
  ProtocolOnLinks links{.offered = false};
  reader.optional_object(key, "On such links.", [&](ObjectReader& r) {
    links.offered = true;
    links.hop = r.quantity<Seconds>("hop", "From rank to rank of a ring.");
    links.tree_hop = r.quantity<Seconds>("tree_hop", "The same of a tree.");
    links.share = r.number("share", 1.0, "Of what Simple attains.", kSharePositive);
  });
  return links;
}

void read_protocol(const std::string& name, ObjectReader& reader, CollectiveLibrary& library) {
  constexpr std::array<std::string_view, 3> kNames = {"ll", "ll128", "simple"};
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end())
    return reader.issue("", "protocols are ll, ll128 and simple", "one of them has another name");
  LibraryProtocol& protocol =
      library.protocols.at(static_cast<std::size_t>(found - kNames.begin()));
  protocol.base = reader.quantity<Seconds>("base", "Of a ring's first step.");
  protocol.tree_base = reader.quantity<Seconds>("tree_base", "Of a tree's.");
  protocol.nvlink = read_links(reader, "nvlink");
  protocol.pcie = read_links(reader, "pcie");
  protocol.network = read_links(reader, "network");
}

LibraryGeneration read_generation(const std::string& name, ObjectReader& reader) {
  LibraryGeneration generation{.id = name};
  generation.latency_factor =
      reader.number("latency_factor", 1.0, "On trees and messages within a node.", kPositive);
  generation.base_factor =
      reader.number("base_factor", generation.latency_factor, "On a ring's base.", kPositive);
  generation.hop_factor =
      reader.number("hop_factor", generation.latency_factor, "On a ring's hops.", kPositive);
  generation.last_step =
      reader.optional_number("last_step", "Within one node, in place of the library's.", kShare);
  generation.own_part = reader.optional_number("own_part", "In place of the library's.", kShare);
  generation.ring_share = reader.number("ring_share", "Of the links, by a ring.", kSharePositive);
  generation.ll128_share = reader.number("ll128_share", "Of that, with LL128.", kSharePositive);
  generation.in_switch_share =
      reader.number("in_switch_share", 0.0, "Of the links, reduced by the switch.", kShare);
  return generation;
}

void read_numbers(ObjectReader& reader, CollectiveLibrary& library) {
  const auto share = [&](std::string_view key, double& value) {
    value = reader.number(key, "A share of what links or transports attain.", kSharePositive);
  };
  share("pcie_share", library.pcie_share);
  share("staged_share", library.staged_share);
  share("network_share", library.network_share);
  share("tree_share", library.tree_share);
  share("send_share", library.send_share);
  library.last_step = reader.number("last_step", "What the last step takes of one.", kShare);
  library.own_part = reader.number("own_part", library.last_step,
                                   "What a rank's own part of an all-to-all takes.", kShare);
  const auto time = [&](std::string_view key, Seconds& value) {
    value = reader.quantity<Seconds>(key, value, "A latency.");
  };
  time("send_base", library.send_base);
  time("launch", library.launch);
  time("in_switch_base", library.in_switch_base);
  time("sharp_base", library.sharp_base);
  time("sharp_first", library.sharp_first);
  time("sharp_hop", library.sharp_hop);
  time("send_step", library.send_step);
  time("post", library.post);
  time("network_start", library.network_start);
  time("hop_message", library.hop_message);
  library.sends = reader.text("sends", kNone, "The transport of send-receive over NVLink.");
  if (const auto rate = reader.optional_quantity<BytesPerSecond>("channel_rate", "Of one channel."))
    library.channel_rate = *rate;
  library.most_channels =
      reader.count("most_channels", 0, "Channels, at most; 0: not known.", kNotNegative);
}

CollectiveLibrary read_library(const std::string& id, ObjectReader& reader) {
  CollectiveLibrary library{.id = id};
  for (LibraryProtocol& protocol : library.protocols)
    for (ProtocolOnLinks* on : {&protocol.nvlink, &protocol.pcie, &protocol.network})
      on->offered = false;
  library.basis = reader.text("basis", kNone, "What its numbers rest on.");
  library.vendor = reader.text("vendor", "Of the GPUs that it runs on.");
  for (const auto& [value, pointer] :
       reader.values("algorithms", FieldType::texts, "Among which it chooses by itself."))
    library.algorithms.push_back(value->text());
  reader.map("protocols", "By name.",
             [&](const std::string& name, ObjectReader& r) { read_protocol(name, r, library); });
  reader.map("generations", "Of NVLink, by id.", [&](const std::string& name, ObjectReader& r) {
    library.generations.push_back(read_generation(name, r));
  });
  read_numbers(reader, library);
  reader.keep("measured");  // laws of a profile, which the planner takes
  keep_unread(reader, "collective_libraries");
  return library;
}

}  // namespace

std::vector<CollectiveLibrary> read_libraries(const JsonValue& entries, ReadingContext& context) {
  std::vector<CollectiveLibrary> libraries;
  if (!entries.is_object()) return libraries;
  for (const JsonMember& member : entries.members()) {
    const JsonValue plain = plain_entry(member.value);
    ObjectReader reader(plain, child_pointer("/collective_libraries", member.key), context);
    libraries.push_back(read_library(member.key, reader));
    reader.finish();
    context.take_defaulted();
  }
  return libraries;
}

}  // namespace gpuscape
