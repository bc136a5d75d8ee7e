#include "cli/commands/compare/unmapped.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>
#include <vector>

#include "sim/base/interrupted.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/session/unmapped_designs.hpp"

namespace gpuscape {

namespace {

constexpr int kMostMixes = 4;

UnmappedTrial trial_of(const ComparedWith& with, const UnmappedEnds& ends, double sensitive_part) {
  UnmappedTrial trial;
  trial.sensitive_part = sensitive_part;
  const MappedDesigns mapped =
      open_mapped(with.compared, with.asked, with.context.registry, ends, sensitive_part);
  trial.why_not = mapped.why_not;
  if (!trial.why_not.empty()) return trial;
  std::vector<TriedDesign> designs;
  designs.reserve(mapped.designs.size());
  for (const NamedDesign& design : mapped.designs) designs.push_back({&design, true});
  static_cast<TrialAnswer&>(trial) = try_designs(designs, with.traces, with.options);
  return trial;
}

/// Halves the parts between which the answer turns.
void find_turn(const ComparedWith& with, UnmappedAnswer& answer) {
  answer.turns_above = 0.0;
  answer.turns_below = 1.0;
  for (int i = 0; i < kMostMixes; ++i) {
    const double middle = 0.5 * (*answer.turns_above + *answer.turns_below);
    answer.trials.push_back(trial_of(with, answer.ends, middle));
    if (!answer.trials.back().why_not.empty()) return;
    (is_same_answer(answer.trials.back(), answer.trials.front()) ? answer.turns_above
                                                                 : answer.turns_below) = middle;
  }
}

}  // namespace

void try_unmapped(const ComparedWith& with, double seconds_each, CompareResult& result) {
  UnmappedAnswer answer;
  if (std::optional<UnmappedEnds> ends = unmapped_ends(result)) {
    answer.ends = *std::move(ends);
  } else {
    with.context.err << "gpuscape: unmapped: every job has an application, or none that a design "
                        "makes longer\n";
    return;
  }
  const std::ptrdiff_t runs = 2 * std::ssize(with.compared.designs);
  with.context.err << fmt::format(
      "gpuscape: unmapped: {:.1f} % of the GPU-hours; {} more, about {}, and up to {} where the "
      "answer turns\n",
      100.0 * answer.ends.share, quantity(runs, "run"),
      human_text(Seconds(seconds_each * static_cast<double>(runs))),
      quantity(kMostMixes * std::ssize(with.compared.designs), "run"));
  try {
    for (const double part : {0.0, 1.0}) answer.trials.push_back(trial_of(with, answer.ends, part));
    const bool both = answer.trials[0].why_not.empty() && answer.trials[1].why_not.empty();
    if (both && !is_same_answer(answer.trials[0], answer.trials[1])) find_turn(with, answer);
    take_unmapped(result, std::move(answer));
  } catch (const Interrupted&) {
    result.partial = true;
  }
}

}  // namespace gpuscape
