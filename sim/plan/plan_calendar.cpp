#include "sim/plan/plan.hpp"

namespace gpuscape {

std::optional<PurchaseCalendar> calendar_of(const DesignSpace& space, const PlanOutcome& outcome) {
  if (!space.sought().calendar || outcome.partial) return std::nullopt;
  std::vector<RunRecord> best(outcome.answers.size());
  std::vector<FoundDesign> found(outcome.answers.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const PlanAnswer& answer = outcome.answers[i];
    found[i].of = answer.of;
    if (answer.best == kNoDesign) continue;
    best[i] = answer.best_run;
    best[i].axes = space.labels(answer.designs[answer.best].index);
    found[i].best = &best[i];
  }
  return purchase_calendar(space.sought().calendar.value_or(CalendarSpec()), found);
}

}  // namespace gpuscape
