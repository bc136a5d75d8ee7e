#include "sim/catalog/measured/measured_libraries.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace gpuscape {

namespace {

std::string member_text(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? "" : value->text();
}

bool is_known(const JsonValue& list, const std::string& operation, const std::string& among) {
  return std::ranges::any_of(list.items(), [&](const JsonValue& law) {
    return member_text(law, "operation") == operation && member_text(law, "among") == among;
  });
}

void lay_law(const JsonValue& key, const JsonValue& regimes, JsonValue& entry) {
  if (entry.find("measured") == nullptr) entry.set("measured", JsonValue::make_array());
  JsonValue& list = *entry.find("measured");
  const std::string operation = member_text(key, "operation");
  const std::string among = member_text(key, "path");  // "8 gpus"
  if (is_known(list, operation, among)) return;
  JsonValue law = JsonValue::make_object();
  law.set("operation", JsonValue::make_text(operation));
  law.set("among", JsonValue::make_text(among));
  law.set("regimes", regimes);
  list.items().push_back(std::move(law));
}

}  // namespace

bool lay_library_laws(const JsonValue& profile, JsonValue& libraries) {
  const JsonValue* laws = profile.find("laws");
  if (laws == nullptr || !libraries.is_object()) return false;
  bool any = false;
  for (const JsonValue& law : laws->items()) {
    const JsonValue* key = law.find("key");
    const JsonValue* regimes = law.find("regimes");
    if (key == nullptr || regimes == nullptr || regimes->items().empty()) continue;
    JsonValue* entry = libraries.find(member_text(*key, "family"));
    if (entry == nullptr) continue;
    lay_law(*key, *regimes, *entry);
    any = true;
  }
  return any;
}

}  // namespace gpuscape
