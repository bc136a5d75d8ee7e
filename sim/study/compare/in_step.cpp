#include "sim/study/compare/in_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpuscape {

bool is_generated(const ScenarioSpec& scenario) {
  return std::ranges::any_of(scenario.streams,
                             [](const StreamSpec& stream) { return !stream.trace.has_value(); });
}

void start_in_step(std::span<Study* const> studies) {
  for (Study* const study : studies) study->start();
  WarmUp longest;
  for (const Study* const study : studies) {
    WarmUp found = study->found_warm_up();
    if (studies.size() > 1 && found.method != "given")
      found.method = fmt::format("the longest of all variants; {}", found.method);
    if (longest.whole_run) continue;  // what is averaged is the same for all
    if (longest.method.empty() || found.whole_run || found.length > longest.length)
      longest = std::move(found);
  }
  for (Study* const study : studies) study->summarize_after(longest);
}

void replicate_in_step(std::span<Study* const> studies) {
  start_in_step(studies);
  while (!std::ranges::all_of(studies, &Study::enough)) {
    for (Study* const study : studies) {
      if (!study->exhausted()) study->add_batch();
    }
  }
}

}  // namespace gpuscape
