/// Parts of the cluster with schedulers of their own.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {

/// What a part's policy cannot do without all nodes.
void ModelChecker::check_part_policy(const PartSpec& part, Scheduler& policy,
                                     const Backfill& backfill) {
  const PolicyParts parts = policy.parts();
  const auto refuse = [&](const ModelSpec& model, std::string message, std::string hint) {
    context_.add(model.parameters.place(), model.pointer, std::move(message), std::move(hint));
  };
  if (parts.divides)
    refuse(part.policy,
           fmt::format("\"{}\" divides all nodes: it is no policy of a part",
                       excerpt(part.policy.type)),
           "parts for its owners, or no parts");
  if (parts.preempts && !parts.picks)
    refuse(part.policy,
           fmt::format("\"{}\" stops running jobs, also those of other parts: it is no policy of "
                       "a part",
                       excerpt(part.policy.type)),
           "a policy without preemption, \"quota-tree\" or \"cohorts\"");
  if (parts.rules != nullptr && nodes_are_complete_) {
    const std::string fault = parts.rules->fault(Platform(groups_));
    if (!fault.empty()) refuse(part.policy, fault, "other nodes, or another policy");
  }
  if (parts.picks && backfill.traits().depth.has_value())
    refuse(part.backfill,
           fmt::format("\"{}\" tries all jobs that wait: a backfill has nothing to do",
                       excerpt(part.policy.type)),
           "\"backfill\": \"none\"");
}

void ModelChecker::check_part_nodes() {
  std::vector<std::string> names;
  names.reserve(groups_.size());
  for (const NodeGroup& group : groups_) names.push_back(group.name);
  std::map<std::string, std::uint64_t> given;
  for (const PartSpec& part : spec_.scheduler.parts) {
    std::uint64_t nodes = 0;
    for (const auto& [name, count] : part.nodes) {
      const auto group = std::ranges::find(groups_, name, &NodeGroup::name);
      if (group == groups_.end())
        context_.add(part.place, part.pointer + "/nodes",
                     fmt::format("no group of nodes is called \"{}\"", excerpt(name)),
                     nearest_hint(name, names));
      else if (group->pool)
        context_.add(part.place, part.pointer + "/nodes",
                     fmt::format("parts get nodes, and the pool \"{}\" has none", excerpt(name)),
                     "nodes of another group");
      given[name] += count;
      nodes += count;
    }
    if (part.least > nodes)
      context_.add(part.place, part.pointer + "/least",
                   fmt::format("{} nodes are to stay, and the part has {}", part.least, nodes),
                   "fewer that stay, or more nodes");
  }
  for (const NodeGroup& group : groups_)
    if (given[group.name] > group.count)
      context_.add(spec_.scheduler.parts.front().place, "/scheduler/parts",
                   fmt::format("{} nodes of \"{}\" are given away, and the cluster has {}",
                               given[group.name], excerpt(group.name), group.count),
                   "fewer nodes in a part, or more in the cluster");
}

void ModelChecker::check_part_jobs() {
  std::vector<std::string> streams;
  streams.reserve(spec_.streams.size());
  for (const StreamSpec& stream : spec_.streams) streams.push_back(stream.name);
  std::map<std::string, std::string> of;
  std::size_t defaults = 0;
  for (const PartSpec& part : spec_.scheduler.parts) {
    for (const std::string& name : part.streams) {
      if (std::ranges::find(streams, name) == streams.end())
        context_.add(part.place, part.pointer + "/streams",
                     fmt::format("no stream is called \"{}\"", excerpt(name)),
                     nearest_hint(name, streams));
    }
    for (const auto& [kind, names] :
         {std::pair("stream", &part.streams), std::pair("partition", &part.partitions),
          std::pair("account", &part.accounts)})
      for (const std::string& name : *names) {
        const auto [at, is_new] =
            of.emplace(fmt::format("{} \"{}\"", kind, excerpt(name)), part.name);
        if (!is_new)
          context_.add(part.place, part.pointer,
                       fmt::format("{} is of two parts, \"{}\" and \"{}\"", at->first,
                                   excerpt(at->second), excerpt(part.name)),
                       "each job is of one part");
      }
    const bool names_none =
        part.streams.empty() && part.partitions.empty() && part.accounts.empty();
    if (names_none && !part.is_default)
      context_.add(part.place, part.pointer, "no job is of this part",
                   "streams, partitions or accounts of its own, or \"default\": true");
    if (part.is_default && ++defaults == 2)
      context_.add(part.place, part.pointer + "/default", "a second part takes all other jobs",
                   "one part takes the jobs that no part names");
  }
}

void ModelChecker::check_parts(Scheduler* policy, const Backfill* backfill) {
  const SchedulerSpec& spec = spec_.scheduler;
  const auto refuse = [&](std::string what, std::string hint) {
    context_.add(spec.parts.front().place, "/scheduler/parts",
                 "parts of a cluster do not go with " + std::move(what), std::move(hint));
  };
  if (spec.shares_gpus) refuse("shared GPUs", "\"gpu_sharing\": \"whole\"");
  if (spec.spans_groups) refuse("jobs on several groups", "\"span_groups\": \"off\"");
  if (lends()) refuse("lent GPUs", "\"gpu_access\": \"local\"");
  check_part_jobs();
  if (nodes_are_complete_) check_part_nodes();
  for (const PartSpec& part : spec.parts) {
    std::unique_ptr<Scheduler> own_policy;
    std::unique_ptr<Backfill> own_backfill;
    if (part.policy.pointer != spec.policy.pointer)
      own_policy = build(registry_.schedulers, part.policy, nullptr);
    if (part.backfill.pointer != spec.backfill.pointer)
      own_backfill = build(registry_.backfills, part.backfill, nullptr);
    if (part.placement.pointer != spec.placement.pointer)
      build(registry_.placements, part.placement, nullptr);
    Scheduler* its_policy = own_policy ? own_policy.get() : policy;
    const Backfill* its_backfill = own_backfill ? own_backfill.get() : backfill;
    if (its_policy != nullptr && its_backfill != nullptr)
      check_part_policy(part, *its_policy, *its_backfill);
  }
}

}  // namespace gpuscape
