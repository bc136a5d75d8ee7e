#include "sim/model/applications/job_costs.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/model/applications/step_gpus.hpp"
#include "sim/platform/gang.hpp"

namespace gpuscape {

JobCosts::JobCosts(ApplicationModels models, const JsonValue& gpus, const Platform& platform)
    : models_(std::move(models)), platform_(platform) {
  gpus_.reserve(platform.groups().size());
  for (const NodeGroup& group : platform.groups()) {
    gpus_.push_back(find_step_gpu(gpus, group.gpu_model));
    gpus_.back().power_share = group.gpu_power_share();
  }
}

std::size_t JobCosts::model_of(const ApplicationSpec& of) {
  if (!of.model) throw InternalError("costs are asked of applications that depend on hardware");
  return *of.model;
}

StepCase JobCosts::case_of(const ApplicationSpec& of, std::span<const ExchangeNode> nodes) {
  StepCase step{.gpus = 0,
                .nodes = static_cast<std::int64_t>(nodes.size()),
                .gpus_per_node = 0,
                .scaling = of.keeps_batch_per_gpu ? StepScaling::weak : StepScaling::strong,
                .sized_for_gpus = of.sized_for_gpus};
  for (const ExchangeNode& node : nodes) {
    step.gpus += node.gpus;
    step.gpus_per_node = std::max<std::int64_t>(step.gpus_per_node, node.gpus);
  }
  return step;
}

ApplicationFault JobCosts::fault(const ApplicationSpec& of, std::size_t group) const {
  if (platform_.groups()[group].capacity.gpus == 0) return {};
  StepCase step = case_of(of, {});
  step.gpus = of.resized_to > 0 ? of.resized_to : 1;
  step.nodes = step.gpus_per_node = 1;
  step.gpu = gpus_[group];
  return model(of).fault(step);
}

/// CPU cores for each GPU of the client that uses most of a job's lent GPUs. Clients and lent GPUs
/// are a pool: a GPU's part of it is all clients' cores ÷ all GPUs that they can use, and no job
/// has more than its clients have. 0: not known.
double JobCosts::cores_per_gpu(const Clients& clients, std::int64_t gpus) const {
  const Lending& lending = *platform_.lending();
  std::int64_t milli_cores = 0;
  std::int64_t fewest = clients.milli_cores;
  std::int64_t lent = 0;
  const auto of = [this](std::size_t group) -> const NodeGroup& {
    return platform_.groups()[group];
  };
  for (const std::size_t group : lending.clients) {
    milli_cores += of(group).capacity.milli_cores * of(group).count;
    if (!lending.is_server(group)) lent += std::int64_t{of(group).capacity.gpus} * of(group).count;
    if (clients.milli_cores == 0)
      fewest = fewest == 0 ? of(group).capacity.milli_cores
                           : std::min(fewest, of(group).capacity.milli_cores);
  }
  for (const std::size_t group : lending.servers)
    lent += std::int64_t{of(group).capacity.gpus} * of(group).count;
  const std::int64_t least = (gpus - 1) / lending.most_per_client + 1;
  const std::int64_t count = clients.count > 0 ? std::int64_t{clients.count} : least;
  const std::int64_t on_one = (gpus - 1) / count + 1;
  const double whole = static_cast<double>(fewest) / static_cast<double>(on_one);
  if (clients.whole || lent == 0) return whole / 1000.0;
  return std::min(whole, static_cast<double>(milli_cores) / static_cast<double>(lent)) / 1000.0;
}

const StepCosts& JobCosts::of(const ApplicationSpec& of, std::span<const ExchangeNode> nodes,
                              const Clients& clients) const {
  ensure(!nodes.empty(), "a step is computed on some node");
  StepCase step = case_of(of, nodes);
  std::vector<std::size_t> groups;
  for (const ExchangeNode& node : nodes) {
    const std::size_t group = platform_.group_of(node.node);
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
    const Demand& capacity = platform_.groups()[group].capacity;
    if (capacity.gpus == 0) throw InternalError("a step is computed on nodes with GPUs");
    if (node.gpus == step.gpus_per_node && step.cores_per_node == 0.0)
      step.cores_per_node = static_cast<double>(capacity.milli_cores) / 1000.0 *
                            static_cast<double>(node.gpus) / static_cast<double>(capacity.gpus);
  }
  const bool from_clients = clients.count > 0 || platform_.groups()[groups.front()].lends_only;
  if (from_clients && platform_.lending() != nullptr)
    step.cores_per_node =
        cores_per_gpu(clients, step.gpus) * static_cast<double>(step.gpus_per_node);
  std::ranges::sort(groups);
  std::string key;
  key.reserve((7 + groups.size()) * sizeof(std::int64_t));
  const auto add = [&key](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (const std::int64_t number :
       {static_cast<std::int64_t>(model_of(of)), of.sized_for_gpus, step.gpus, step.nodes,
        step.gpus_per_node, std::int64_t{of.keeps_batch_per_gpu}})
    add(number);
  add(step.cores_per_node);
  for (const std::size_t group : groups) add(group);
  const std::lock_guard lock(mutex_);
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  std::vector<StepGpu> gpus;
  gpus.reserve(groups.size());
  for (const std::size_t group : groups) gpus.push_back(gpus_[group]);
  return known_.emplace(key, slowest_step(model(of), step, gpus)).first->second;
}

Bytes JobCosts::most_exchanged(const ApplicationSpec& of) const {
  Bytes most(0.0);
  for (std::size_t group = 0; group < gpus_.size(); ++group) {
    if (platform_.groups()[group].capacity.gpus == 0 || !fault(of, group).message.empty()) continue;
    const std::uint32_t node = platform_.first_node(group);
    const ExchangeNode two[] = {{node, 1, {}}, {node, 1, {}}};
    most = std::max(most, this->of(of, two).exchange);
  }
  return most;
}

JobSteps::Step JobSteps::alone(const ApplicationSpec& of, std::span<const ExchangeNode> nodes,
                               const JobCosts::Clients& clients) const {
  Step step{.costs = &costs_->of(of, nodes, clients)};
  if (exchanges_ != nullptr && step.costs->exchange > Bytes(0.0) && of.collective)
    step.exchange = exchanges_->pattern(*of.collective, step.costs->exchange, nodes);
  step.time = step_time(*step.costs, step.exchange ? step.exchange->time : Seconds(0.0));
  return step;
}

std::optional<JobSteps::Step> JobSteps::packed(const ApplicationSpec& of, const Demand& demand,
                                               const Platform& platform) const {
  if (demand.gpus == 0) return std::nullopt;
  for (std::size_t group = 0; group < platform.groups().size(); ++group) {
    const NodeGroup& nodes = platform.groups()[group];
    // Cores and memory of a job on lent GPUs are those of its clients.
    const Demand asked = nodes.lends_only ? Demand{.gpus = demand.gpus} : demand;
    const Gang gang = cut_into_gang(asked, nodes.capacity);
    const bool fits = nodes.lends_only
                          ? nodes.will_do(demand) && gang.fits(nodes.capacity, nodes.count)
                          : fits_when_empty(demand, nodes);
    if (nodes.capacity.gpus == 0 || !fits) continue;
    std::vector<ExchangeNode> places;
    places.reserve(gang.nodes());
    for (std::uint32_t i = 0; i < gang.nodes(); ++i) {
      const std::int32_t gpus = (i < gang.full_nodes ? gang.full : gang.rest).gpus;
      if (gpus > 0)
        places.push_back({platform.first_node(group) + i, static_cast<std::uint32_t>(gpus), {}});
    }
    return alone(of, places);
  }
  return std::nullopt;
}

}  // namespace gpuscape
