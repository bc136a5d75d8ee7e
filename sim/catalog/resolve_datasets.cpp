#include "sim/catalog/resolve_applications.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace gpuscape {

namespace {

/// What an application's model reads of what it is trained on.
constexpr std::array<std::string_view, 3> kOfSamples{"record", "samples", "validation_samples"};

}  // namespace

const JsonValue* datasets_of(const JsonValue& scenario) {
  const JsonValue* workload = scenario.find("workload");
  const JsonValue* datasets =
      workload == nullptr || !workload->is_object() ? nullptr : workload->find("datasets");
  return datasets != nullptr && datasets->is_object() ? datasets : nullptr;
}

void resolve_datasets(JsonValue& scenario, const Catalog& catalog) {
  if (datasets_of(scenario) == nullptr) return;
  for (JsonMember& member : scenario.find("workload")->find("datasets")->members()) {
    const JsonValue* entry = catalog.find("datasets", member.key);
    if (entry == nullptr || !entry->is_object() || !member.value.is_object()) continue;
    const JsonValue plain = plain_entry(*entry);
    JsonValue result = JsonValue::make_object();
    result.set_place(member.value.place());
    for (const std::string_view key : kOfSamples)
      if (const JsonValue* value = plain.find(key)) result.set(std::string(key), *value);
    lay_over(result, member.value);
    member.value = std::move(result);
  }
}

void take_dataset(const JsonValue* datasets, JsonValue& application) {
  const JsonValue* name = application.find("dataset");
  if (datasets == nullptr || name == nullptr || !name->is_text()) return;
  const JsonValue* described = datasets->find(name->text());
  JsonValue* parts = application.find("parts");
  JsonValue* known = parts == nullptr || !parts->is_object() ? nullptr : parts->find("datasets");
  if (described == nullptr || !described->is_object() || known == nullptr || !known->is_object())
    return;
  JsonValue own = JsonValue::make_object();
  own.set_place(described->place());
  for (const std::string_view key : kOfSamples)
    if (const JsonValue* value = described->find(key)) own.set(std::string(key), *value);
  known->set(name->text(), std::move(own));
}

}  // namespace gpuscape
