#include <cmath>

#include "sim/report/format/json_values.hpp"
#include "sim/report/plan/plan_text.hpp"
#include "sim/report/sweep/calendar_text.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kStandings[] = {"waiting", "fault", "excluded", "misses",
                                           "dearer",  "open",  "meets",    "assumed"};
constexpr std::string_view kProofNames[kProofs] = {"", "misfit", "objective", "load", "never_fit"};

using PairsOfNames = std::vector<std::pair<std::string, std::string>>;

JsonValue axes_json(const PairsOfNames& names) {
  JsonValue value = JsonValue::make_object();
  for (const auto& [name, of] : names) value.set(name, json::text(of));
  return value;
}

JsonValue with_range_json(const Figure& figure) {
  JsonValue value = JsonValue::make_object();
  value.set("value", json::number(figure.value));
  if (figure.low) value.set("low", json::number(*figure.low));
  if (figure.high) value.set("high", json::number(*figure.high));
  return value;
}

JsonValue planned_json(const DesignSpace& space, const PlannedDesign& design) {
  JsonValue value = JsonValue::make_object();
  value.set("design", json::integer(design.index));
  value.set("axes", axes_json(space.labels(design.index)));
  value.set("standing",
            json::text(std::string(kStandings[static_cast<std::size_t>(design.standing)])));
  value.set("bound", json::number(design.bound));
  value.set("runs", json::integer(design.runs));
  if (design.proof != Proof::none)
    value.set("proof",
              json::text(std::string(kProofNames[static_cast<std::size_t>(design.proof)])));
  if (!design.why.empty()) value.set("why", json::text(design.why));
  if (!design.missed.empty()) value.set("missed", json::text(design.missed));
  if (design.runs == 0) return value;
  value.set("to_the_end", json::boolean(design.to_the_end));
  value.set("certain", json::boolean(design.is_certain));
  value.set("decides", with_range_json(design.decides));
  JsonValue slo = JsonValue::make_object();
  for (const Figure& one : design.objectives) slo.set(one.name, with_range_json(one));
  value.set("slo", std::move(slo));
  return value;
}

JsonValue study_json(const DesignSpace& space, const PlanAnswer& answer, std::size_t place,
                     const RunRecord& run) {
  if (place == kNoDesign) return JsonValue::make_null();
  JsonValue value = JsonValue::make_object();
  value.set("design", json::integer(answer.designs[place].index));
  value.set("axes", axes_json(space.labels(answer.designs[place].index)));
  value.set("replications", json::integer(run.replications));
  const std::string& by = space.sought().by;
  if (const Figure* figure = by.empty() ? nullptr : run.figure(by))
    value.set("decides", with_range_json(*figure));
  JsonValue slo = JsonValue::make_object();
  for (const KeptObjective& one : run.objectives) {
    JsonValue objective = with_range_json(one.figure);
    objective.set("met", json::boolean(one.met));
    slo.set(one.figure.name, std::move(objective));
  }
  value.set("slo", std::move(slo));
  return value;
}

JsonValue counts_json(const PlanAnswer& answer) {
  const PlanCounts counts = counts_of(answer);
  JsonValue value = JsonValue::make_object();
  value.set("designs", json::integer(std::ssize(answer.designs)));
  JsonValue excluded = JsonValue::make_object();
  for (std::size_t i = 1; i < kProofs; ++i)
    excluded.set(std::string(kProofNames[i]), json::integer(counts.excluded[i]));
  value.set("excluded", std::move(excluded));
  value.set("stopped_as_missing", json::integer(counts.misses));
  value.set("stopped_as_dearer", json::integer(counts.dearer));
  value.set("to_the_end", json::integer(counts.to_the_end));
  value.set("meeting", json::integer(counts.meets));
  value.set("open", json::integer(counts.open));
  value.set("with_fault", json::integer(counts.faults));
  value.set("assumed", json::integer(counts.assumed));
  value.set("assumptions_checked", json::integer(answer.assumptions_checked));
  value.set("assumptions_broken", json::integer(answer.assumptions_broken));
  value.set("not_needed", json::integer(counts.not_needed));
  value.set("runs", json::integer(answer.runs));
  value.set("runs_of_studies", json::integer(answer.runs_of_studies));
  value.set("in_zone", json::integer(answer.in_zone));
  return value;
}

JsonValue flip_json(const LoadFlip& flip) {
  JsonValue value = JsonValue::make_object();
  if (flip.meets) value.set("meets_at", json::number(*flip.meets));
  if (flip.misses) value.set("misses_at", json::number(*flip.misses));
  value.set("missed", json::text(flip.missed));
  value.set("runs", json::integer(flip.runs));
  if (!flip.why_not.empty()) value.set("why_not", json::text(flip.why_not));
  return value;
}

JsonValue loop_json(const LoopCheck& check) {
  JsonValue value = JsonValue::make_object();
  value.set("checked", json::integer(check.checked));
  value.set("differ", json::list(check.differ, json::text));
  if (!check.why_not.empty()) value.set("why_not", json::text(check.why_not));
  return value;
}

JsonValue answer_json(const PlanReport& report, std::size_t at) {
  const PlanAnswer& answer = report.outcome.answers[at];
  const DesignSpace& space = report.space;
  JsonValue value = JsonValue::make_object();
  value.set("for", axes_json(answer.of));
  value.set("best", study_json(space, answer, answer.best, answer.best_run));
  value.set("runner_up", study_json(space, answer, answer.runner_up, answer.runner_up_run));
  value.set("closest", answer.closest == kNoDesign
                           ? JsonValue::make_null()
                           : json::integer(answer.designs[answer.closest].index));
  value.set("proven", json::boolean(answer.is_proven()));
  value.set("why_not_proven", json::list(answer.why_not_proven, json::text));
  value.set("counts", counts_json(answer));
  value.set("binds",
            json::list(bindings_of(answer, report.outcome.objectives), [](const PlanBinding& one) {
              JsonValue binding = JsonValue::make_object();
              binding.set("what", json::text(one.what));
              binding.set("designs", json::integer(one.designs));
              binding.set("nearest", json::integer(one.nearest->index));
              return binding;
            }));
  if (at < report.flips.size()) value.set("load_flip", flip_json(report.flips[at]));
  if (at < report.loops.size()) value.set("simgrid_loop", loop_json(report.loops[at]));
  value.set("designs", json::list(answer.designs, [&](const PlannedDesign& design) {
              return planned_json(space, design);
            }));
  return value;
}

}  // namespace

std::string plan_json(const PlanReport& report) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(report.title));
  document.set("partial", json::boolean(report.outcome.partial));
  document.set("designs", json::integer(report.space.size()));
  document.set("goal", json::text(std::string(goal_name(report.space.sought().goal))));
  document.set("by", json::text(report.space.sought().by));
  std::vector<std::size_t> places(report.outcome.answers.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  document.set("answers",
               json::list(places, [&](std::size_t at) { return answer_json(report, at); }));
  if (report.calendar) document.set("calendar", calendar_json(*report.calendar));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
