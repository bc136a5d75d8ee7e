#include "sim/study/compare/in_step.hpp"

#include <algorithm>
#include <vector>

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

void start_in_step(std::span<Study* const> studies) {
  std::vector<WarmUp> warm_ups;
  for (Study* const study : studies) {
    study->start();
    warm_ups.push_back(study->found_warm_up());
  }
  for (std::size_t i = 0; i < studies.size(); ++i)
    studies[i]->summarize_after(warm_ups[i], starts_beside(warm_ups, i));
}

void replicate_in_step(std::span<Study* const> studies) {
  start_in_step(studies);
  for (Study* const study : studies)
    while (!study->enough()) study->add_batch();
}

}  // namespace gpuscape
