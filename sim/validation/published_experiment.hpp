#pragma once
/// Experiments of published figures, as their files have them.

#include <string>
#include <utility>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape {

/// How far jobs bring nodes from idle to maximum power, by name.
using PublishedLoads = std::vector<std::pair<std::string, double>>;

/// What an area has for all its figures.
struct PublishedParts {
  PublishedLoads loads = {};
  PodLists pods = {};
};

/// `base`: the figure's scenario, which the experiment's own is a merge patch of; null: none.
/// Issues go to the reader's context.
[[nodiscard]] Experiment read_experiment(const std::string& name, ObjectReader& reader,
                                         const PublishedParts& parts, const JsonValue& base);

}  // namespace gpuscape
