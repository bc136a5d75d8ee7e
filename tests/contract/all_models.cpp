#include "tests/contract/all_models.hpp"

#include <utility>
#include <vector>

#include "models/builtin_models.hpp"
#include "sim/model/build_model.hpp"

namespace gpuscape {

void register_scheduler_shortest_first(Registry& registry);
void register_network_two_switches(Registry& registry);
void register_node_workstation(Registry& registry);
void register_tariff_flat(Registry& registry);

namespace test {

const Registry& all_models() {
  static const Registry registry = [] {
    Registry filled;
    register_builtin_models(filled);
    register_scheduler_shortest_first(filled);
    register_network_two_switches(filled);
    register_node_workstation(filled);
    register_tariff_flat(filled);
    return filled;
  }();
  return registry;
}

std::string example_of(const Shelf& shelf, const std::string& name) {
  return shelf.card(shelf.index_of(name).value()).example;
}

std::vector<std::string> spoilt(const Shelf& shelf, const std::string& name) {
  const std::size_t model = shelf.index_of(name).value();
  const JsonValue nothing = JsonValue::make_object();
  ReadingContext context(ReadingContext::Purpose::describe);
  ObjectReader reader(nothing, "", context);
  shelf.read(model, reader);
  std::vector<std::string> all;
  for (const FieldDescription& field : reader.take_fields()) {
    for (const char* nonsense :
         {"null", R"("nonsense")", "-1", "1e300", R"([[{"nonsense": true}]])", R"({"x": 1})"}) {
      JsonValue parameters = parse_json(example_of(shelf, name), name);
      parameters.set(field.key, parse_json(nonsense, name));
      all.push_back(write_json(parameters));
    }
  }
  return all;
}

std::vector<std::string> backfills_for_heads_only() {
  const ModelShelf<Backfill>& shelf = all_models().backfills;
  std::vector<std::string> names = shelf.names();
  std::erase_if(names, [&](const std::string& name) {
    const ModelSpec spec{name, parse_json(example_of(shelf, name), name), ""};
    return !build_model(shelf, spec)->traits().promises_head_only;
  });
  return names;
}

}  // namespace test
}  // namespace gpuscape
