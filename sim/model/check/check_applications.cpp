#include "sim/model/check/check_applications.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/workload/node_asks.hpp"

namespace gpuscape {

namespace {

void refuse(const ModelSpec& spec, const NodeGroup& group, bool others_can, ApplicationFault fault,
            ReadingContext& context) {
  const JsonValue* value = fault.key.empty() ? nullptr : spec.parameters.find(fault.key);
  if (others_can) fault.hint += R"(; or its stream asks for other GPUs with "gpu_models")";
  context.add(value == nullptr ? spec.parameters.place() : value->place(),
              value == nullptr ? spec.pointer : spec.pointer + "/" + fault.key,
              fmt::format("{} (nodes \"{}\")", fault.message, excerpt(group.name)),
              std::move(fault.hint));
}

/// The first group on which jobs of the stream may be and that application cannot run.
void check_stream(const ScenarioSpec& spec, const StreamSpec& stream, const JobCosts& costs,
                  Platform platform, ReadingContext& context) {
  NodeAsks asks;
  const std::uint16_t ask =
      asks.intern(stream.gpu_models, stream.features, stream.gpus_from).value_or(0);
  resolve_asks(asks, platform);
  for_each_application(stream, [&](const ApplicationSpec& application) {
    if (!application.model) return;
    const NodeGroup* of = nullptr;
    ApplicationFault first;
    bool others_can = false;
    for (std::size_t i = 0; i < platform.groups().size(); ++i) {
      const NodeGroup& group = platform.groups()[i];
      // A job in a pool has no nodes that exchange data; its steps count where they are rescaled.
      const bool computes_no_steps = group.pool && !stream.measured_on;
      if (group.capacity.gpus == 0 || computes_no_steps || !group.will_do({.gpus = 1, .asks = ask}))
        continue;
      ApplicationFault fault = costs.fault(application, i);
      if (fault.message.empty()) others_can = true;
      if (fault.message.empty() || of != nullptr) continue;
      of = &group;
      first = std::move(fault);
    }
    if (of != nullptr)
      refuse(spec.applications[*application.model].model, *of, others_can, std::move(first),
             context);
  });
}

}  // namespace

std::shared_ptr<const JobCosts> check_applications(const ScenarioSpec& spec,
                                                   const ModelFactories& models,
                                                   const std::shared_ptr<const Cluster>& cluster,
                                                   ReadingContext& context) {
  bool any = false;
  for (const StreamSpec& stream : spec.streams)
    for_each_application(stream, [&](const ApplicationSpec& application) {
      any = any || application.model.has_value();
    });
  for (const StreamSpec& stream : spec.streams)
    for (const StepsSpec& steps : stream.steps) any = any || steps.application.model;
  if (!any) return nullptr;
  auto costs =
      std::make_shared<const JobCosts>(models.applications(), spec.gpus, cluster->platform());
  for (const StreamSpec& stream : spec.streams)
    check_stream(spec, stream, *costs, cluster->platform(), context);
  return costs;
}

}  // namespace gpuscape
