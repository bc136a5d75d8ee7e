#include "sim/model/reference/describe.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

std::vector<FieldDescription::Alternative> describe_shelf(const Shelf& shelf) {
  std::vector<FieldDescription::Alternative> result;
  const JsonValue empty = JsonValue::make_object();
  for (std::size_t i = 0; i < shelf.size(); ++i) {
    ReadingContext context(ReadingContext::Purpose::describe);
    ObjectReader reader(empty, "", context);
    shelf.read(i, reader);
    const ModelCard& card = shelf.card(i);
    result.push_back({.name = card.name,
                      .doc = card.summary,
                      .fields = reader.take_fields(),
                      .example = card.example});
  }
  return result;
}

/// Models of a part of the cluster are those of the whole.
void describe_parts(std::vector<FieldDescription>& fields) {
  FieldDescription& parts = field_at(fields, {.section = "scheduler", .key = "parts"});
  for (const ModelPlace& place : {kPolicyPlace, kBackfillPlace, kPlacementPlace}) {
    const auto of_part = std::ranges::find(parts.fields, place.key, &FieldDescription::key);
    ensure(of_part != parts.fields.end(), "a part has models of its own");
    of_part->alternatives = field_at(fields, place).alternatives;
  }
}

/// All nodes may say how their GPUs are shared, whatever they are.
void describe_sharing(std::vector<FieldDescription>& fields) {
  FieldDescription own = field_at(fields, kGpuSharingPlace);
  own.doc = "How jobs share GPUs of these nodes, in place of the scheduler's.";
  own.default_text.clear();
  for (FieldDescription::Alternative& nodes : field_at(fields, kNodesPlace).alternatives)
    if (nodes.name == "custom" || nodes.name == "graph") nodes.fields.push_back(own);
}

}  // namespace

std::vector<FieldDescription> describe_scenario(const Registry& registry,
                                                std::span<const ObjectiveMetric> objectives) {
  const JsonValue empty = JsonValue::make_object();
  ReadingContext context(ReadingContext::Purpose::describe);
  context.kept<ObjectiveMetrics>().all = objectives;
  ObjectReader reader(empty, "", context);
  const ModelNames models = registry.names();
  read_scenario(reader, "", models.places);
  std::vector<FieldDescription> fields = reader.take_fields();
  for (const Shelf* shelf : registry.shelves()) {
    if (shelf->place().key.empty()) continue;
    FieldDescription& field = field_at(fields, shelf->place());
    field.alternatives = describe_shelf(*shelf);
    field.may_be_entry = shelf->place().may_be_entry;
    if (shelf->place().by_name) field.default_type = shelf->place().fallback;
  }
  describe_parts(fields);
  describe_sharing(fields);
  return fields;
}

FieldDescription& field_at(std::vector<FieldDescription>& fields, const ModelPlace& place) {
  const auto named = [](std::vector<FieldDescription>& all, std::string_view key) {
    const auto found = std::ranges::find(all, key, &FieldDescription::key);
    ensure(found != all.end(), "what reads a scenario reads every key at which models stand");
    return found;
  };
  return place.section.empty() ? *named(fields, place.key)
                               : *named(named(fields, place.section)->fields, place.key);
}

}  // namespace gpuscape
