#include "sim/model/check/check_applications.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/model/applications/step_gpus.hpp"

namespace gpuscape {

namespace {

void refuse(const ModelSpec& spec, const std::string& group, ApplicationFault fault,
            ReadingContext& context) {
  const JsonValue* value = fault.key.empty() ? nullptr : spec.parameters.find(fault.key);
  context.add(value == nullptr ? spec.parameters.place() : value->place(),
              value == nullptr ? spec.pointer : spec.pointer + "/" + fault.key,
              fmt::format("{} (nodes \"{}\")", fault.message, excerpt(group)),
              std::move(fault.hint));
}

}  // namespace

void check_applications(const ScenarioSpec& spec,
                        std::span<const std::unique_ptr<Application>> models,
                        std::span<const NodeGroup> groups, ReadingContext& context) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (models[i] == nullptr || !models[i]->traits().depends_on_hardware) continue;
    ApplicationFault first;
    const NodeGroup* of = nullptr;
    for (const NodeGroup& group : groups) {
      if (group.capacity.gpus == 0 || group.pool) continue;
      ApplicationFault fault = models[i]->fault({.gpu = find_step_gpu(spec.gpus, group.gpu_model)});
      if (fault.message.empty()) {
        of = nullptr;
        break;
      }
      if (of != nullptr) continue;
      of = &group;
      first = std::move(fault);
    }
    if (of != nullptr) refuse(spec.applications[i].model, of->name, std::move(first), context);
  }
}

}  // namespace gpuscape
