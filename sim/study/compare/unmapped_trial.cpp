#include "sim/study/compare/unmapped_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

namespace {

/// By application: the GPU time that its jobs had nodes for ÷ that as given.
std::map<std::string, double> paces_of(const StudyResult& study) {
  const RunResult& run = study.first;
  struct Sums {
    double on_nodes = 0.0, given = 0.0;
  };
  std::map<std::string, Sums> sums;
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    if (!run.jobs.in_statistics(i) || run.jobs.state(i) != JobState::completed) continue;
    const Job& job = run.jobs.job(i);
    const StreamSpec& stream = study.scenario.streams[job.stream];
    if (job.application.is_none()) continue;
    const JobClassSpec& job_class = stream.classes[job.application.index()];
    if (job_class.interactive || job_class.cut_short || !job_class.application) continue;
    Sums& of = sums[job_class.name];
    for (const Segment& segment : run.jobs.segments(i))
      of.on_nodes += job.demand.gpu_amount() * (segment.end - segment.start).value();
    of.given += job.demand.gpu_amount() * job.run_time.value();
  }
  std::map<std::string, double> paces;
  for (const auto& [name, of] : sums)
    if (of.given > 0.0 && of.on_nodes > 0.0) paces[name] = of.on_nodes / of.given;
  return paces;
}

/// How much longer the slowest design is than the fastest, by application that all designs ran.
std::map<std::string, double> spreads_of(const CompareResult& result) {
  std::map<std::string, std::pair<double, double>> ends;
  std::map<std::string, std::size_t> seen;
  for (const VariantResult& variant : result.variants)
    for (const auto& [name, pace] : paces_of(variant.outcome.result)) {
      const auto [at, is_new] = ends.try_emplace(name, pace, pace);
      at->second.first = std::min(at->second.first, pace);
      at->second.second = std::max(at->second.second, pace);
      ++seen[name];
    }
  std::map<std::string, double> spreads;
  for (const auto& [name, of] : ends)
    if (seen[name] == result.variants.size()) spreads[name] = of.second / of.first;
  return spreads;
}

double unmapped_share(const StudyResult& study) {
  const std::optional<WorkloadUse>& use = study.first.use;
  if (!use || !(use->all.gpu_seconds > GpuSeconds(0.0))) return 0.0;
  return use->without.gpu_seconds / use->all.gpu_seconds;
}

}  // namespace

std::optional<UnmappedEnds> unmapped_ends(const CompareResult& result) {
  constexpr double kNoSpread = 1e-9;
  UnmappedEnds ends;
  for (const VariantResult& variant : result.variants)
    ends.share = std::max(ends.share, unmapped_share(variant.outcome.result));
  if (!(ends.share > 0.0)) return std::nullopt;
  const std::map<std::string, double> spreads = spreads_of(result);
  if (spreads.empty()) return std::nullopt;
  const auto by_spread = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto least = std::ranges::min_element(spreads, by_spread);
  const auto most = std::ranges::max_element(spreads, by_spread);
  if (most->second < 1.0 + kNoSpread) return std::nullopt;
  ends.least = least->first;
  ends.most = most->first;
  ends.least_spread = least->second;
  ends.most_spread = most->second;
  return ends;
}

bool is_same_answer(const TrialAnswer& a, const TrialAnswer& b) { return a.winner == b.winner; }

void take_unmapped(CompareResult& result, UnmappedAnswer answer) {
  const auto was_made = [](const UnmappedTrial& trial) { return trial.why_not.empty(); };
  const bool both =
      answer.trials.size() > 1 && was_made(answer.trials[0]) && was_made(answer.trials[1]);
  if (both && result.verdict && !is_same_answer(answer.trials[0], answer.trials[1])) {
    result.verdict->by = BoardVerdict::By::nothing;
    result.verdict->winner.reset();
    result.verdict->why_none =
        fmt::format("it depends on the {:.1f} % of the GPU-hours that have no application",
                    100.0 * answer.ends.share);
  }
  result.unmapped = std::move(answer);
}

}  // namespace gpuscape
