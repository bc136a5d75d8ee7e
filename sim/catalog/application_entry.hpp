#pragma once
/// An application of the catalogue with everything that the catalogue knows of it.

#include <optional>
#include <string_view>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// What applications that a scenario describes itself begin with, and what trains them.
inline constexpr std::string_view kBaseOfApplications = "training-step";
inline constexpr std::string_view kTypeOfApplication = "data-parallel";

/// The entry as models read it, with `entry`, and in `parts` the rates that were measured of it and
/// its dataset. Nothing where the catalogue has no such application.
[[nodiscard]] std::optional<JsonValue> application_entry(const Catalog& catalog,
                                                         std::string_view id);

}  // namespace gpuscape
