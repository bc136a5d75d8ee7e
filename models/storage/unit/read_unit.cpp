#include "models/storage/unit/read_unit.hpp"

#include <fmt/format.h>

namespace gpuscape::storage {

Unit read_unit(ObjectReader& reader, const CatalogPart& part, std::string_view doc) {
  Unit unit;
  const bool found = read_named_part(reader, part, doc, [&](ObjectReader& r) {
    unit.entry = r.optional_text("entry", "The catalogue's name of it.").value_or("");
    if (unit.entry.empty() && r.has("price"))
      r.issue("price", "the price of what is described in place is not read here",
              "a line of the price list under the storage's name, or an entry of a catalogue of "
              "your own");
    unit.read = r.quantity<BytesPerSecond>("read_bandwidth", "Of large reads.", kRates);
    unit.write = r.optional_quantity<BytesPerSecond>("write_bandwidth", "Of large writes.", kRates)
                     .value_or(unit.read);
    unit.iops = r.optional_number("read_iops", "Reads in a second at most.",
                                  Bounds{.least = 1.0, .most = 1e12})
                    .value_or(kNoBound);
    unit.latency = r.quantity<Seconds>("read_latency", Seconds(0.0), "Of a read.",
                                       Bounds{.least = 0.0, .most = 3600.0});
    unit.capacity = r.optional_quantity<Bytes>("usable_capacity", "Capacity for data.", kSizes);
    unit.controllers =
        r.optional_count("controllers", "That serve at once.", Bounds{.least = 1.0, .most = 1e5})
            .value_or(1);
  });
  if (!found && !reader.describing() && !reader.has(part.path))
    reader.issue(
        "", fmt::format("\"{}\" is missing", part.path),
        fmt::format(R"("{}": a name out of `gpuscape catalog storage`, or {{"read_bandwidth": )"
                    R"("20 GB/s"}})",
                    part.path));
  return unit;
}

std::optional<BytesPerSecond> read_ports(ObjectReader& reader) {
  std::optional<BytesPerSecond> all;
  reader.optional_object(
      "ports", "Network ports of one machine, beside what it can serve.", [&](ObjectReader& r) {
        const auto count =
            static_cast<double>(r.count("count", "How many.", Bounds{.least = 1.0, .most = 1e4}));
        all = r.quantity<BytesPerSecond>("speed", "Speed of each.", kRates) * count;
      });
  return all;
}

void read_reach(ObjectReader& reader, StoreFacts& facts) {
  facts.over =
      reader
          .optional_text("over",
                         "The network over which nodes reach it: nodes read no faster than their "
                         "adapters on it. Without it every node reaches it, over ports that bound "
                         "nothing.")
          .value_or("");
  facts.read_per_node = reader.optional_quantity<BytesPerSecond>(
      "per_node", "What one node can read, and write, at most: its mounts, or its client software.",
      kRates);
  facts.write_per_node = facts.read_per_node;
  read_path(reader, facts);
  read_protocols(reader, facts);
}

void read_protocols(ObjectReader& reader, StoreFacts& facts) {
  constexpr double kGiga = 1e9;
  reader.map(
      "protocols",
      "What is done to each byte on its way into a node, by name: `tls`, `ipsec`, `checksum`, "
      "by the node's processor or by its adapter.",
      [&](const std::string& name, ObjectReader& r) {
        const double cores = r.number("cores_per_gb_s",
                                      "Cores that are busy with 10⁹ B/s where the "
                                      "processor does it.",
                                      Bounds{.least = 0.0, .most = 1e4});
        if (r.boolean("offloaded", false, "The adapter does it: no core is busy.")) return;
        facts.core_s_per_byte += cores / kGiga;
        facts.protocols += (facts.protocols.empty() ? "" : ", ") + name;
      });
  facts.protocol_cores =
      reader.optional_number("protocol_cores",
                             "Cores of each node for its protocols at most; without it they are "
                             "counted and bound nothing.",
                             Bounds{.least = 0.0, .most = 1e5, .above_least = true});
  if (facts.protocol_cores && !reader.has("protocols") && !reader.describing())
    reader.issue("protocol_cores", "nothing says what they do",
                 R"("protocols": {"tls": {"cores_per_gb_s": 0.8}})");
}

void read_path(ObjectReader& reader, StoreFacts& facts) {
  facts.past_host =
      reader.optional_one_of(
          "path", {"host-memory", "gpudirect"},
          "How what is read reaches the GPUs: through a copy in the node's memory, or past it "
          "(GPUDirect Storage). Without it through the memory.") == "gpudirect";
  facts.host_copy =
      reader.optional_quantity<BytesPerSecond>("host_copy",
                                               "What a node copies through its memory at most, for "
                                               "all that its jobs read from this storage; "
                                               "without it that bounds nothing.",
                                               kRates);
  if (facts.past_host && facts.host_copy)
    reader.issue("host_copy", "under gpudirect nothing is copied through the node's memory",
                 R"(leave it out, or "path": "host-memory")");
}

Protection read_protection(ObjectReader& reader, bool may_code) {
  Protection of;
  const auto nothing = [](ObjectReader&) {};
  std::vector<ObjectReader::Alternative> choices{{"raid0", "No copies.", nothing},
                                                 {"raid1", "Two copies.", nothing},
                                                 {"raid10", "Two copies, striped.", nothing}};
  if (may_code)
    choices.push_back(
        {"erasure-coding", "Parity over servers.", [&](ObjectReader& r) {
           const std::int64_t data =
               r.count("data", "Fragments of data in a stripe.", Bounds{.least = 1.0, .most = 1e4});
           const std::int64_t parity = r.count("parity", "Fragments of parity in a stripe.",
                                               Bounds{.least = 1.0, .most = 1e4});
           of = {.raw_per_usable = static_cast<double>(data + parity) / static_cast<double>(data),
                 .written_per_byte = static_cast<double>(data + parity) / static_cast<double>(data),
                 .survives = parity,
                 .read_for_lost = data,
                 .least = data + parity};
         }});
  reader.optional_short_object(
      "protection", "type", "What keeps data where something is lost; without it nothing does.",
      [&](ObjectReader& r) {
        const std::string type =
            r.alternatives("type", choices, "raid0", "By copies, or by parity over servers.");
        if (type == "raid1" || type == "raid10")
          of = {.raw_per_usable = 2.0, .written_per_byte = 2.0, .survives = 1, .least = 2};
      });
  return of;
}

}  // namespace gpuscape::storage
