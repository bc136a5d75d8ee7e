#include "sim/catalog/application_entry.hpp"

#include <utility>

namespace gpuscape {

namespace {

bool says(const JsonValue& entry, std::string_view key, std::string_view text) {
  const JsonValue* value = entry.find(key);
  return value != nullptr && value->is_text() && value->text() == text;
}

JsonValue rates_of(const Catalog& catalog, std::string_view application) {
  JsonValue rates = JsonValue::make_object();
  for (const std::string& id : catalog.ids("rates")) {
    const JsonValue* rate = catalog.find("rates", id);
    if (rate->is_object() && says(*rate, "application", application))
      rates.members().push_back({id, plain_entry(*rate), {}});
  }
  return rates;
}

}  // namespace

std::optional<JsonValue> application_entry(const Catalog& catalog, std::string_view id) {
  const JsonValue* entry = catalog.find("applications", id);
  if (entry == nullptr || !entry->is_object()) return std::nullopt;
  const JsonValue plain = plain_entry(*entry);
  JsonValue result = JsonValue::make_object();
  if (id != kBaseOfApplications) result.set("entry", JsonValue::make_text(std::string(id)));
  for (const JsonMember& member : plain.members()) result.members().push_back(member);
  JsonValue parts = JsonValue::make_object();
  parts.set("rates", rates_of(catalog, id));
  JsonValue datasets = JsonValue::make_object();
  const JsonValue* dataset = plain.find("dataset");
  const JsonValue* data = dataset == nullptr || !dataset->is_text()
                              ? nullptr
                              : catalog.find("datasets", dataset->text());
  if (data != nullptr && data->is_object()) datasets.set(dataset->text(), plain_entry(*data));
  parts.set("datasets", std::move(datasets));
  result.set("parts", std::move(parts));
  return result;
}

}  // namespace gpuscape
