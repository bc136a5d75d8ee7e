#include <fmt/format.h>

#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

std::optional<DateSpec> read_date(ObjectReader& reader, std::string_view key,
                                  std::string_view doc) {
  const auto text = reader.optional_text(key, doc);
  if (!text) return std::nullopt;
  const JsonValue* value = reader.value().find(key);
  return DateSpec{*text, value->place(), fmt::format("{}/{}", reader.pointer(), key)};
}

namespace {

void refuse_contradictions(const MaintenanceSpec& spec, ObjectReader& reader) {
  if (spec.store.empty() && !reader.has("nodes"))
    reader.issue("", "it says neither which \"nodes\" nor which \"store\"",
                 R"("nodes": ["gpu/0-3"], or "store": "array")");
  if (!spec.store.empty() && reader.has("nodes"))
    reader.issue("nodes", "it is of a storage or of nodes, not of both", "two entries");
  for (const char* key : {"machines", "drives"})
    if (spec.store.empty() && reader.has(key))
      reader.issue(key, fmt::format("it is of {} of a storage", key), R"("store": "array")");
  if (reader.has("machines") && reader.has("drives"))
    reader.issue("drives", "it is of machines or of drives, not of both", "two entries");
  if (spec.link_rate && (!spec.store.empty() || spec.requeues))
    reader.issue("link_rate", "it is of nodes on which jobs go on", "leave it out");
  if (!spec.store.empty() && spec.requeues)
    reader.issue("jobs", "jobs go on with a storage that serves less", "leave it out");
}

}  // namespace

MaintenanceSpec read_maintenance(const std::string& name, ObjectReader& reader) {
  MaintenanceSpec spec;
  spec.name = name;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  if (reader.has("nodes") || !reader.has("store") || reader.describing())
    for (const auto& [value, pointer] : reader.values(
             "nodes", FieldType::texts,
             "Which nodes: groups, or nodes of them, as \"gpu\", \"gpu/3\" or \"gpu/0-3\"; or "
             "none, and a `store`."))
      spec.nodes.push_back(value->text());
  spec.store =
      reader
          .optional_text("store",
                         "A storage by its name, of which `machines` are away: controllers of an "
                         "appliance, servers of volumes. It serves less until they are back.")
          .value_or("");
  spec.machines =
      reader.optional_count("machines", "How many of them; without it one.", Bounds{.least = 1.0})
          .value_or(1);
  if (const auto drives = reader.optional_count(
          "drives", "Drives in its machines that are away, instead of machines.",
          Bounds{.least = 1.0})) {
    spec.machines = *drives;
    spec.of_drives = true;
  }
  spec.link_rate = reader.optional_number(
      "link_rate",
      "The nodes stay in service, and the links of their adapters carry this share of their rate: "
      "a cable or a port that has fallen back, a switch that is upgraded.",
      Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  const auto date = [&](std::string_view key, std::string_view doc) {
    const std::string text = reader.text(key, doc);
    const JsonValue* value = reader.value().find(key);
    return DateSpec{text, value == nullptr ? spec.place : value->place(),
                    fmt::format("{}/{}", spec.pointer, key)};
  };
  spec.begin = date("begin",
                    "When it begins: a time after the beginning of the run (`\"3 d\"`), or a date "
                    "on the clock of its logs, in their time zone or with an offset "
                    "(`\"2026-05-04 08:00:00\"`).");
  spec.end =
      date("end", "When the nodes are back: a time after the beginning of the run, or a date.");
  const std::string jobs = reader.one_of(
      "jobs", {"drain", "requeue", "move"}, "drain",
      "`drain`: a job that would not end before it begins is not started there. `requeue`: jobs "
      "run "
      "until it begins, are stopped then, and begin anew later. `move`: those that may go to other "
      "nodes, as `defragment` of the scheduler says, and find free ones do so when it begins; the "
      "others are stopped.");
  spec.moves = jobs == "move";
  spec.requeues = jobs != "drain";
  if (!reader.describing()) refuse_contradictions(spec, reader);
  return spec;
}

}  // namespace gpuscape
