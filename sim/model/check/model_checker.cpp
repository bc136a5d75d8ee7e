#include "sim/model/check/model_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {

namespace {

constexpr std::uint64_t kMostNodes = 10'000'000;
/// Of devices in one node, over all groups: a way is kept for each.
constexpr std::size_t kMostDevicePairs = std::size_t{1} << 24U;

JsonValue* member_at(JsonValue* map, std::size_t index) {
  return map == nullptr || !map->is_object() || index >= map->members().size()
             ? nullptr
             : &map->members()[index].value;
}

}  // namespace

void ModelChecker::check() {
  build_default_sharing();
  build_groups();
  build_access();
  check_size();
  build_applications();
  check_scheduler();
  check_further();
  build_networks();
  check_networks();
  spec_.defaulted.insert(spec_.defaulted.end(), defaulted_.begin(), defaulted_.end());
}

/// What the resolved scenario has there, so that a model's defaults go there. Null in a spec that
/// is only checked.
JsonValue* ModelChecker::resolved_at(const ModelPlace& place) {
  JsonValue* section = place.section.empty() ? &spec_.resolved : spec_.resolved.find(place.section);
  return section == nullptr ? nullptr : section->find(place.key);
}

void ModelChecker::read(const Shelf& shelf, const ModelSpec& model, JsonValue* resolved,
                        const std::function<void(std::size_t, ObjectReader&)>& read) {
  if (model.type.empty()) return;
  const auto index = shelf.index_of(model.type);
  if (!index) return refuse_type(model, shelf.names());
  ObjectReader reader(model.parameters, model.pointer, context_);
  if (resolved != nullptr) reader.lend_copy(std::move(*resolved));
  reader.keep("type");
  read(*index, reader);
  reader.finish();
  const std::vector<std::string> marks = context_.take_defaulted();
  defaulted_.insert(defaulted_.end(), marks.begin(), marks.end());
  if (resolved != nullptr) *resolved = reader.take_resolved();
}

void ModelChecker::refuse_type(const ModelSpec& model, const std::vector<std::string>& names) {
  const JsonValue* type = model.parameters.find("type");
  context_.add(type == nullptr ? model.parameters.place() : type->place(), model.pointer,
               fmt::format("unknown type \"{}\"", excerpt(model.type)),
               nearest_hint(model.type, names));
}

void ModelChecker::build_groups() {
  JsonValue* resolved = resolved_at(kNodesPlace);
  std::size_t device_pairs = 0;
  for (std::size_t i = 0; i < spec_.cluster.nodes.size(); ++i) {
    const NodeGroupSpec& group = spec_.cluster.nodes[i];
    const auto model = build(registry_.nodes, group.model, member_at(resolved, i));
    if (model == nullptr) continue;
    groups_.push_back(model->group());
    groups_.back().name = group.name;
    build_sharing(group.model, member_at(resolved, i), groups_.back());
    if (const auto& graph = groups_.back().graph)
      device_pairs += graph->devices().size() * graph->devices().size();
    if (device_pairs <= kMostDevicePairs) continue;
    context_.add(
        group.model.parameters.place(), group.model.pointer,
        fmt::format("{} ways between devices of one node, in all groups up to this one: at most {}",
                    human_count(static_cast<std::int64_t>(device_pairs)),
                    human_count(static_cast<std::int64_t>(kMostDevicePairs))),
        "nodes that are alike are one group, with a count");
    break;
  }
  nodes_are_complete_ = !groups_.empty() && groups_.size() == spec_.cluster.nodes.size();
}

namespace {

/// A model without parameters is as short as it may be written.
void shorten(JsonValue* model) {
  if (model == nullptr || !model->is_object() || model->members().size() != 1) return;
  JsonValue type = *model->find("type");
  *model = std::move(type);
}

}  // namespace

void ModelChecker::build_default_sharing() {
  JsonValue* resolved = resolved_at(kGpuSharingPlace);
  default_sharing_ = build(registry_.gpu_sharings, spec_.scheduler.gpu_sharing, resolved);
  shorten(resolved);
  const std::string pointer = child_pointer("/scheduler", kGpuSharingPlace.key);
  std::ranges::replace(spec_.defaulted, child_pointer(pointer, "type"), pointer);
}

/// How its GPUs are shared: as it says, or as the scheduler does for all.
void ModelChecker::build_sharing(const ModelSpec& nodes, JsonValue* resolved, NodeGroup& group) {
  ModelSpec own;
  if (const JsonValue* written = nodes.parameters.find(kGpuSharingPlace.key)) {
    JsonValue alone = JsonValue::make_object();
    alone.set(std::string(kGpuSharingPlace.key), *written);
    own = ObjectReader(alone, nodes.pointer, context_).model(kGpuSharingPlace.key, "", "");
    if (own.type.empty()) return;
  }
  const bool is_own = !own.type.empty();
  const ModelSpec& spec = is_own ? own : spec_.scheduler.gpu_sharing;
  group.sharing = default_sharing_;
  if (is_own) {
    resolved = resolved == nullptr ? nullptr : resolved->find(kGpuSharingPlace.key);
    if (resolved != nullptr) *resolved = own.parameters;
    group.sharing = build(registry_.gpu_sharings, own, resolved);
    shorten(resolved);
  }
  if (group.sharing == nullptr || !group.sharing->shares() || group.capacity.gpus == 0) return;
  if (group.pool && !is_own) return;
  const auto refuse = [&](std::string message, std::string hint) {
    context_.add(spec.parameters.place(), spec.pointer, std::move(message), std::move(hint));
  };
  if (group.pool)
    return refuse(
        fmt::format("\"{}\" is a pool: its processors are not shared", excerpt(group.name)),
        "nodes with GPUs");
  for (const std::string& name : group.sharing->streams())
    if (std::ranges::find(spec_.streams, name, &StreamSpec::name) == spec_.streams.end())
      refuse(fmt::format("no stream is called \"{}\"", excerpt(name)),
             "names of /workload/streams");
  std::string fault;
  group.cuts = group.sharing->cuts({.model = group.gpu_model, .memory = group.gpu_memory}, fault);
  if (!fault.empty())
    refuse(fmt::format("nodes \"{}\": {}", excerpt(group.name), fault),
           "\"type\" out of the catalogue, or \"gpu_model\" and \"gpu_memory\" of nodes");
}

void ModelChecker::build_applications() {
  JsonValue* resolved = resolved_at(kApplicationsPlace);
  for (const NamedApplicationSpec& spec : spec_.applications)
    applications_.push_back(build(registry_.applications, spec.model,
                                  resolved == nullptr ? nullptr : resolved->find(spec.name)));
}

void ModelChecker::check_size() {
  std::uint64_t nodes = 0;
  for (const NodeGroup& group : groups_) {
    nodes += group.count;
    gpus_ += std::int64_t{group.count} * group.capacity.gpus;
  }
  if (nodes <= kMostNodes && gpus_ <= kMostGpus) return;
  const JsonValue& first = spec_.cluster.nodes.front().model.parameters;
  context_.add(
      first.place(), "/cluster/nodes",
      fmt::format("{} nodes with {} GPUs are more than this version holds: {} and {}",
                  human_count(static_cast<std::int64_t>(nodes)), human_count(gpus_),
                  human_count(static_cast<std::int64_t>(kMostNodes)), human_count(kMostGpus)));
  nodes_are_complete_ = false;
}

void ModelChecker::check_scheduler() {
  const ModelSpec& spec = spec_.scheduler.policy;
  const auto policy = build(registry_.schedulers, spec, resolved_at(kPolicyPlace));
  const JobRules* rules = policy == nullptr ? nullptr : policy->parts().rules;
  if (rules != nullptr && nodes_are_complete_) {
    const std::string fault = rules->fault(Platform(groups_));
    if (!fault.empty())
      context_.add(spec.parameters.place(), spec.pointer, fault, "other nodes, or another policy");
  }
  const auto backfill =
      build(registry_.backfills, spec_.scheduler.backfill, resolved_at(kBackfillPlace));
  if (backfill != nullptr) check_pools(*backfill);
  if (!spec_.scheduler.parts.empty()) check_parts(policy.get(), backfill.get());
  const bool tries_all = policy != nullptr && (policy->parts().picks || policy->parts().joins);
  if (spec_.scheduler.parts.empty() && tries_all && backfill != nullptr &&
      backfill->traits().depth.has_value())
    context_.add(spec_.scheduler.backfill.parameters.place(), spec_.scheduler.backfill.pointer,
                 fmt::format("\"{}\" tries all jobs that wait: a backfill has nothing to do",
                             excerpt(spec.type)),
                 "\"backfill\": \"none\"");
  if (shares_gpus() && policy != nullptr && backfill != nullptr) check_sharing(*policy, *backfill);
  if (spec_.scheduler.spans_groups && policy != nullptr && backfill != nullptr)
    check_spanning(*policy, *backfill);
  if (lends() && policy != nullptr && backfill != nullptr) check_lending(*policy, *backfill);
  const ModelSpec& place = spec_.scheduler.placement;
  const auto placement = build(registry_.placements, place, resolved_at(kPlacementPlace));
  if (placement == nullptr || !nodes_are_complete_) return;
  const auto unknown = placement->group_order().unknown(Platform(groups_));
  if (!unknown) return;
  std::vector<std::string> names;
  names.reserve(groups_.size());
  for (const NodeGroup& group : groups_) names.push_back(group.name);
  context_.add(place.parameters.place(), place.pointer + "/groups_first",
               fmt::format("no group of nodes is called \"{}\"", excerpt(*unknown)),
               nearest_hint(*unknown, names));
}

/// Models of the kinds that the program adds: what builds them has no place here.
void ModelChecker::check_further() {
  for (const PlacedModel& placed : spec_.models) {
    if (placed.place.is(kGpuAccessPlace)) continue;  // with the nodes
    const Shelf* shelf = registry_.at(placed.place);
    ensure(shelf != nullptr, "a scenario is checked with the models that it was read with");
    JsonValue* resolved = resolved_at(placed.place);
    if (placed.place.by_name && resolved != nullptr) resolved = resolved->find(placed.name);
    read(*shelf, placed.model, resolved,
         [&](std::size_t index, ObjectReader& reader) { shelf->read(index, reader); });
  }
}

void ModelChecker::build_networks() {
  JsonValue* resolved = resolved_at(kNetworksPlace);
  networks_.reserve(spec_.cluster.networks.size());
  for (std::size_t i = 0; i < spec_.cluster.networks.size(); ++i)
    networks_.push_back(
        build(registry_.networks, spec_.cluster.networks[i].model, member_at(resolved, i)));
  for (const auto& model : networks_)
    for (NodeGroup& group : groups_)
      if (model != nullptr) model->add_ports(group);
  if (nodes_are_complete_) platform_.emplace(groups_);
  if (lends()) check_lending_network();
  if (lending_ && platform_) platform_->lend(*lending_);
}

void ModelChecker::check_networks() {
  for (std::size_t i = 0; i < networks_.size(); ++i)
    if (networks_[i] != nullptr && platform_)
      check_network(spec_.cluster.networks[i].model, *networks_[i], *platform_);
  check_traffic();
}

void ModelChecker::check_network(const ModelSpec& spec, const NetworkModel& model,
                                 const Platform& platform) {
  NetworkFault fault = model.fault(platform);
  if (fault.message.empty()) return;
  const JsonValue* value = fault.key.empty() ? nullptr : spec.parameters.find(fault.key);
  context_.add(value == nullptr ? spec.parameters.place() : value->place(),
               value == nullptr ? spec.pointer : spec.pointer + "/" + fault.key,
               std::move(fault.message), std::move(fault.hint));
}

std::shared_ptr<const Cluster> ModelChecker::build_cluster() {
  if (!platform_) return nullptr;  // `check` found faults
  NetworkOfGroup for_jobs = networks_of_groups(*platform_);
  Platform platform = std::move(*platform_);
  std::vector<NamedNetwork> networks;
  networks.reserve(networks_.size());
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    const std::string& name = spec_.cluster.networks[i].name;
    std::shared_ptr<const Network> network = networks_[i]->build(platform);
    if (auto drawn = network->drawn({.seed = spec_.run.seed, .network = name}))
      network = std::move(drawn);
    networks.push_back({name, networks_[i]->role(), std::move(network)});
  }
  return std::make_shared<const Cluster>(std::move(platform), std::move(networks),
                                         std::move(for_jobs));
}

}  // namespace gpuscape
