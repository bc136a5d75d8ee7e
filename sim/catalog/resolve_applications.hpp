#pragma once
/// Puts what the catalogue says in place of the names of its applications in a scenario.

#include <functional>
#include <optional>
#include <string_view>

#include "sim/catalog/catalog.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// What applications that a scenario describes itself begin with, and what trains them.
inline constexpr std::string_view kBaseOfApplications = "training-step";
inline constexpr std::string_view kTypeOfApplication = "data-parallel";

/// The entry as models read it, with `entry`, and in `parts` the rates that were measured of it and
/// its dataset. Nothing where the catalogue has no such application.
[[nodiscard]] std::optional<JsonValue> application_entry(const Catalog& catalog,
                                                         std::string_view id);

/// An application whose type is no model's but an entry of the catalogue becomes one of
/// kTypeOfApplication: the entry with what is known of it, and the user's keys over it. One of that
/// type that the user describes is merged over kBaseOfApplications. Where streams name an entry
/// that the scenario does not describe, it is added to `workload/applications`. Records types that
/// neither the catalogue nor `models` has.
void resolve_applications(JsonValue& scenario, const Catalog& catalog, const ModelNames& models,
                          ReadingContext& context);
/// Whether there is anything to resolve.
[[nodiscard]] bool names_applications(const JsonValue& scenario, const ModelNames& models);

/// What jobs are trained on, as the scenario describes it; null: nothing.
[[nodiscard]] const JsonValue* datasets_of(const JsonValue& scenario);
/// Puts what the catalogue says of each below what the scenario says.
void resolve_datasets(JsonValue& scenario, const Catalog& catalog);
/// Puts what the scenario says of an application's dataset into what its model reads; `datasets`
/// null: nothing.
void take_dataset(const JsonValue* datasets, JsonValue& application);

/// The type that a node or an application is written with: an object's `type`, or the text itself;
/// null where there is none.
[[nodiscard]] const JsonValue* type_of(const JsonValue& model);

/// Calls `visit` with the `measured_on` of every stream that has one, an object with `node` where
/// it was a text, and with its pointer.
void for_each_measured_on(
    JsonValue& scenario,
    const std::function<void(JsonValue& measured_on, const std::string& pointer)>& visit);
/// Whether any has one.
[[nodiscard]] bool names_measured_on(JsonValue& scenario);

}  // namespace gpuscape
