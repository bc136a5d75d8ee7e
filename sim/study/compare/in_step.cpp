#include "sim/study/compare/in_step.hpp"

#include <algorithm>
#include <vector>

#include "sim/base/parallel.hpp"

namespace gpuscape {

namespace {

/// From where on the jobs of a design are compared with those of the first one, or of the first one
/// with those of the others, where that is later than its own warm-up.
std::vector<Seconds> starts_beside(const std::vector<WarmUp>& warm_ups, std::size_t design) {
  std::vector<Seconds> starts;
  for (std::size_t i = 0; i < warm_ups.size(); ++i)
    if ((i == 0 || design == 0) && warm_ups[i].length > warm_ups[design].length)
      starts.push_back(warm_ups[i].length);
  std::ranges::sort(starts);
  const auto [first, last] = std::ranges::unique(starts);
  starts.erase(first, last);
  return starts;
}

}  // namespace

bool is_generated(const ScenarioSpec& scenario) {
  return std::ranges::any_of(scenario.streams,
                             [](const StreamSpec& stream) { return !stream.trace.has_value(); });
}

void start_in_step(std::span<Study* const> studies, unsigned threads) {
  std::vector<StudyRound> rounds;
  for (Study* const study : studies) rounds.push_back(study->first_runs());
  work_through(rounds, threads);
  std::vector<WarmUp> warm_ups(studies.size());
  for_each_index(studies.size(), threads,
                 [&](std::size_t i) { warm_ups[i] = studies[i]->found_warm_up(); });
  rounds.clear();
  for (std::size_t i = 0; i < studies.size(); ++i)
    rounds.push_back(studies[i]->first_statistics(warm_ups[i], starts_beside(warm_ups, i)));
  work_through(rounds, threads);
}

void replicate_in_step(std::span<Study* const> studies, unsigned threads) {
  start_in_step(studies, threads);
  for (;;) {
    std::vector<StudyRound> rounds;
    for (Study* const study : studies)
      if (!study->enough()) rounds.push_back(study->next_batch());
    if (rounds.empty()) return;
    work_through(rounds, threads);
  }
}

}  // namespace gpuscape
