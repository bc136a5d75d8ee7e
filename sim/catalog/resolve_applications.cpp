#include "sim/catalog/resolve_applications.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "sim/base/excerpt.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/sister_rates.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

const JsonValue* type_of(const JsonValue& model) {
  const JsonValue* type = model.is_object() ? model.find("type") : &model;
  return type != nullptr && type->is_text() && !type->text().empty() ? type : nullptr;
}

namespace {

constexpr std::string_view kSection = "applications";
constexpr std::string_view kPointer = "/workload/applications";

const JsonValue* member_of(const JsonValue* value, std::string_view key) {
  return value == nullptr || !value->is_object() ? nullptr : value->find(key);
}

/// Whether the catalogue has something to say of it.
bool is_open(const JsonValue& application, const ModelNames& models) {
  const JsonValue* type = type_of(application);
  if (type == nullptr) return false;
  const ModelNames::Type* own = find_type(models.applications, type->text());
  return own == nullptr || (!own->parts.empty() && member_of(&application, "parts") == nullptr);
}

/// A name by which a stream asks for an application; the place and the pointer of its value.
using Visit =
    std::function<void(const JsonValue& at, const std::string& name, const std::string& pointer)>;

void visit_application(const JsonValue* holder, const std::string& pointer, const Visit& visit) {
  const JsonValue* application = member_of(holder, "application");
  const JsonValue* name = application == nullptr || application->is_text()
                              ? application
                              : member_of(application, "name");
  if (name != nullptr && name->is_text()) visit(*name, name->text(), pointer + "/application/name");
}

void visit_rule(const JsonValue& rule, const std::string& pointer, const Visit& visit) {
  visit_application(&rule, pointer, visit);
  const JsonValue* mix = member_of(&rule, "mix");
  if (mix == nullptr || !mix->is_object()) return;
  for (const JsonMember& share : mix->members())
    if (!share.value.is_null()) visit(*mix, share.key, pointer + "/mix");
}

void visit_names(const JsonValue& scenario, const Visit& visit) {
  const JsonValue* streams = member_of(member_of(&scenario, "workload"), "streams");
  if (streams == nullptr || !streams->is_object()) return;
  for (const JsonMember& stream : streams->members()) {
    const std::string pointer = child_pointer("/workload/streams", stream.key);
    visit_application(&stream.value, pointer, visit);
    for (const std::string_view list : {kSection, std::string_view("steps")}) {
      const JsonValue* entries = member_of(&stream.value, list);
      if (entries == nullptr || !entries->is_array()) continue;
      for (std::size_t i = 0; i < entries->items().size(); ++i)
        visit_rule(entries->items()[i], fmt::format("{}/{}/{}", pointer, list, i), visit);
    }
  }
}

class ApplicationResolver {
 public:
  /// `datasets`: those that the scenario describes; null: none.
  ApplicationResolver(const Catalog& catalog, const ModelNames& models, const JsonValue* datasets,
                      ReadingContext& context)
      : catalog_(catalog), models_(models), datasets_(datasets), context_(context) {}

  void application(JsonValue& application, const std::string& pointer) {
    if (!is_open(application, models_)) return;
    const JsonValue type = *type_of(application);
    const bool described = find_type(models_.applications, type.text()) != nullptr;
    auto entry = application_entry(catalog_, described ? kBaseOfApplications : type.text());
    JsonValue result = JsonValue::make_object();
    result.set_place(application.place());
    if (!entry) {
      if (!described) refuse(type, pointer);
      if (application.is_text()) {
        result.set("type", type);
        application = std::move(result);
      }
      return;
    }
    JsonValue own_type = JsonValue::make_text(std::string(kTypeOfApplication));
    own_type.set_place(type.place());
    result.set("type", std::move(own_type));
    for (JsonMember& member : entry->members()) result.members().push_back(std::move(member));
    lay_framework(application, pointer, result);
    if (application.is_object()) {
      application.erase("type");
      lay_over(result, application);
    }
    take_dataset(datasets_, result);
    application = std::move(result);
  }

  /// Names that the scenario does not describe, and the catalogue does.
  void add_named(JsonValue& scenario) {
    JsonValue added = JsonValue::make_object();
    const JsonValue* named = member_of(scenario.find("workload"), kSection);
    visit_names(scenario,
                [&](const JsonValue& at, const std::string& name, const std::string& pointer) {
                  if (member_of(named, name) != nullptr || added.find(name) != nullptr) return;
                  if (name == kBaseOfApplications || catalog_.find(kSection, name) == nullptr)
                    return suggest(at, name, pointer, named);
                  JsonValue type = JsonValue::make_text(name);
                  type.set_place(at.place());
                  added.set(name, std::move(type));
                });
    if (added.members().empty()) return;
    JsonValue& workload = *scenario.find("workload");
    if (named == nullptr) {
      JsonValue none = JsonValue::make_object();
      none.set_place(workload.place());
      workload.set(std::string(kSection), std::move(none));
    }
    JsonValue& all = *workload.find(kSection);
    if (!all.is_object()) return;  // a fault of its own
    for (JsonMember& member : added.members()) all.members().push_back(std::move(member));
  }

 private:
  /// The application's own words, and those of the entry that it inherits from, count more.
  void lay_framework(const JsonValue& application, const std::string& pointer, JsonValue& result) {
    const JsonValue* own = member_of(&application, "framework");
    const JsonValue* name = own == nullptr ? result.find("framework") : own;
    if (name == nullptr || !name->is_text()) return;  // a fault of its own
    const JsonValue* framework = catalog_.find("frameworks", name->text());
    if (framework == nullptr) {
      context_.add(name->place(), pointer + "/framework",
                   fmt::format("unknown framework \"{}\"", excerpt(name->text())),
                   nearest_hint(name->text(), catalog_.ids("frameworks")));
      return;
    }
    const JsonValue plain = plain_entry(*framework);
    for (const std::string_view key : {"overlap", "bucket", "exchange_start"})
      if (const JsonValue* value = plain.find(key)) result.set(std::string(key), *value);
  }

  [[nodiscard]] std::vector<std::string> entries() const {
    std::vector<std::string> ids = catalog_.ids(kSection);
    std::erase(ids, std::string(kBaseOfApplications));
    return ids;
  }

  /// The same words that `check` has for a type which no model has, so that it is said once.
  void refuse(const JsonValue& type, const std::string& pointer) {
    if (models_.applications.empty()) return;  // it may be a model's
    std::vector<std::string> own;
    own.reserve(models_.applications.size());
    for (const ModelNames::Type& model : models_.applications) own.push_back(model.name);
    std::vector<std::string> names;
    if (context_.issue_count() < kMostHinted) names = entries();
    names.insert(names.end(), own.begin(), own.end());
    const bool near = !nearest(type.text(), names).empty();
    context_.add(type.place(), pointer, fmt::format("unknown type \"{}\"", excerpt(type.text())),
                 near ? nearest_hint(type.text(), names)
                      : fmt::format("{}, or an application that `gpuscape catalog applications` "
                                    "lists",
                                    fmt::join(own, ", ")));
  }

  /// The fault is the reader's, in the same words; only the catalogue knows what was meant.
  void suggest(const JsonValue& at, const std::string& name, const std::string& pointer,
               const JsonValue* named) {
    if (context_.issue_count() >= kMostHinted) return;
    std::vector<std::string> described;
    if (named != nullptr && named->is_object())
      for (const JsonMember& member : named->members()) described.push_back(member.key);
    const std::vector<std::string> ids = entries();
    if (!nearest(name, described).empty() || nearest(name, ids).empty()) return;
    context_.add(at.place(), pointer, fmt::format("unknown application \"{}\"", excerpt(name)),
                 nearest_hint(name, ids));
  }

  const Catalog& catalog_;
  const ModelNames& models_;
  const JsonValue* datasets_;
  ReadingContext& context_;
};

}  // namespace

std::optional<JsonValue> application_entry(const Catalog& catalog, std::string_view id) {
  const JsonValue* entry = catalog.find("applications", id);
  if (entry == nullptr || !entry->is_object()) return std::nullopt;
  const JsonValue plain = plain_entry(*entry);
  JsonValue result = JsonValue::make_object();
  if (id != kBaseOfApplications) result.set("entry", JsonValue::make_text(std::string(id)));
  for (const JsonMember& member : plain.members()) result.members().push_back(member);
  JsonValue parts = JsonValue::make_object();
  parts.set("rates", rates_with_sisters(catalog, id));
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

bool names_applications(const JsonValue& scenario, const ModelNames& models) {
  const JsonValue* named = member_of(scenario.find("workload"), kSection);
  if (named != nullptr && named->is_object())
    for (const JsonMember& member : named->members())
      if (is_open(member.value, models)) return true;
  bool any = false;
  visit_names(scenario, [&](const JsonValue&, const std::string& name, const std::string&) {
    any = any || member_of(named, name) == nullptr;
  });
  return any;
}

void resolve_applications(JsonValue& scenario, const Catalog& catalog, const ModelNames& models,
                          ReadingContext& context) {
  // A copy: what is added to the workload may move what lies in it.
  const JsonValue* const described = datasets_of(scenario);
  const JsonValue datasets = described == nullptr ? JsonValue::make_null() : *described;
  ApplicationResolver resolver(catalog, models, described == nullptr ? nullptr : &datasets,
                               context);
  resolver.add_named(scenario);
  JsonValue* workload = scenario.find("workload");
  JsonValue* named = workload == nullptr ? nullptr : workload->find(kSection);
  if (named == nullptr || !named->is_object()) return;
  for (JsonMember& member : named->members())
    resolver.application(member.value, child_pointer(kPointer, member.key));
}

void for_each_measured_on(
    JsonValue& scenario,
    const std::function<void(JsonValue& measured_on, const std::string& pointer)>& visit) {
  JsonValue* workload = scenario.find("workload");
  JsonValue* streams = workload == nullptr ? nullptr : workload->find("streams");
  if (streams == nullptr || !streams->is_object()) return;
  for (JsonMember& stream : streams->members()) {
    JsonValue* on = stream.value.is_object() ? stream.value.find("measured_on") : nullptr;
    if (on == nullptr || (!on->is_text() && !on->is_object())) continue;
    if (on->is_text()) {
      JsonValue object = JsonValue::make_object();
      object.set_place(on->place());
      object.set("node", *on);
      *on = std::move(object);
    }
    visit(*on, child_pointer("/workload/streams", stream.key) + "/measured_on");
  }
}

bool names_measured_on(JsonValue& scenario) {
  bool any = false;
  for_each_measured_on(scenario, [&](JsonValue&, const std::string&) { any = true; });
  return any;
}

}  // namespace gpuscape
