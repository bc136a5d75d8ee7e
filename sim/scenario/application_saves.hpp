#pragma once

#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// `checkpoint` and `restart` of an application: models read them as scenarios do.
ApplicationSavesSpec read_application_saves(ObjectReader& reader);

/// How the jobs of a stream save their work where no class of theirs says more.
[[nodiscard]] SavesSpec saves_of(const StreamSpec& stream);
/// The same by class, as StreamSpec::classes: an application says more than its stream. Jobs that
/// were cut short save as the others of their application.
[[nodiscard]] std::vector<SavesSpec> saves_by_class(const StreamSpec& stream);
/// Whether any of its jobs saves, restarts, or has standbys.
[[nodiscard]] bool saves_anything(const StreamSpec& stream);

}  // namespace gpuscape
