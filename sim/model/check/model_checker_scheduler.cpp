/// What does not go with pools, with jobs that share GPUs, or that are on several groups of nodes.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/platform/gpu_set.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Who plans with nodes finds none in a pool.
void ModelChecker::check_pools(const Backfill& backfill) {
  const auto pool = std::ranges::find(groups_, true, &NodeGroup::pool);
  if (pool == groups_.end() || backfill.traits().plans_on_pools) return;
  const ModelSpec& model = spec_.scheduler.backfill;
  context_.add(model.parameters.place(), model.pointer,
               fmt::format("backfill \"{}\" plans with nodes, and \"{}\" is a pool: it has none",
                           excerpt(model.type), excerpt(pool->name)),
               "backfill \"easy\", \"conservative\" or \"none\", or nodes: of one GPU each they "
               "are the nearest to a pool");
}

/// Who plans with whole GPUs, or takes them away, knows nothing of jobs that share one.
void ModelChecker::check_sharing(Scheduler& policy, const Backfill& backfill) {
  const std::string hint = "or jobs take whole GPUs: \"gpu_sharing\": \"whole\"";
  const std::string& type = spec_.scheduler.gpu_sharing.type;
  const std::string shared = type == kGpuSharingPlace.fallback
                                 ? "\"gpu_sharing\" of nodes"
                                 : fmt::format("\"gpu_sharing\": \"{}\"", excerpt(type));
  const auto refuse = [&](const ModelSpec& model, std::string message, std::string instead) {
    context_.add(model.parameters.place(), model.pointer, std::move(message),
                 std::move(instead) + hint);
  };
  if (!backfill.traits().knows_shared_gpus)
    refuse(spec_.scheduler.backfill,
           fmt::format("the plans of backfill \"{}\" are of whole GPUs: it does not go with {}",
                       excerpt(spec_.scheduler.backfill.type), shared),
           "backfill \"easy\" or \"none\", ");
  if (policy.parts().preempts)
    refuse(spec_.scheduler.policy,
           fmt::format("\"{}\" preempts jobs, and those that share a GPU cannot be preempted",
                       excerpt(spec_.scheduler.policy.type)),
           "a policy without preemption, ");
  for (std::size_t i = 0; i < groups_.size() && nodes_are_complete_; ++i) {
    const NodeGroup& group = groups_[i];
    if (!group.pool && (group.sharing == nullptr || !group.sharing->shares())) continue;
    if (group.pool && spec_.scheduler.gpu_sharing.type == kGpuSharingPlace.fallback) continue;
    const bool too_many = group.capacity.gpus > static_cast<std::int32_t>(GpuSet::kMost);
    if (group.pool || too_many)
      refuse(spec_.cluster.nodes[i].model,
             group.pool ? fmt::format("\"{}\" is a pool: its processors are not shared",
                                      excerpt(group.name))
                        : fmt::format("the nodes of \"{}\" have {} GPUs: those of nodes with up to "
                                      "{} can be shared",
                                      excerpt(group.name), group.capacity.gpus, GpuSet::kMost),
             group.pool ? "nodes with GPUs, " : "smaller nodes, ");
  }
}

/// Who plans group by group, or takes nodes away, knows nothing of jobs on several groups.
void ModelChecker::check_spanning(Scheduler& policy, const Backfill& backfill) {
  const std::string hint = "or no job spans groups: \"span_groups\": \"off\"";
  if (!backfill.traits().plans_over_groups) {
    const ModelSpec& model = spec_.scheduler.backfill;
    context_.add(model.parameters.place(), model.pointer,
                 fmt::format("backfill \"{}\" plans jobs on single groups of nodes: it does not "
                             "go with \"span_groups\": \"same-model\"",
                             excerpt(model.type)),
                 "backfill \"easy\" or \"none\", " + hint);
  }
  if (policy.parts().preempts) {
    const ModelSpec& model = spec_.scheduler.policy;
    context_.add(model.parameters.place(), model.pointer,
                 fmt::format("\"{}\" preempts jobs to make room in one group of nodes: it does not "
                             "go with \"span_groups\": \"same-model\"",
                             excerpt(model.type)),
                 "a policy without preemption, " + hint);
  }
  check_spanning_exchanges();
  if (!nodes_are_complete_ || !GroupSpans(groups_).empty()) return;
  const JsonValue* scheduler = spec_.resolved.find("scheduler");
  const JsonValue* key = scheduler == nullptr ? nullptr : scheduler->find("span_groups");
  context_.add(key == nullptr ? SourcePlace() : key->place(), "/scheduler/span_groups",
               "no two groups of nodes have the same GPU model: no job can span groups",
               "nodes of the catalogue have a model, others say theirs in `gpu_model`; " + hint);
}

/// Collectives are planned, and checked, for nodes of one group.
void ModelChecker::check_spanning_exchanges() {
  const auto refuse = [this](const std::optional<ApplicationSpec>& application) {
    if (!application || !application->collective) return;
    const JobCollectiveSpec& asked = *application->collective;
    context_.add(asked.place, asked.pointer,
                 "collectives of jobs are planned for nodes of one group: they do not go with "
                 "\"span_groups\": \"same-model\"",
                 "without \"collective\" jobs exchange data in a ring over their nodes; or no job "
                 "spans groups: \"span_groups\": \"off\"");
  };
  for (const StreamSpec& stream : spec_.streams) {
    refuse(stream.application);
    for (const JobClassSpec& job_class : stream.classes) refuse(job_class.application);
  }
}

}  // namespace gpuscape
