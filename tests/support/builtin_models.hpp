#pragma once
/// The models of models/, models made by name, and scenarios that are read with their names.

#include <memory>
#include <string>
#include <string_view>

#include "models/builtin_models.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape::test {

inline const Registry& builtin_models() {
  static const Registry registry = [] {
    Registry filled;
    register_builtin_models(filled);
    return filled;
  }();
  return registry;
}

inline LoadOptions builtin_options() { return {.models = builtin_models().names()}; }

inline LoadedScenario load_text(std::string_view text, const std::string& name = "test.json",
                                const Design& design = {}) {
  return load_scenario_text(text, name, design, builtin_options());
}

/// A model of one kind by name; `parameters` is the JSON object it reads.
template <class Interface>
std::unique_ptr<Interface> make_model(const ModelShelf<Interface>& shelf, const std::string& name,
                                      const std::string& parameters = "{}") {
  ReadingContext context;
  const JsonValue value = parse_json(parameters, "test");
  ObjectReader reader(value, "", context);
  return shelf.find(name)->read(reader);
}

}  // namespace gpuscape::test
