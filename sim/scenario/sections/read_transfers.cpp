#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kMostMessages = 1'000'000'000;

std::optional<PermutationSpec> read_permutation(ObjectReader& reader) {
  const std::optional<std::string> kind = reader.optional_one_of(
      "permutation", {"random", "shift"},
      "Instead of `from` and `to`: one transfer from every device to another one, drawn from the "
      "run's seed or by `shift`.");
  const std::optional<std::string> among =
      reader.optional_one_of("among", {"gpu", "host"},
                             "Whose permutation: every GPU's, or every node's host memory; GPUs "
                             "without it.");
  const std::optional<std::int64_t> shift =
      reader.optional_count("shift", "Each sends to the one so many further on; 1 without it.",
                            Bounds{.least = 1, .most = 1e9});
  if (!kind) {
    for (const std::string_view key : {"among", "shift"})
      if (reader.has(key))
        reader.issue(key, fmt::format("\"{}\" applies only to a \"permutation\"", key),
                     R"("permutation": "random" or "shift")");
    return std::nullopt;
  }
  for (const std::string_view key : {"from", "to"})
    if (reader.has(key))
      reader.issue(key, fmt::format("a permutation has no \"{}\"", key),
                   "every device sends to another one");
  if (shift && *kind == "random")
    reader.issue("shift", "a random permutation has no \"shift\"",
                 R"(write "permutation": "shift")");
  return PermutationSpec{.random = *kind == "random",
                         .among_gpus = among.value_or("gpu") == "gpu",
                         .shift = shift.value_or(1)};
}

void read_ends(ObjectReader& reader, TransferSpec& spec) {
  const auto from = reader.optional_text(
      "from",
      "Where the bytes are: \"gpu/3/gpu0\" (group, node, device), \"gpu/gpu0\" where the group has "
      "one node, \"gpu/3\" for the host memory of its first socket. Between nodes bytes leave by "
      "the nearest adapter of the network; \"gpu/3/mem0@ib2\" names one. \"storage/array\" is a "
      "storage of the cluster.");
  const auto to = reader.optional_text("to", "Where they go; written as `from` is.");
  spec.from = from.value_or("");
  spec.to = to.value_or("");
  if (reader.describing() || reader.has("permutation")) return;
  for (const std::string_view key : {"from", "to"})
    if (!reader.has(key))
      reader.issue(
          "", fmt::format("\"{}\" is missing", key),
          fmt::format(R"(for example "{}": "gpu/0/gpu0"; or "permutation": "random")", key));
}

TransferSpec read_transfer(ObjectReader& reader) {
  TransferSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  read_ends(reader, spec);
  spec.permutation = read_permutation(reader);
  spec.bytes =
      read_sizes(reader, "Size of a message, or several that follow each other: \"1 MiB\".");
  spec.concurrent =
      reader.count("concurrent", 1, "Number of transfers at the same time, each of that size.",
                   Bounds{.least = 1, .most = 1e6});
  spec.in_flight = reader.count("in_flight", 1,
                                "Messages under way at once on each: more than one hides latency, "
                                "not the CPU's time.",
                                Bounds{.least = 1, .most = 1e6});
  const Bounds at_least_those{.least = static_cast<double>(spec.in_flight),
                              .most = static_cast<double>(kMostMessages)};
  const auto messages = reader.optional_count(
      "messages", "Messages of each size in all; without it as many as are in flight.",
      reader.describing() ? Bounds{.least = 1, .most = 1e9} : at_least_those);
  spec.messages = messages.value_or(spec.in_flight);
  if (spec.in_flight == 1 && spec.messages > 1)
    reader.issue("messages", "one message in flight is one message",
                 "\"in_flight\" says how many are under way at once");
  spec.start = reader.quantity<Seconds>("start", Seconds(0.0), "When the first of them starts.");
  spec.transport =
      reader
          .optional_text("transport",
                         "How they travel, by the catalogue's id; without it by what the ends "
                         "are, and between nodes as the network's `transport` says.")
          .value_or("");
  return spec;
}

}  // namespace

void read_transfers(ObjectReader& reader, StreamSpec& stream) {
  const bool there =
      reader.list("transfers",
                  "Bytes that travel between devices, all entries at the same time (at detail "
                  "\"step\").",
                  [&](ObjectReader& r) { stream.transfers.push_back(read_transfer(r)); });
  if (there && reader.value().find("transfers")->is_array() && stream.transfers.empty())
    reader.issue("transfers", "the list is empty");
}

}  // namespace gpuscape
