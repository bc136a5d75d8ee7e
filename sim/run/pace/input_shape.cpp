#include "sim/run/pace/input_shape.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/model/applications/step_reading.hpp"
#include "sim/run/pace/client_cores.hpp"

namespace gpuscape {

const ApplicationSpec* InputShaper::application(ApplicationKey runs) const {
  const StreamApplications& stream = parts_.applications[runs.stream];
  const std::optional<ApplicationSpec>& of =
      runs.application.is_none() ? stream.of_stream : stream.by_class[runs.application.index()];
  return of ? &*of : nullptr;
}

std::optional<std::size_t> InputShaper::dataset(ApplicationKey runs) const {
  const ApplicationSpec* of = application(runs);
  return of == nullptr || !of->model ? std::nullopt : parts_.plan->of_application[*of->model];
}

bool InputShaper::reads(ApplicationKey runs, std::span<const AllocationSpan> spans) const {
  if (!dataset(runs)) return false;
  const Platform& platform = capacity_.platform();
  return std::ranges::any_of(spans, [&](const AllocationSpan& span) {
    return span.gpus > 0 && !platform.groups()[platform.group_of(span.node)].pool;
  });
}

/// Samples are on the nodes where its GPUs are; of lent GPUs, on the clients in equal parts.
void InputShaper::find_nodes(std::span<const AllocationSpan> spans, InputShape& shape) {
  const bool lent = uses_lent_gpus(spans);
  const std::size_t clients = lent ? clients_among(spans) : 0;
  places_.clear();
  shape.nodes.clear();
  std::int32_t most = 0;
  for (const AllocationSpan& span : spans.subspan(clients)) {
    if (span.gpus == 0) continue;
    places_.push_back({span.node, static_cast<std::uint32_t>(span.gpus), {}});
    most = std::max(most, span.gpus);
    if (!lent) shape.nodes.push_back({span.node, static_cast<double>(span.gpus)});
  }
  std::ranges::sort(places_, {}, &ExchangeNode::node);
  for (const AllocationSpan& client : spans.first(clients)) shape.nodes.push_back({client.node, 1});
  std::ranges::sort(shape.nodes, {}, &InputShape::Node::node);
  shape.nodes_together = 0.0;
  for (InputShape::Node& node : shape.nodes) {
    if (!lent) node.part /= static_cast<double>(most);
    shape.nodes_together += node.part;
  }
}

void InputShaper::shape(ApplicationKey runs, std::span<const AllocationSpan> spans, Seconds time,
                        InputShape& shape) {
  const ApplicationSpec* of = application(runs);
  if (of == nullptr || !of->model) throw InternalError("jobs that read have an application");
  shape.data = parts_.plan->of_application[*of->model].value_or(0);
  const InputPlan::Data& data = parts_.plan->datasets[shape.data];
  find_nodes(spans, shape);
  const JobSteps::Step step =
      parts_.steps->alone(*of, places_, clients_of(spans, capacity_.platform()));
  const StepCosts& costs = *step.costs;
  const Seconds alone = time > Seconds(0.0) ? time : step.time;
  double gpus = 0.0;
  double fullest = 0.0;
  for (const ExchangeNode& place : places_) {
    gpus += static_cast<double>(place.gpus);
    fullest = std::max(fullest, static_cast<double>(place.gpus));
  }
  const bool by_rate = parts_.steps->costs()->reads_by_rate(*of);
  const StepReading reading = step_reading(data.spec, costs, by_rate, fullest / gpus);
  // What all GPUs read together comes to the nodes in their parts.
  const double all = reading.all.value();
  shape.demand = all / shape.nodes_together / alone.value();
  shape.reads_per_byte = 1.0 / reading.read.value();
  shape.bound = attained_by_readers(data.spec, parts_.plan->stores[data.on].facts, reading.read);
  shape.first_epoch = kForever;
  if (!(data.kept > 0.0) || !(data.spec.samples > 0.0)) return;
  shape.first_epoch = by_rate ? alone * (data.spec.size.value() / all)
                              : alone * (data.spec.samples / costs.samples);
}

}  // namespace gpuscape
