#pragma once
/// Whether the cluster's GPUs can run a scenario's applications.

#include <memory>
#include <span>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/application.hpp"
#include "sim/platform/node_group.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Records every application that no group of nodes with GPUs can run, with what is wrong on the
/// first of them. `models` are those of ScenarioSpec::applications, null where one could not be
/// built.
void check_applications(const ScenarioSpec& spec,
                        std::span<const std::unique_ptr<Application>> models,
                        std::span<const NodeGroup> groups, ReadingContext& context);

}  // namespace gpuscape
