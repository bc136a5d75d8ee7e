#include "sim/run/dependencies.hpp"

namespace gpuscape {

/// Whether what `on` came to is what a job waits for. `afterany` asks for an end too: what never
/// starts never ends.
bool Dependencies::is_met(DependsOn how, std::uint32_t on) const {
  if (!records_.ended(on)) return false;
  return how == DependsOn::end ||
         (how == DependsOn::success && records_.state(on) == JobState::completed);
}

Dependencies::Verdict Dependencies::enter_dependent(std::uint32_t job, const Arrivals& arrivals) {
  const Job& record = arrivals.next();
  const std::vector<std::uint32_t>& of_stream = jobs_of_stream_[record.stream];
  const auto place = static_cast<std::uint32_t>(of_stream.size() - 1);
  std::vector<Dependency> all{{record.after, record.after_how}};
  if (record.waits_for_more) {
    const std::vector<Dependency> more = arrivals.further_dependencies(record, place);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::erase_if(all, [place](const Dependency& of) { return of.on >= StreamJobId(place); });
  std::vector<std::pair<std::uint32_t, DependsOn>> open;
  for (const Dependency& dependency : all) {
    const std::uint32_t on = of_stream[dependency.on.index()];
    const bool over = records_.ended(on) || !records_.can_run(on);
    if (over && !is_met(dependency.how, on)) return Verdict::in_vain;
    if (!over) open.emplace_back(on, dependency.how);
  }
  if (open.empty()) return Verdict::free;
  for (const auto& [on, how] : open) dependents_[on].push_back({job, how});
  unmet_[job] = open.size();
  return Verdict::waits;
}

}  // namespace gpuscape
