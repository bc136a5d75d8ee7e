#include "sim/catalog/measured/measured_applications.hpp"

#include <fmt/format.h>

#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

bool gives_launch(const JsonValue& profile) {
  return call_time(profile, "launch-issue").has_value();
}

bool lay_launches(JsonValue& scenario, const std::string& file, const JsonValue& in_catalog,
                  std::vector<std::string>& notes, ReadingContext& context,
                  ProfileCheck profile_check) {
  JsonValue* workload = scenario.find("workload");
  JsonValue* applications = workload == nullptr ? nullptr : workload->find("applications");
  if (applications == nullptr || !applications->is_object()) return false;
  std::optional<Seconds> measured;
  std::string from;
  for_each_profile(scenario, file, context, profile_check,
                   [&](const JsonValue& profile, const JsonValue& name) {
                     if (measured) return;
                     measured = call_time(profile, "launch-issue");
                     from = name.text();
                   });
  if (!measured) return false;
  bool any = false;
  for (JsonMember& application : applications->members()) {
    JsonValue* launch = application.value.is_object() ? application.value.find("launch") : nullptr;
    if (launch == nullptr || !launch->is_text() || launch->text() != in_catalog.text()) continue;
    JsonValue value = JsonValue::make_text(exact_text(*measured));
    value.set_place(launch->place());
    *launch = std::move(value);
    any = true;
  }
  if (any)
    notes.push_back(
        fmt::format("launches of kernels take {}, as profile \"{}\" measured them, "
                    "instead of {}",
                    human_text(*measured), excerpt(from), in_catalog.text()));
  return true;
}

}  // namespace gpuscape
