#pragma once
/// Reading what jobs compute and by what they exchange data: models read it as scenarios do.

#include <optional>
#include <string>
#include <string_view>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/rules_spec.hpp"

namespace gpuscape {

/// `data`: the type of what a collective exchanges.
std::string read_data_type(ObjectReader& reader);

/// What all GPUs of a job exchange data by, at `collective`; none where it is missing.
std::optional<JobCollectiveSpec> read_job_collective(
    ObjectReader& reader,
    std::string_view doc =
        "Collective by which all GPUs of the job exchange the data, within nodes too. Default: a "
        "ring over the nodes, and nothing within them.");

/// A step that is the same on all hardware: its time, bytes, overlap and collective. Time and bytes
/// are `required` unless a name may be given instead.
ApplicationSpec read_given_steps(ObjectReader& reader, bool required);

}  // namespace gpuscape
