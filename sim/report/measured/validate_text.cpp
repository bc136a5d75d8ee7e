#include "sim/report/measured/validate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

/// Of samples or batches.
std::string per_second_text(double rate) {
  constexpr double kWhole = 1000.0;
  return rate < kWhole ? fmt::format("{:.4g} /s", rate) : fmt::format("{:.0f} /s", rate);
}

/// Of what steps of applications have; empty for the others.
std::string step_value_text(MeasuredQuantity quantity, double value) {
  constexpr double kMinute = 60.0;
  if (quantity == MeasuredQuantity::sample_rate || quantity == MeasuredQuantity::batch_rate)
    return per_second_text(value);
  if (quantity == MeasuredQuantity::training_time)
    return fmt::format("{:.4g} min", value / kMinute);
  if (quantity == MeasuredQuantity::speed_up) return fmt::format("{:.2f} times", value);
  if (quantity == MeasuredQuantity::efficiency) return fmt::format("{:.1f} %", 100.0 * value);
  return "";
}

std::string value_text(MeasuredQuantity quantity, double value) {
  if (std::string text = step_value_text(quantity, value); !text.empty()) return text;
  if (quantity == MeasuredQuantity::count) return fmt::format("{:.4g}", value);
  if (quantity == MeasuredQuantity::share || quantity == MeasuredQuantity::speed_left)
    return fmt::format("{:.2f} %", 100.0 * value);
  if (quantity == MeasuredQuantity::yearly_rate) return fmt::format("{:.4g} /y", value);
  if (quantity == MeasuredQuantity::duration) return rounded_text(Seconds(value));
  if (quantity == MeasuredQuantity::power) return fmt::format("{:.0f} W", value);
  if (quantity != MeasuredQuantity::time) return human_text(BytesPerSecond(value));
  constexpr double kMicrosecond = 1e-6;
  constexpr double kMillisecond = 1e-3;
  return value < kMillisecond ? fmt::format("{:.2f} us", value / kMicrosecond)
                              : fmt::format("{:.3g} ms", value / kMillisecond);
}

/// Of a speed that is left the difference in points, of others in percent of the published value.
std::string signed_error(const ValidatedPoint& point) {
  if (point.quantity == MeasuredQuantity::speed_left)
    return fmt::format("{:+.1f} points", 100.0 * (point.ours - point.published));
  return fmt::format("{:+.1f} %", 100.0 * (point.ours / point.published - 1.0));
}

/// "a bound: kept"; empty for figures that are scored by their error.
std::string verdict_of_limits(const ValidatedFigure& figure) {
  const std::optional<bool> holds = figure.holds();
  if (!holds) return "";
  if (figure.figure.used_for == "bracket")
    return *holds ? "a bracket: it holds what was published" : "a bracket: MISSED";
  if (figure.figure.used_for == "bound") return *holds ? "a bound: kept" : "a bound: BROKEN";
  return *holds ? "an identity: it comes out" : "an identity: it does NOT come out";
}

std::string verdict_of(const ValidatedFigure& figure) {
  if (std::string limits = verdict_of_limits(figure); !limits.empty()) return limits;
  if (figure.figure.used_for == "fit") return "fitted";
  return figure.within_tolerance() ? "within" : "OUTSIDE";
}

std::string baseline_text(const ValidatedFigure& figure) {
  if (!figure.baseline) return "";
  const std::optional<double> skill = figure.skill();
  return fmt::format(" (baseline {}{})", percent_text(*figure.baseline),
                     skill ? fmt::format(", skill {:.2f}", *skill) : "");
}

std::string figure_text(const ValidatedFigure& validated) {
  const PublishedFigure& figure = validated.figure;
  const auto counted = std::ranges::count_if(
      validated.points, [&](const ValidatedPoint& point) { return validated.counts(point); });
  std::string text =
      "\n" + plain_line(fmt::format("{} · {}", figure.id, figure.system)) +
      plain_line(fmt::format("  error {} of {} point{}{} · {} (tolerance {}) · {}",
                             percent_text(validated.error), counted, counted == 1 ? "" : "s",
                             baseline_text(validated), verdict_of(validated),
                             percent_text(figure.tolerance), figure.mechanism));
  std::vector<std::vector<std::string>> rows{{"", "published", "ours", "error", "bound by"}};
  for (const ValidatedPoint& point : validated.points)
    rows.push_back(
        {fmt::format("    {}{}{}", point.experiment, point.size.empty() ? "" : ", ", point.size),
         value_text(point.quantity, point.published), value_text(point.quantity, point.ours),
         signed_error(point), point.bound_by + (validated.counts(point) ? "" : " (fitted)")});
  text += text_table(rows);
  for (const Experiment& experiment : figure.experiments)
    if (!experiment.fits.empty())
      text += plain_line(fmt::format("    fitted on {}: {}", experiment.name, experiment.fits));
  if (!figure.fits.empty()) text += plain_line("    fitted on it: " + figure.fits);
  if (!figure.left_out.empty()) text += plain_line("    left out: " + figure.left_out);
  return text;
}

std::string unexpressed_text(const ValidationResult& result) {
  std::string text;
  for (const ValidatedFigure& validated : result.figures) {
    const PublishedFigure& figure = validated.figure;
    const bool counts = is_in_question(figure, result.goals) && !figure.not_expressible.empty();
    const bool asked_for = result.figures.size() == 1 && !figure.not_expressible.empty();
    if (counts || asked_for)
      text += plain_line(fmt::format("  {}: {}", figure.id, figure.not_expressible));
  }
  return text.empty() ? text : "\nnot expressible\n" + text;
}

std::string goal_text(bool met) { return met ? "met" : "MISSED"; }

/// "median error 0.5 %" and the like; with goals, whether they are met. Of one there is neither a
/// median nor a worst, and of a few no percentile.
std::string errors_text(const ErrorSummary& errors, const ValidationGoals* goals = nullptr) {
  constexpr std::size_t kFew = 5;
  if (errors.count == 1 && goals == nullptr)
    return fmt::format("error {} ({})", percent_text(errors.median), errors.worst_at);
  if (errors.count < kFew && goals == nullptr)
    return fmt::format("median error {} · worst {} ({})", percent_text(errors.median),
                       percent_text(errors.worst), errors.worst_at);
  const auto goal = [&](double error, const std::optional<double>& most) {
    return most ? fmt::format(" (at most {}: {})", percent_text(*most), goal_text(error <= *most))
                : "";
  };
  const ValidationGoals asked = goals ? *goals : ValidationGoals{};
  if (asked.worst && !asked.median)
    return fmt::format("worst error {}{} ({})", percent_text(errors.worst),
                       goal(errors.worst, asked.worst), errors.worst_at);
  const std::string second =
      asked.all_but_one ? fmt::format("all but one within {}{} · ", percent_text(errors.second),
                                      goal(errors.second, asked.all_but_one))
                        : "";
  return fmt::format("median error {}{} · 90th percentile {}{} · {}worst {} ({})",
                     percent_text(errors.median), goal(errors.median, asked.median),
                     percent_text(errors.p90), goal(errors.p90, asked.p90), second,
                     percent_text(errors.worst), errors.worst_at);
}

/// A line for figures and one for their points.
std::string score_text(std::string_view what, const ErrorSummary& figures,
                       const ErrorSummary& points, const ValidationGoals* goals = nullptr) {
  const std::string_view points_label = points.count == 1 ? "  point" : "  points";
  if (figures.count == 0) return line(what, "0");
  return line(what, fmt::format("{}, {}", figures.count, errors_text(figures, goals))) +
         line(points_label, fmt::format("{}, {}", points.count, errors_text(points)));
}

/// The goals of an area are of all its figures: one has its own tolerance.
std::string one_figure_text(const ValidationResult& result) {
  const ValidatedFigure& only = result.figures.front();
  std::string text = fmt::format("\n{} · {} alone\n", result.area, only.figure.id);
  if (only.points.empty()) return text;
  if (const std::string limits = verdict_of_limits(only); !limits.empty())
    return text + line("not scored", limits);
  const bool fitted = only.figure.used_for == "fit";
  const std::string_view what = only.scored ? "scored" : fitted ? "fitted" : "not scored";
  const std::string verdict =
      only.scored ? fmt::format(": {}", goal_text(only.within_tolerance())) : std::string();
  text += line(what, fmt::format("error {} (tolerance {}{})", percent_text(only.error),
                                 percent_text(only.figure.tolerance), verdict));
  const ErrorSummary& points = only.scored ? result.scored_points : result.fitted_points;
  constexpr std::string_view label = "  points";
  if (points.count > 1)
    text += line(label, fmt::format("{}, {}", points.count, errors_text(points)));
  return text;
}

/// 18, or 18.5 where one figure is expressed in part.
std::string count_text(double count) {
  return count == std::floor(count) ? fmt::format("{:.0f}", count) : fmt::format("{:.1f}", count);
}

/// What is gained on saying one start for each kind of traffic, and bytes ÷ line rate.
std::string skill_text(const ValidationResult& result) {
  if (result.skill.empty()) return "";
  std::vector<std::vector<std::string>> rows{
      {"against the baseline", "count", "ours", "90th", "baseline", "skill"}};
  for (const SkillRow& row : result.skill)
    rows.push_back({"  " + row.of, fmt::format("{}", row.count), percent_text(row.ours),
                    percent_text(row.our_p90), percent_text(row.baseline),
                    fmt::format("{:.2f}", row.skill())});
  std::string starts;
  constexpr double kMicrosecond = 1e-6;
  for (const NaiveStart& of : result.starts)
    starts += fmt::format("{}{} {:.3g} us", starts.empty() ? "" : ", ", of.kind,
                          of.start.value() / kMicrosecond);
  return "\n" + text_table(rows) +
         (starts.empty() ? "" : plain_line("  its starts, the best ones for it: " + starts));
}

/// Bounds, brackets and identities, which no error scores.
std::string limits_text(const ValidationResult& result) {
  std::size_t all = 0;
  std::size_t kept = 0;
  for (const ValidatedFigure& figure : result.figures) {
    const std::optional<bool> holds = figure.holds();
    all += holds ? 1U : 0U;
    kept += holds.value_or(false) ? 1U : 0U;
  }
  if (all == 0) return "";
  return line("limits", fmt::format("{} of {} bounds, brackets and identities hold: {}", kept, all,
                                    goal_text(kept == all)));
}

std::string summary_text(const ValidationResult& result) {
  const ValidationGoals& goals = result.goals;
  if (result.one_figure) return one_figure_text(result);
  std::string text =
      fmt::format("\n{} · {} measured {} figure{}, read at the source\n", result.area,
                  result.in_question, goals.of_class, result.in_question == 1 ? "" : "s");
  if (result.in_question == 0) return text;
  return text +
         line("expressible",
              fmt::format("{} of {} ({}, at least {}: {})", count_text(result.expressed),
                          result.in_question, percent_text(result.share_expressed()),
                          percent_text(goals.expressible),
                          goal_text(result.share_expressed() >= goals.expressible))) +
         (goals.of_class == "sharing" ? line("errors", "points of the speed that is left") : "") +
         score_text("fitted", result.fitted, result.fitted_points) +
         score_text("scored", result.scored, result.scored_points, &goals) + limits_text(result) +
         skill_text(result);
}

}  // namespace

std::string validate_text(const ValidationResult& result) {
  std::string text;
  for (const ValidatedFigure& figure : result.figures)
    if (!figure.points.empty()) text += figure_text(figure);
  return text + unexpressed_text(result) + summary_text(result);
}

}  // namespace gpuscape
