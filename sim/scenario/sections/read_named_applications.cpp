#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/application_saves.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

std::vector<std::string> names_of(const NamedApplications& named) {
  std::vector<std::string> names;
  names.reserve(named.size());
  for (const auto& [name, spec] : named) names.push_back(name);
  return names;
}

namespace {

/// What every application says, whatever its type.
constexpr std::array<std::string_view, 3> kReadHere{"collective", "checkpoint", "restart"};

/// Of no type after a fault.
ModelSpec read_model(ObjectReader& reader) {
  const JsonValue* type = reader.value().find("type");
  ModelSpec spec{.type = std::string(kApplicationsPlace.fallback),
                 .parameters = reader.value(),
                 .pointer = reader.pointer()};
  if (type == nullptr) return spec;
  if (!type->is_text() || type->text().empty())
    reader.issue("type", "\"type\" is a text that is not empty");
  spec.type = type->text();
  return spec;
}

}  // namespace

NamedApplications read_named_applications(ObjectReader& reader,
                                          std::vector<NamedApplicationSpec>& models) {
  NamedApplications named;
  if (reader.describing()) {
    reader.models(kApplicationsPlace.key, kApplicationsPlace.doc);
    return named;
  }
  reader.map(kApplicationsPlace.key, kApplicationsPlace.doc,
             [&](const std::string& name, ObjectReader& r) {
               ModelSpec model = read_model(r);
               ApplicationSpec spec;
               if (model.type == kApplicationsPlace.fallback) {
                 r.keep("type");
                 spec = read_given_steps(r, true);
               } else {
                 for (const JsonMember& member : r.value().members())
                   if (std::ranges::find(kReadHere, member.key) == kReadHere.end())
                     r.keep(member.key);
                 spec.saves = read_application_saves(r);
                 spec.collective = read_job_collective(r).value_or(
                     JobCollectiveSpec{.place = r.value().place(), .pointer = r.pointer()});
                 spec.model = models.size();
               }
               models.push_back({name, std::move(model)});
               named.emplace_back(name, spec);
             });
  // What is no object is a fault of its own: its name is known all the same.
  const JsonValue* all = reader.value().find(kApplicationsPlace.key);
  if (all != nullptr && all->is_object())
    for (const JsonMember& member : all->members())
      if (!member.value.is_object() && !member.value.is_null())
        named.emplace_back(member.key, ApplicationSpec{});
  return named;
}

bool read_application(ObjectReader& reader, std::string_view doc, const NamedApplications& named,
                      std::pair<std::string, ApplicationSpec>& application) {
  return reader.optional_short_object("application", "name", doc, [&](ObjectReader& r) {
    const auto name = r.optional_text("name", "One of `workload/applications`; or the two below.");
    if (!name) {
      if (r.has("type")) {
        for (const JsonMember& member : r.value().members()) r.keep(member.key);
        return r.issue("type", "an application of that type has a name",
                       R"(describe it in "workload": {"applications": …} and name it here)");
      }
      application.second = read_given_steps(r, !r.describing());
      return;
    }
    const auto found = std::ranges::find(named, *name, &NamedApplications::value_type::first);
    if (found != named.end())
      application = *found;
    else
      r.issue("name", fmt::format("unknown application \"{}\"", excerpt(*name)),
              named.empty()
                  ? R"(applications are given in "workload": {"applications": …}, or are )"
                    "those that `gpuscape catalog applications` lists"
                  : nearest_hint(*name, names_of(named)));
  });
}

}  // namespace gpuscape
