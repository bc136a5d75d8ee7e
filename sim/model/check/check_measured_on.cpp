#include "sim/model/check/check_measured_on.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/model/check/check_applications.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/model/collectives/job_exchanges.hpp"

namespace gpuscape {

namespace {

/// Of jobs on more nodes the run times are kept.
constexpr std::int64_t kNodes = 512;

/// As fast as any adapter: the adapters bound it. The latency is that of a switch.
ModelSpec ideal_switch(const ModelSpec& beside) {
  ModelSpec spec{.type = "single-switch", .parameters = JsonValue::make_object(), .pointer = ""};
  spec.parameters.set_place(beside.parameters.place());
  spec.pointer = beside.pointer;
  spec.parameters.set("type", JsonValue::make_text(spec.type));
  spec.parameters.set("link", JsonValue::make_text("100 GB/s"));
  spec.parameters.set("latency", JsonValue::make_text("1 us"));
  return spec;
}

/// A scenario of those nodes alone, with the stream's applications.
ScenarioSpec reference(const ScenarioSpec& spec, const StreamSpec& stream,
                       const MeasuredOnSpec& on) {
  ScenarioSpec there;
  ModelSpec node = on.node;
  if (node.parameters.is_object() && node.parameters.find("count") == nullptr)
    node.parameters.set("count", JsonValue::make_integer(kNodes));
  there.cluster.nodes.push_back({"measured_on", std::move(node)});
  there.cluster.networks.push_back(
      {"compute", on.network.type.empty() ? ideal_switch(on.node) : on.network});
  there.applications = spec.applications;
  there.libraries = spec.libraries;
  there.transports = spec.transports;
  there.gpus = spec.gpus;
  StreamSpec jobs;
  jobs.name = stream.name;
  for_each_application(stream, [&](const ApplicationSpec& application) {
    if (!application.model) return;
    jobs.classes.push_back({.name = "", .application = on.as_measured(application)});
  });
  there.streams.push_back(std::move(jobs));
  return there;
}

/// Null with what is wrong in the context.
std::shared_ptr<const JobSteps> steps_there(ScenarioSpec there, const ModelFactories& models,
                                            const Registry& registry, ReadingContext& context,
                                            const std::string& where) {
  const std::size_t before = context.times_found();
  const auto has_faults = [&] { return context.times_found() > before; };
  ModelChecker checker(there, registry, context);
  checker.check();
  if (has_faults()) return nullptr;
  const auto cluster = checker.build_cluster();
  const auto costs = check_applications(there, models, cluster, context);
  if (has_faults() || costs == nullptr) return nullptr;
  const auto exchanges = plan_job_exchanges(
      there, cluster, registry, context,
      [&](const ApplicationSpec& application) { return costs->most_exchanged(application); },
      where);
  if (has_faults()) return nullptr;
  return std::make_shared<const JobSteps>(platform_of(cluster), costs, exchanges);
}

/// Whose network a fault is about.
std::string where_of(const StreamSpec& stream, const MeasuredOnSpec& on) {
  return on.network.type.empty()
             ? fmt::format(
                   "where the run times of stream \"{}\" were measured, with one switch as "
                   "its measured_on has no \"network\": ",
                   excerpt(stream.name))
             : fmt::format(
                   "where the run times of stream \"{}\" were measured, on the network of "
                   "its measured_on: ",
                   excerpt(stream.name));
}

}  // namespace

std::vector<std::shared_ptr<const JobSteps>> check_measured_on(const ScenarioSpec& spec,
                                                               const ModelFactories& models,
                                                               const Registry& registry,
                                                               ReadingContext& context) {
  std::vector<std::shared_ptr<const JobSteps>> all(spec.streams.size());
  for (std::size_t i = 0; i < spec.streams.size(); ++i)
    if (const std::optional<MeasuredOnSpec>& on = spec.streams[i].measured_on)
      all[i] = steps_there(reference(spec, spec.streams[i], *on), models, registry, context,
                           where_of(spec.streams[i], *on));
  return all;
}

}  // namespace gpuscape
