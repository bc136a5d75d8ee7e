#include "sim/report/compare/guess_trial_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/compare/verdict_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostTrials = 4;     // that turn the verdict, and that could not be made
constexpr std::size_t kMostMovements = 3;  // of the mean completion time
constexpr double kLeastMovement = 0.001;   // what prints as 0.1 %
constexpr std::size_t kLongestEntry = 80;

std::string name_of(const GuessTrial& trial) {
  return fmt::format("{}/{} {}", trial.guess.section, excerpt(trial.guess.entry, kLongestEntry),
                     trial.guess.field);
}

bool was_made(const GuessTrial& trial) { return trial.why_not.empty(); }

/// The design that a trial moves most; how far is below `kLeastMovement` where it moves none.
struct Movement {
  const GuessTrial* trial = nullptr;
  std::size_t design = 0;
  double by = 0.0;
};

Movement largest_of(const CompareResult& result, const GuessTrial& trial) {
  Movement largest{&trial};
  for (std::size_t i = 0; i < result.variants.size(); ++i)
    if (const double by = moves(result, trial, i); std::abs(by) > std::abs(largest.by))
      largest = {&trial, i, by};
  return largest;
}

class TrialLines {
 public:
  explicit TrialLines(const CompareResult& result) : result_(result) {}

  [[nodiscard]] std::string text() {
    said(summary());
    turned();
    moved();
    not_made();
    return std::move(text_);
  }

 private:
  void said(const std::string& words) {
    text_ += line(text_.empty() ? "guesses tried" : "", words);
  }

  [[nodiscard]] std::string summary() const {
    const auto made = std::ranges::count_if(result_.guesses, was_made);
    const auto kept = std::ranges::count_if(result_.guesses, [&](const GuessTrial& trial) {
      return was_made(trial) && keeps_answer(result_, trial);
    });
    return fmt::format("{} of the catalogue at the ends of {} ranges: {} keep the verdict",
                       quantity(made, "value"), made == 1 ? "its" : "their",
                       kept == made ? "all" : fmt::format("{} of {}", kept, made));
  }

  void turned() {
    std::size_t told = 0;
    std::size_t more = 0;
    for (const GuessTrial& trial : result_.guesses) {
      if (!was_made(trial) || keeps_answer(result_, trial)) continue;
      if (told++ >= kMostTrials) {
        ++more;
        continue;
      }
      said(fmt::format(
          "{} at {} instead of {}: {}", name_of(trial), trial.at, trial.guess.value,
          trial.winner ? column_name(result_, *trial.winner) : "none: " + trial.why_none));
    }
    if (more > 0) said(fmt::format("{} more turn it: in compare.json", more));
  }

  void moved() {
    std::vector<Movement> all;
    all.reserve(result_.guesses.size());
    for (const GuessTrial& trial : result_.guesses) all.push_back(largest_of(result_, trial));
    std::ranges::stable_sort(
        all, [](const Movement& a, const Movement& b) { return std::abs(a.by) > std::abs(b.by); });
    std::size_t told = 0;
    for (const Movement& one : all) {
      if (std::abs(one.by) < kLeastMovement || told++ >= kMostMovements) break;
      said(fmt::format("mean completion time of {}: {}{:.1f} % with {} at {} instead of {}",
                       column_name(result_, one.design), one.by < 0.0 ? "−" : "+",
                       100.0 * std::abs(one.by), name_of(*one.trial), one.trial->at,
                       one.trial->guess.value));
    }
    if (told == 0) said("none of them moves the mean completion time by 0.1 %");
  }

  void not_made() {
    std::size_t told = 0;
    for (const GuessTrial& trial : result_.guesses)
      if (!was_made(trial) && told++ < kMostTrials)
        said(fmt::format("not tried: {} at {}: {}", name_of(trial), trial.at, trial.why_not));
  }

  const CompareResult& result_;
  std::string text_;
};

}  // namespace

std::string guess_trial_lines(const CompareResult& result) {
  return result.guesses.empty() ? "" : TrialLines(result).text();
}

JsonValue guess_trials_json(const CompareResult& result) {
  return json::list(result.guesses, [&](const GuessTrial& trial) {
    JsonValue value = JsonValue::make_object();
    value.set("entry", json::text(fmt::format("{}/{}", trial.guess.section, trial.guess.entry)));
    value.set("field", json::text(trial.guess.field));
    value.set("value", json::text(trial.guess.value));
    value.set("at", json::text(trial.at));
    if (!was_made(trial)) {
      value.set("why_not", json::text(trial.why_not));
      return value;
    }
    value.set("winner", trial.winner ? json::text(result.variants[*trial.winner].name)
                                     : JsonValue::make_null());
    value.set("by", json::text(std::string(verdict_by_name(trial.by))));
    if (!trial.why_none.empty()) value.set("why_none", json::text(trial.why_none));
    value.set("keeps_verdict", json::boolean(keeps_answer(result, trial)));
    JsonValue means = JsonValue::make_object();
    for (std::size_t i = 0; i < trial.completion_mean.size(); ++i)
      if (std::isfinite(trial.completion_mean[i]))
        means.set(result.variants[i].name, json::number(trial.completion_mean[i]));
    value.set("completion_mean_s", std::move(means));
    return value;
  });
}

}  // namespace gpuscape
