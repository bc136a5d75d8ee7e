#include "sim/model/reference/describe.hpp"

#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

template <class Interface>
std::vector<FieldDescription::Alternative> describe_shelf(const ModelShelf<Interface>& shelf) {
  std::vector<FieldDescription::Alternative> result;
  const JsonValue empty = JsonValue::make_object();
  for (const auto& entry : shelf.entries()) {
    ReadingContext context(ReadingContext::Purpose::describe);
    ObjectReader reader(empty, "", context);
    entry.read(reader);
    result.push_back({.name = entry.name, .doc = entry.summary, .fields = reader.take_fields()});
  }
  return result;
}

/// Fills in the models by the key under which they stand.
void add_models(std::vector<FieldDescription>& fields, const Registry& registry) {
  for (FieldDescription& field : fields) {
    if (field.key == "nodes") field.alternatives = describe_shelf(registry.nodes);
    if (field.key == "networks") field.alternatives = describe_shelf(registry.networks);
    if (field.key == "policy") field.alternatives = describe_shelf(registry.schedulers);
    if (field.key == "backfill") field.alternatives = describe_shelf(registry.backfills);
    if (field.key == "placement") field.alternatives = describe_shelf(registry.placements);
    add_models(field.fields, registry);
  }
}

}  // namespace

std::vector<FieldDescription> describe_scenario(const Registry& registry,
                                                std::span<const ObjectiveMetric> objectives) {
  const JsonValue empty = JsonValue::make_object();
  ReadingContext context(ReadingContext::Purpose::describe);
  context.kept<ObjectiveMetrics>().all = objectives;
  ObjectReader reader(empty, "", context);
  read_scenario(reader, "");
  std::vector<FieldDescription> fields = reader.take_fields();
  add_models(fields, registry);
  return fields;
}

}  // namespace gpuscape
