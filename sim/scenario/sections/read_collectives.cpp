#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

std::vector<Bytes> read_sizes(ObjectReader& reader, std::string_view doc) {
  std::vector<Bytes> sizes;
  constexpr double kMostMessage = 4096.0 * 1125899906842624.0;
  for (const auto& [value, pointer] : reader.values("bytes", FieldType::texts, doc)) {
    const UnitReading<Bytes> reading = parse<Bytes>(value->text());
    if (!reading.value) {
      reader.context().add(value->place(), pointer, reading.message, reading.hint);
    } else if (!(reading.value->value() >= 1.0) || reading.value->value() > kMostMessage) {
      reader.context().add(value->place(), pointer,
                           fmt::format("{} is not a size of a message", excerpt(value->text())),
                           "from 1 B to 4096 PiB");
    } else {
      sizes.push_back(*reading.value);
    }
  }
  if (!reader.describing() && !reader.has("bytes"))
    reader.issue("", "\"bytes\" is missing", R"(for example "bytes": ["1 KiB", "1 MiB"])");
  return sizes;
}

std::vector<std::string> read_gpus(ObjectReader& reader, std::string_view key) {
  std::vector<std::string> gpus;
  for (const auto& [value, pointer] :
       reader.values(key, FieldType::texts,
                     "Which GPUs, in their order: \"gpu/0/gpu0-7\" (group, node, devices), "
                     "\"gpu/0-3\" for all of four nodes, \"gpu\" for all of a group."))
    gpus.push_back(value->text());
  if (!reader.describing() && !reader.has(key))
    reader.issue("", fmt::format("\"{}\" is missing", key),
                 fmt::format(R"(for example "{}": ["gpu/0/gpu0-7"])", key));
  return gpus;
}

namespace {

CollectiveSpec read_collective(ObjectReader& reader) {
  CollectiveSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.operation = reader.one_of(
      "operation",
      {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-receive"},
      "What is exchanged.");
  spec.among = read_gpus(reader, "among");
  spec.bytes =
      read_sizes(reader,
                 "Size of the exchange, as nccl-tests counts it: what a GPU ends up with, or of "
                 "a reduce-scatter begins with; several follow each other.");
  spec.algorithm =
      reader.text("algorithm", "auto",
                  "How: \"ring\", \"tree\", \"two-level\", \"nvls\", \"nvls-tree\", \"sharp\", "
                  "\"direct\"; \"auto\" takes what the library would, the one that "
                  "takes least alone on the cluster.");
  spec.settings.protocol = reader.one_of("protocol", {"auto", "LL", "LL128", "Simple"}, "auto",
                                         "One of the library's protocols (NCCL_PROTO); \"auto\" "
                                         "takes the one that takes least.");
  spec.settings.channels =
      reader
          .optional_count("channels",
                          "Channels, at most (NCCL_MAX_NCHANNELS); without it as many "
                          "as fill the links.",
                          Bounds{.least = 1, .most = 1024})
          .value_or(0);
  spec.settings.peer_to_peer =
      reader.boolean("peer_to_peer", true,
                     "GPUs of a node reach each other's memory; false: they go by "
                     "way of host memory (NCCL_P2P_DISABLE).");
  spec.type = read_data_type(reader);
  spec.in_place = reader.boolean("in_place", false, "Results overwrite the data; it is printed.");
  spec.library =
      reader
          .optional_text("library",
                         "Library of the catalogue's `collective_libraries`; default: the one "
                         "of the GPUs' vendor.")
          .value_or("");
  spec.launched = reader.one_of("launched", {"by-graph", "by-host"}, "by-graph",
                                "Calls are replayed as a graph, or each is launched from the "
                                "host.") == "by-host";
  spec.together =
      reader.one_of("rounds", {"each", "together"}, "each",
                    "Every round is simulated, or those of equal moves as one.") == "together";
  spec.start = reader.quantity<Seconds>("start", Seconds(0.0), "When the first of them starts.");
  return spec;
}

}  // namespace

void read_collectives(ObjectReader& reader, StreamSpec& stream) {
  const bool there = reader.list(
      "collectives",
      "What GPUs exchange together, all entries and `transfers` at the same time (at detail "
      "\"step\").",
      [&](ObjectReader& r) { stream.collectives.push_back(read_collective(r)); });
  if (there && reader.value().find("collectives")->is_array() && stream.collectives.empty())
    reader.issue("collectives", "the list is empty");
}

}  // namespace gpuscape
