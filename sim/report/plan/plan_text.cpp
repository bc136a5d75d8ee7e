#include "sim/report/plan/plan_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/sweep/calendar_text.hpp"
#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

namespace {

std::string factors_text(const DesignSpace& space) {
  std::string factors;
  for (const AxisSpec& axis : space.axes())
    factors += fmt::format("{}{} {}", factors.empty() ? ": " : " × ",
                           human_count(std::ssize(axis.values)), excerpt(axis.name));
  return quantity(space.size(), "design") + factors;
}

/// One answer, in words.
class PlanWords {
 public:
  PlanWords(const PlanReport& report, std::size_t at)
      : report_(report), answer_(report.outcome.answers[at]), at_(at) {}

  [[nodiscard]] std::string text() const {
    std::string text;
    if (!answer_.of.empty()) text += line("for", of());
    text += answer_.best == kNoDesign ? none() : found();
    text += line("excluded", excluded());
    text += line("raced", raced());
    if (const std::string words = assumed(); !words.empty()) text += line("assumed", words);
    text += line("runs", runs());
    if (const std::string words = on_simgrid(); !words.empty()) text += line("on SimGrid", words);
    return text + line("proven", proven());
  }

 private:
  [[nodiscard]] std::string of() const {
    std::string text;
    for (const auto& [axis, value] : answer_.of)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", excerpt(axis), excerpt(value));
    return text;
  }

  /// Without the axes that say which answer it is.
  [[nodiscard]] std::string name(std::int64_t index) const {
    RunRecord named{.axes = report_.space.labels(index)};
    std::erase_if(named.axes, [&](const auto& axis) {
      return std::ranges::find(answer_.of, axis) != answer_.of.end();
    });
    return excerpt(named.design_name(), 100);
  }

  [[nodiscard]] const Figure* decides(const RunRecord& run) const {
    const std::string& by = report_.space.sought().by;
    return by.empty() ? nullptr : run.figure(by);
  }

  [[nodiscard]] std::string value(const RunRecord& run) const {
    const Figure* figure = decides(run);
    if (figure == nullptr) return "";
    return (run.cost_is_at_least ? ": at least " : ": ") + figure_text(*figure, run.currency);
  }

  [[nodiscard]] std::string objectives(const RunRecord& run) const {
    std::string text;
    for (const KeptObjective& one : run.objectives) {
      if (std::ranges::find(report_.outcome.objectives, one.figure.name, &SloSpec::name) ==
          report_.outcome.objectives.end())
        continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", excerpt(one.figure.name),
                          objective_text(one));
    }
    return text;
  }

  /// The objective of a design that was raced: "1 h 10 min (1 h 4 min – 1 h 20 min)".
  [[nodiscard]] std::string raced_objective(const PlannedDesign& design,
                                            const std::string& name) const {
    const std::vector<SloSpec>& all = report_.outcome.objectives;
    for (std::size_t i = 0; i < all.size() && i < design.objectives.size(); ++i) {
      const Figure& figure = design.objectives[i];
      if (all[i].name != name) continue;
      if (std::isnan(figure.value)) return ": not measured";
      const Estimate value{
          .value = figure.value, .low = figure.low, .high = figure.high, .method = {}};
      return ": " + with_interval(value, [&](double one) { return slo_value_text(all[i], one); });
    }
    return "";
  }

  [[nodiscard]] std::string found() const {
    const RunRecord& best = answer_.best_run;
    std::string text = line(goal_name(report_.space.sought().goal),
                            name(answer_.designs[answer_.best].index) + value(best));
    if (const std::string met = objectives(best); !met.empty()) text += line("meets", met);
    text += line("runner-up", runner_up());
    if (const std::string binds = binding(); !binds.empty()) text += line("binds", binds);
    if (const std::string flips = flip(); !flips.empty()) text += line("flips", flips);
    return text;
  }

  [[nodiscard]] std::string runner_up() const {
    if (answer_.runner_up == kNoDesign)
      return answer_.out_of_runs || report_.outcome.partial ? "none found"
                                                            : "none: no other design meets";
    const RunRecord& run = answer_.runner_up_run;
    std::string text = name(answer_.designs[answer_.runner_up].index) + value(run);
    const Figure* first = decides(answer_.best_run);
    const Figure* second = decides(run);
    if (first == nullptr || second == nullptr || second->value == first->value) return text;
    const double by = second->value - first->value;
    const Figure difference{.name = first->name, .value = std::abs(by)};
    text += fmt::format(", {} {}", figure_text(difference, answer_.best_run.currency),
                        by > 0.0 ? "more" : "less");
    if (first->value != 0.0)
      text += fmt::format(" ({})", percent_text(std::abs(by / first->value)));
    return text;
  }

  [[nodiscard]] std::string binding() const {
    std::string text;
    for (const PlanBinding& one : bindings_of(answer_, report_.outcome.objectives)) {
      text += fmt::format("{}{}: {}, nearest {}{}", text.empty() ? "" : "; ", excerpt(one.what),
                          quantity(one.designs, "better design"), name(one.nearest->index),
                          raced_objective(*one.nearest, one.what));
    }
    return text;
  }

  /// What would make another design the answer.
  [[nodiscard]] std::string flip() const {
    std::string text;
    const Figure* first = decides(answer_.best_run);
    const Figure* second =
        answer_.runner_up == kNoDesign ? nullptr : decides(answer_.runner_up_run);
    // Nearer than that the two cost the same.
    constexpr double kApart = 1.0005;
    if (first != nullptr && second != nullptr && first->value > 0.0 &&
        second->value >= kApart * first->value)
      text = fmt::format("the runner-up wins where the answer's {} is × {:.4g}", first->name,
                         second->value / first->value);
    if (at_ >= report_.flips.size()) return text;
    const LoadFlip& load = report_.flips[at_];
    const std::string after = text.empty() ? "" : "; ";
    if (!load.why_not.empty())
      return text + after + "load: not looked for, as " + excerpt(load.why_not);
    if (!load.misses)
      return text + after + fmt::format("load: it still meets at × {:.3g}", load.meets.value_or(1));
    return text + after +
           fmt::format("{} is missed from a load between × {:.3g} and × {:.3g} on ({})",
                       excerpt(load.missed), load.meets.value_or(1.0), *load.misses,
                       quantity(load.runs, "run"));
  }

  [[nodiscard]] std::string none() const {
    std::string text =
        fmt::format("none of {} is found to meet", quantity(std::ssize(answer_.designs), "design"));
    if (answer_.closest != kNoDesign) {
      const PlannedDesign& closest = answer_.designs[answer_.closest];
      text += "; closest is " + name(closest.index);
      if (!closest.missed.empty())
        text +=
            ", which misses " + excerpt(closest.missed) + raced_objective(closest, closest.missed);
    }
    return line("no answer", text);
  }

  [[nodiscard]] std::string excluded() const {
    constexpr std::string_view kWhy[kProofs] = {"", "do not fit where they are to stand",
                                                "cannot meet an objective", "are overloaded",
                                                "are smaller than a job"};
    const PlanCounts counts = counts_of(answer_);
    if (counts.all_excluded() == 0) return "none without a run";
    std::string text = quantity(counts.all_excluded(), "design") + " without a run";
    std::string reasons;
    for (std::size_t proof = 1; proof < kProofs; ++proof) {
      if (counts.excluded[proof] == 0) continue;
      const auto first = std::ranges::find_if(answer_.designs, [&](const PlannedDesign& one) {
        return one.standing == Standing::excluded && one.proof == static_cast<Proof>(proof);
      });
      reasons += fmt::format("{}{} {} ({}: {})", reasons.empty() ? "" : "; ",
                             human_count(counts.excluded[proof]), kWhy[proof], name(first->index),
                             excerpt(first->why, 120));
    }
    return text + ": " + reasons;
  }

  [[nodiscard]] std::string raced() const {
    const PlanCounts counts = counts_of(answer_);
    std::string text =
        fmt::format("{} stopped: {} missed", quantity(counts.misses + counts.dearer, "design"),
                    human_count(counts.misses));
    if (counts.dearer > 0) text += fmt::format(", {} cost more", human_count(counts.dearer));
    text += fmt::format("; {} run to the end; {} never run, as they are beyond the runner-up",
                        human_count(counts.to_the_end), human_count(counts.not_needed));
    if (answer_.runner_up == kNoDesign) text.replace(text.rfind(", as"), std::string::npos, "");
    return text;
  }

  /// What no run and no proof says.
  [[nodiscard]] std::string assumed() const {
    const std::int64_t count = counts_of(answer_).assumed;
    if (count == 0 && answer_.assumptions_broken == 0) return "";
    if (count == 0) return "nothing in the end: a weaker design meets where a stronger one misses";
    std::string text = fmt::format(
        "{} taken to miss without a run: one misses that is alike but has more nodes or a shorter "
        "start-up; {} more of this kind were run as a check",
        quantity(count, "design"), human_count(answer_.assumptions_checked));
    if (answer_.assumptions_broken == 0) return text + ": none meets";
    return text + fmt::format("; {} of designs, of which a weaker one meets, were all run",
                              quantity(answer_.assumptions_broken, "kind"));
  }

  [[nodiscard]] std::string runs() const {
    std::string text = human_count(answer_.runs);
    if (answer_.runs_of_studies > 0)
      text += fmt::format(", {} of them to confirm what was found",
                          human_count(answer_.runs_of_studies));
    return text + "; all designs have the same jobs and random numbers";
  }

  /// Nothing where there is no finalist.
  [[nodiscard]] std::string on_simgrid() const {
    if (at_ >= report_.loops.size()) return "";
    const LoopCheck& check = report_.loops[at_];
    if (!check.why_not.empty()) return "not checked: " + check.why_not;
    if (check.checked == 0) return "";
    if (check.differ.empty())
      return check.checked == 1 ? "the answer has the same results to the last digit"
                                : "answer and runner-up have the same results to the last digit";
    return fmt::format("{} {} OTHER results: please report this", fmt::join(check.differ, " and "),
                       check.differ.size() == 1 ? "has" : "have");
  }

  [[nodiscard]] std::string proven() const {
    std::string text;
    for (const std::string& why : answer_.why_not_proven)
      text += fmt::format("{}{}", text.empty() ? "no: " : "; ", why);
    const std::string zone = answer_.in_zone == 0 ? ""
                                                  : fmt::format(
                                                        "{} within {} of the answer not "
                                                        "decided",
                                                        quantity(answer_.in_zone, "better design"),
                                                        percent_text(report_.options.zone));
    if (!text.empty()) return text + (zone.empty() ? "" : "; ") + zone;
    text = answer_.best == kNoDesign
               ? "yes, at 95 %: every design is excluded or shown to miss"
               : "yes, at 95 %: every better design is excluded or shown to miss";
    return text + (zone.empty() ? "" : ", but ") + zone;
  }

  const PlanReport& report_;
  const PlanAnswer& answer_;
  std::size_t at_;
};

}  // namespace

std::string plan_text(const PlanReport& report) {
  std::string text = fmt::format("{} · {}\n", excerpt(report.title), factors_text(report.space));
  for (std::size_t i = 0; i < report.outcome.answers.size(); ++i)
    text += (i == 0 ? "" : "\n") + PlanWords(report, i).text();
  if (report.calendar)
    text += "\n" + calendar_text(report.space.sought().calendar.value_or(CalendarSpec()),
                                 *report.calendar);
  return text;
}

}  // namespace gpuscape
