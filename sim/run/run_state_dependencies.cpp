#include <algorithm>
#include <utility>

#include "sim/run/run_state.hpp"

namespace gpuscape {

/// Whether what `on` came to is what a job waits for. `afterany` asks for an end too: what never
/// starts never ends.
bool RunState::is_met(DependsOn how, std::uint32_t on) const {
  if (!records_.ended(on)) return false;
  return how == DependsOn::end ||
         (how == DependsOn::success && records_.state(on) == JobState::completed);
}

/// Enters a job that arrives with all that it waits for. `of_stream`: the jobs of its stream so
/// far, itself last.
RunState::Waiting RunState::wait_for_others(std::uint32_t job,
                                            const std::vector<std::uint32_t>& of_stream) {
  if (next_job_.after == Job::kNone) return Waiting::for_nobody;
  const auto place = static_cast<std::uint32_t>(of_stream.size() - 1);
  std::vector<Dependency> all{{next_job_.after, next_job_.after_how}};
  if (next_job_.waits_for_more) {
    const std::vector<Dependency> more = inlet_.further_dependencies(next_job_, place);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::erase_if(all, [place](const Dependency& of) { return of.on >= place; });
  std::vector<Dependency> open;
  for (const Dependency& dependency : all) {
    const std::uint32_t on = of_stream[dependency.on];
    const bool over = records_.ended(on) || !records_.can_run(on);
    if (over && !is_met(dependency.how, on)) return Waiting::in_vain;
    if (!over) open.push_back({on, dependency.how});
  }
  if (open.empty()) return Waiting::for_nobody;
  for (const Dependency& dependency : open)
    dependents_[dependency.on].push_back({job, dependency.how});
  unmet_[job] = open.size();
  new_dependents_.push_back(job);
  return Waiting::for_others;
}

void RunState::release_dependents(std::uint32_t job) {
  const auto at = dependents_.find(job);
  if (at == dependents_.end()) return;
  const std::vector<Dependency> dependents = std::move(at->second);
  dependents_.erase(at);
  for (const Dependency& dependent : dependents) {
    const auto unmet = unmet_.find(dependent.on);
    if (unmet == unmet_.end()) continue;  // another one that it waited for has failed
    if (is_met(dependent.how, job)) {
      if (--unmet->second == 0) let_go(dependent.on);
    } else {
      give_up(dependent.on);
    }
  }
}

/// A job that waited for others waits so no longer; one of this instant never did.
void RunState::end_dependency(std::uint32_t job) {
  unmet_.erase(job);
  if (std::erase(new_dependents_, job) > 0) {
    wait_reasons_.join_held({job, records_.origin(job), open_to(job)}, WaitReason::dependency,
                            simulation_.now());
  }
}

void RunState::let_go(std::uint32_t job) {
  end_dependency(job);
  stranded_meter_.job_waits(records_.demand(job));
  wait_reasons_.let_go(job, records_.demand(job), simulation_.now());
  WaitingJob waiting = as_waiting(job);
  enqueue(waiting);
}

void RunState::give_up(std::uint32_t job) {
  end_dependency(job);
  wait_reasons_.leave(job, simulation_.now());
  records_.mark_dependency_failed(job);
  --waiting_;
  release_dependents(job);
}

}  // namespace gpuscape
