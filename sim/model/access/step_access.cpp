#include "sim/model/access/step_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

namespace {

/// That share of what a phase does.
TransferPhase part_of(TransferPhase phase, double share) {
  phase.delay *= share;
  phase.bytes *= share;
  return phase;
}

/// Between a client and a GPU: over the network, or between two processes of its own node.
std::variant<AccessWay, WayFault> message_between(const ClusterGraph& graph,
                                                  const TransferWays& ways,
                                                  const GpuLending& lending, Endpoint client,
                                                  Endpoint gpu) {
  if (gpu.node == client.node) return AccessWay{lending.loopback.value_or(Seconds(0.0))};
  return small_message(graph, ways, client, gpu, lending.composed);
}

/// `share` of each copy comes before computing, and the rest beside it. Copies are lists of parts.
template <class Copies>
void add_copies(const Copies& copies, double share, PlannedAccess& access) {
  for (const auto& parts : copies) {
    PlannedCopies& of = access.gpus.emplace_back();
    for (const auto& part : parts) {
      if (share > 0.0) of.before.push_back(part_of(part.phase, share));
      if (share < 1.0) of.beside.push_back(part_of(part.phase, 1.0 - share));
    }
  }
}

}  // namespace

StepAccessFault StepAccess::find_client(const StepsSpec& spec, Endpoint& client) const {
  if (access_ == nullptr || access_->lending() == nullptr)
    return {"client", "the cluster's nodes lend no GPUs",
            R"("gpu_access" of the cluster says who lends to whom; without "client" GPUs are used )"
            "in their own nodes"};
  std::string why;
  const std::optional<Endpoint> found = graph_.find(spec.client, why);
  if (!found || graph_.device(*found).kind != DeviceKind::memory)
    return {"client", fmt::format("\"{}\": {}", excerpt(spec.client), found ? "not a node" : why),
            "a node by its name: \"client/0\""};
  client = *found;
  const GpuLending& lending = *access_->lending();
  const Platform& platform = graph_.platform();
  const std::string& group = platform.groups()[platform.group_of(client.node)].name;
  const auto has = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, group) != names.end();
  };
  if (has(lending.clients) || has(lending.servers)) return {};
  return {"client", fmt::format("node group \"{}\" is not a client", excerpt(group)),
          R"("clients" and "servers" of "gpu_access" are the nodes that use GPUs)"};
}

StepAccessFault StepAccess::refuse_gpus(Endpoint client,
                                        const std::vector<Endpoint>& remote) const {
  const GpuLending& lending = *access_->lending();
  const Platform& platform = graph_.platform();
  for (const Endpoint& gpu : remote) {
    if (gpu.node == client.node) continue;  // by the software's loopback
    const std::string& group = platform.groups()[platform.group_of(gpu.node)].name;
    if (std::ranges::find(lending.servers, group) != lending.servers.end()) continue;
    return {"on", fmt::format("{}: nodes \"{}\" lend no GPUs", graph_.name(gpu), excerpt(group)),
            R"("servers" of "gpu_access" are the nodes that lend them)"};
  }
  const auto count = static_cast<std::int64_t>(remote.size());
  for (const auto& most : {lending.most_gpus_per_job, lending.most_gpus_per_client})
    if (most && count > *most)
      return {"on", fmt::format("{} remote GPUs: gpu_access allows {}", count, *most),
              R"("max_gpus_per_job" and "max_gpus_per_client" of "gpu_access")"};
  return {};
}

/// All legs at once, chunk by chunk: the first chunk comes through all of them.
StepAccess::Part StepAccess::pipeline(const TransferWay& way, Bytes bytes) const {
  Part part;
  Seconds longest(0.0);
  const AccessCopies how = access_->copies();
  const Bytes chunk = how.chunk > Bytes(0.0) ? std::min(how.chunk, bytes) : bytes;
  for (const TransferLeg& leg : way.legs) {
    const MessageCost cost = cost_of(leg, kLargeMessage);
    const double whole = carried(leg, how, graph_);
    const BytesPerSecond alone = rate_alone(leg, cost, graph_) / whole;
    const Seconds one_chunk = chunk / std::min(alone, how.rate);
    part.phase.delay += cost_of(leg, kSmallMessage).latency + one_chunk;
    longest = std::max(longest, one_chunk);
    part.payload = std::min(part.payload, cost.wire_payload);
    // The phase has the bytes on the wire: links that carry more bind by their rate.
    const BytesPerSecond bound = whole > 1.0 ? alone : cost.bound;
    if (bound >= part.phase.bound) continue;
    part.phase.bound = bound;
    part.phase.limit = cost.limit;
  }
  part.phase.delay -= longest;
  return part;
}

std::vector<StepAccess::Part> StepAccess::parts_of(const TransferWay& way, const LocalCopy& local,
                                                   Bytes bytes, TransferPlan& plan) {
  std::vector<Part> parts;
  if (!(bytes > Bytes(0.0))) return parts;
  const std::uint32_t first = ways_.add_routes(way, plan);
  add_way(plan.footprint, way, graph_);
  const AccessCopies how = access_->copies();
  if (way.legs.size() > 1 && how.pipelined) {
    parts.push_back(pipeline(way, bytes));
    parts.back().phase.bytes = bytes;
    parts.back().phase.route = first + static_cast<std::uint32_t>(way.legs.size());
  } else {
    for (std::uint32_t i = 0; i < way.legs.size(); ++i) {
      const MessageCost cost = cost_of(way.legs[i], kLargeMessage);
      parts.push_back({.phase = {.delay = cost_of(way.legs[i], kSmallMessage).latency,
                                 .route = first + i,
                                 .bytes = bytes * carried(way.legs[i], how, graph_),
                                 .bound = cost.bound,
                                 .limit = cost.limit},
                       .payload = cost.wire_payload});
    }
  }
  for (Part& part : parts) {
    const BytesPerSecond own = how.rate * (part.phase.bytes / bytes);
    if (own >= part.phase.bound) continue;
    part.phase.bound = own;
    part.phase.limit = RateLimit::transport;
  }
  if (way.legs.size() > 1) return parts;
  TransferPhase& direct = parts.front().phase;
  direct.delay = std::max(direct.delay, local.latency);
  const BytesPerSecond own = local.on_the_wire(how.ratio) * (direct.bytes / bytes);
  if (own >= direct.bound) return parts;
  direct.bound = own;
  direct.limit = RateLimit::transport;
  return parts;
}

StepAccess::Together StepAccess::together(const std::vector<std::vector<Part>>& copies,
                                          const TransferPlan& plan) const {
  Together all;
  Seconds most(0.0);
  std::size_t phases = 0;
  for (const auto& parts : copies) phases = std::max(phases, parts.size());
  for (std::size_t k = 0; k < phases; ++k) {
    Seconds delay(0.0);
    Seconds longest(0.0);
    std::string bound_by = "copies";
    std::map<ClusterLink, Seconds> taken;
    for (const auto& parts : copies) {
      if (k >= parts.size()) continue;
      const auto& [phase, payload] = parts[k];
      delay = std::max(delay, phase.delay);
      longest = std::max(longest, phase.bytes / phase.bound);
      for (const ClusterLink link : plan.routes[phase.route])
        taken[link] += phase.bytes / (graph_.capacity(link) *
                                      (graph_.node_link(link) == nullptr ? payload : 1.0));
    }
    for (const auto& [link, time] : taken) {
      if (!(time > longest)) continue;
      longest = time;
      bound_by = graph_.link_name(link);
    }
    all.time += delay + longest;
    if (longest > most) all.bound_by = bound_by;
    most = std::max(most, longest);
  }
  return all;
}

StepAccessFault StepAccess::add(const StepsSpec& spec, const std::vector<Endpoint>& gpus,
                                const StepCosts& costs, PlannedStep& step, TransferPlan& plan) {
  Endpoint client;
  if (auto fault = find_client(spec, client); !fault.message.empty()) return fault;
  std::vector<Endpoint> remote;
  const std::optional<Seconds> loopback = access_->lending()->loopback;
  std::ranges::copy_if(gpus, std::back_inserter(remote), [&](const Endpoint& gpu) {
    return loopback.has_value() || gpu.node != client.node;
  });
  if (auto fault = refuse_gpus(client, remote); !fault.message.empty()) return fault;
  PlannedAccess access{.client = spec.client};
  plan.footprint.remote = plan.footprint.remote || !remote.empty();
  if (spec.cold) step.compute = std::max(Seconds(0.0), step.compute - access_->context());
  const Seconds native = step.compute;
  Seconds issue(0.0);
  Seconds waits(0.0);
  Seconds hidden(0.0);
  std::vector<std::vector<Part>> copies;
  for (const Endpoint& gpu : remote) {
    WayFault fault;
    const auto there = ways_.way(client, gpu, nullptr);
    const auto back = ways_.way(gpu, client, nullptr);
    const auto message = message_between(graph_, ways_, *access_->lending(), client, gpu);
    if (const auto* wrong = std::get_if<WayFault>(&message)) fault = *wrong;
    for (const auto* way : {&there, &back})
      if (const auto* wrong = std::get_if<WayFault>(way)) fault = *wrong;
    if (!fault.message.empty())
      return {
          "client",
          fmt::format("{} does not reach {}: {}", access.client, graph_.name(gpu), fault.message),
          fault.hint};
    const AccessDemand demand = access_->demand(costs, std::get<AccessWay>(message));
    issue = std::max(issue, demand.issue);
    waits = std::max(waits, demand.waits);
    hidden = native * demand.hidden;
    std::vector<Part> parts = parts_of(std::get<TransferWay>(there),
                                       local_copy(graph_, ways_, gpu, true), demand.to_gpu, plan);
    const std::vector<Part> from = parts_of(
        std::get<TransferWay>(back), local_copy(graph_, ways_, gpu, false), demand.from_gpu, plan);
    parts.insert(parts.end(), from.begin(), from.end());
    copies.push_back(std::move(parts));
  }
  if (costs.calls_assumed && !remote.empty())
    step.basis += fmt::format(", {} calls a step, assumed", costs.calls);
  step.compute = std::max(native, issue) + waits;
  step.waits = waits;
  step.covers = std::min(step.covers, step.compute);
  const Together all = together(copies, plan);
  access.calls = step.compute - native;
  access.copies = all.time;
  access.before = std::max(Seconds(0.0), all.time - hidden);
  access.bound_by = all.bound_by;
  add_copies(copies, all.time > Seconds(0.0) ? access.before / all.time : 0.0, access);
  step.access = std::move(access);
  return {};
}

}  // namespace gpuscape
