/// GPUs that nodes lend to jobs on other nodes: whether the cluster has what that takes.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/platform/cluster/port_layout.hpp"

namespace gpuscape {

std::string_view ModelChecker::over() const {
  return lending_ ? std::string_view(access_->lending()->over) : std::string_view();
}

AttachTerms ModelChecker::attach_terms() const {
  AttachTerms terms = access_->lending()->attach;
  const auto at =
      std::ranges::find(spec_.cluster.networks, access_->lending()->over, &NetworkSpec::name);
  const auto& network = networks_[static_cast<std::size_t>(at - spec_.cluster.networks.begin())];
  const std::optional<Composition> composition = network->composition();
  if (!access_->lending()->composed || !composition) return terms;
  terms.attach = composition->attach;
  terms.detach = composition->detach;
  return terms;
}

void ModelChecker::refuse_access(std::string_view key, std::string message, std::string hint) {
  const JsonValue* value = access_spec_->parameters.find(key);
  context_.add(
      value == nullptr ? access_spec_->parameters.place() : value->place(),
      value == nullptr ? access_spec_->pointer : fmt::format("{}/{}", access_spec_->pointer, key),
      std::move(message), std::move(hint));
}

std::vector<std::size_t> ModelChecker::groups_named(const std::vector<std::string>& names,
                                                    std::string_view key) {
  std::vector<std::size_t> found;
  std::vector<std::string> known;
  known.reserve(groups_.size());
  for (const NodeGroup& group : groups_) known.push_back(group.name);
  for (const std::string& name : names) {
    const auto at = std::ranges::find(known, name);
    if (at == known.end())
      refuse_access(key, fmt::format("no group of nodes is called \"{}\"", excerpt(name)),
                    nearest_hint(name, known));
    else
      found.push_back(static_cast<std::size_t>(at - known.begin()));
  }
  return found;
}

/// Groups that lend GPUs have them, whether or not they have a CPU.
void ModelChecker::build_access() {
  for (const PlacedModel& placed : spec_.models) {
    if (!placed.place.is(kGpuAccessPlace)) continue;
    const auto* shelf = registry_.find<GpuAccess>();
    ensure(shelf != nullptr, "a scenario is checked with the models that it was read with");
    access_spec_ = &placed.model;
    access_ = build(*shelf, placed.model, resolved_at(kGpuAccessPlace));
  }
  const GpuLending* of = access_ == nullptr ? nullptr : access_->lending();
  if (of == nullptr || !nodes_are_complete_) return;
  const std::size_t faults = context_.issue_count();
  Lending lending{.clients = groups_named(of->clients, "clients"),
                  .servers = groups_named(of->servers, "servers")};
  const auto refuse_pool = [this](std::size_t group, std::string_view key) {
    if (!groups_[group].pool) return false;
    refuse_access(key,
                  fmt::format("\"{}\" is a pool: it has no nodes", excerpt(groups_[group].name)),
                  "nodes out of the catalogue, or of type \"graph\"");
    return true;
  };
  for (const std::size_t client : lending.clients) {
    refuse_pool(client, "clients");
    if (lending.is_server(client))
      refuse_access("servers",
                    fmt::format("\"{}\" is among the clients, too", excerpt(groups_[client].name)),
                    "nodes that lend their GPUs run no jobs");
  }
  for (const std::size_t server : lending.servers) {
    NodeGroup& group = groups_[server];
    if (refuse_pool(server, "servers")) continue;
    const std::vector<DeviceIndex> gpus =
        group.graph == nullptr ? std::vector<DeviceIndex>() : group.graph->of_kind(DeviceKind::gpu);
    if (gpus.empty()) {
      refuse_access(
          "servers",
          fmt::format("the nodes of \"{}\" have no GPUs that links lead to", excerpt(group.name)),
          "a node of the catalogue with GPUs, or one of type \"gpu-box\" or \"graph\"");
      continue;
    }
    group.capacity.gpus = static_cast<std::int32_t>(gpus.size());
    if (group.gpu_model.empty()) group.gpu_model = group.graph->devices()[gpus.front()].model;
  }
  const auto at_most = [](const std::optional<std::int64_t>& most) {
    return static_cast<std::int32_t>(most.value_or(Lending::kAny));
  };
  lending.most_per_job = at_most(of->most_gpus_per_job);
  lending.most_per_client = at_most(of->most_gpus_per_client);
  if (context_.issue_count() == faults && !lending.clients.empty() && !lending.servers.empty())
    lending_ = std::move(lending);
}

/// Who plans group by group, or takes nodes away, knows nothing of jobs on lent GPUs.
void ModelChecker::check_lending(Scheduler& policy, const Backfill& backfill) {
  const auto refuse = [this](const ModelSpec& model, std::string message, std::string hint) {
    context_.add(model.parameters.place(), model.pointer, std::move(message), std::move(hint));
  };
  const std::string& type = access_spec_->type;
  if (!backfill.traits().plans_over_groups)
    refuse(spec_.scheduler.backfill,
           fmt::format("backfill \"{}\" plans jobs on single groups of nodes: it does not go with "
                       "gpu_access \"{}\"",
                       excerpt(spec_.scheduler.backfill.type), type),
           "backfill \"easy\" or \"none\"");
  if (policy.parts().preempts)
    refuse(spec_.scheduler.policy,
           fmt::format("\"{}\" preempts jobs, and those on lent GPUs cannot be preempted",
                       excerpt(spec_.scheduler.policy.type)),
           "a policy without preemption");
  if (spec_.scheduler.shares_gpus || spec_.scheduler.spans_groups)
    refuse_access("",
                  fmt::format("GPUs that are lent are whole, and of one model: gpu_access "
                              "\"{}\" goes with neither \"gpu_sharing\" other than \"whole\" nor "
                              "\"span_groups\": \"same-model\"",
                              type),
                  "leave these two out");
}

void ModelChecker::check_lending_network() {
  const GpuLending& of = *access_->lending();
  const auto at = std::ranges::find(spec_.cluster.networks, of.over, &NetworkSpec::name);
  if (access_spec_->parameters.find("over") == nullptr) return;  // refused where it was read
  if (at == spec_.cluster.networks.end()) {
    std::vector<std::string> names;
    names.reserve(spec_.cluster.networks.size());
    for (const NetworkSpec& network : spec_.cluster.networks) names.push_back(network.name);
    return refuse_access(
        "over", fmt::format("no network is called \"{}\"", excerpt(of.over)),
        names.empty() ? "the cluster has no network" : nearest_hint(of.over, names));
  }
  const auto& network = networks_[static_cast<std::size_t>(at - spec_.cluster.networks.begin())];
  if (network == nullptr || !platform_) return;
  if ((network->role() == kComposedRole) != of.composed)
    return refuse_access(
        "over",
        fmt::format("\"{}\" is a network of type \"{}\": gpu_access \"{}\" goes over {}",
                    excerpt(of.over), at->model.type, access_spec_->type,
                    of.composed ? "one of type \"composed-pcie\"" : "a network of switches"),
        of.composed ? "or \"type\": \"api-remoting\"" : "or \"type\": \"composed-pcie\"");
  const PortLayout ports(*platform_, network->role());
  const auto check_ports = [&](const std::vector<std::size_t>& groups, std::string_view key,
                               bool copies_pass_memory) {
    for (const std::size_t group : groups) {
      const NodeGroup& nodes = groups_[group];
      if (nodes.graph == nullptr || ports.rails_of(platform_->first_node(group)) == 0)
        refuse_access(key,
                      fmt::format("the nodes of \"{}\" have no adapter for the network \"{}\"",
                                  excerpt(nodes.name), excerpt(this->over())),
                      nodes.graph == nullptr
                          ? "a node of the catalogue, or one of type \"graph\": of these nothing "
                            "is known of what is inside"
                          : "a node's `nics` say what each is for, by `role`");
      else if (copies_pass_memory && nodes.graph->of_kind(DeviceKind::memory).empty())
        refuse_access(key,
                      fmt::format("the nodes of \"{}\" have no memory that copies could pass",
                                  excerpt(nodes.name)),
                      "nodes with a CPU");
    }
  };
  if (!lending_) return;
  check_ports(lending_->clients, "clients", true);
  check_ports(lending_->servers, "servers", !of.composed);
  lending_->islands = network->islands();
}

std::optional<std::int64_t> gpus_of(const OwnCluster& own, const Registry& registry) {
  ReadingContext faults;
  std::unique_ptr<GpuAccess> access;
  for (const PlacedModel& placed : own.models) {
    const auto* shelf = registry.find<GpuAccess>();
    const auto* entry = placed.place.is(kGpuAccessPlace) && shelf != nullptr
                            ? shelf->find(placed.model.type)
                            : nullptr;
    if (entry == nullptr) continue;
    ObjectReader reader(placed.model.parameters, placed.model.pointer, faults);
    reader.keep("type");
    access = entry->read(reader);
  }
  const GpuLending* lending = access == nullptr ? nullptr : access->lending();
  std::int64_t gpus = 0;
  for (const NodeGroupSpec& spec : own.cluster.nodes) {
    const auto* entry = registry.nodes.find(spec.model.type);
    if (entry == nullptr) return std::nullopt;
    ObjectReader reader(spec.model.parameters, spec.model.pointer, faults);
    reader.keep("type");
    const NodeGroup group = entry->read(reader)->group();
    reader.finish();
    const bool lends = lending != nullptr && group.graph != nullptr &&
                       std::ranges::find(lending->servers, spec.name) != lending->servers.end();
    gpus += std::int64_t{group.count} *
            (lends ? std::ssize(group.graph->of_kind(DeviceKind::gpu)) : group.capacity.gpus);
  }
  if (faults.has_issues() || gpus <= 0 || gpus > ModelChecker::kMostGpus) return std::nullopt;
  return gpus;
}

}  // namespace gpuscape
