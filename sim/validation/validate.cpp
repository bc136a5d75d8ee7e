#include "sim/validation/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/study/statistics/quantile.hpp"
#include "sim/validation/baseline.hpp"
#include "sim/validation/figure_run.hpp"

namespace gpuscape {

namespace {

std::string place_of(const ValidatedFigure& figure, const ValidatedPoint& point) {
  return fmt::format("{}: {}{}{}", figure.figure.id, point.experiment,
                     point.size.empty() ? "" : ", ", point.size);
}

/// Errors of figures, and of their points.
class Errors {
 public:
  void add(const ValidatedFigure& figure) {
    add(figures_, figure.error, figure.figure.id);
    for (const ValidatedPoint& point : figure.points)
      if (figure.counts(point)) add(points_, point.error, place_of(figure, point));
  }
  [[nodiscard]] ErrorSummary of_figures() const { return summary_of(figures_); }
  [[nodiscard]] ErrorSummary of_points() const { return summary_of(points_); }

 private:
  struct All {
    std::vector<double> errors;
    std::string worst_at;
    double worst = -1.0;
  };
  static void add(All& all, double error, std::string place) {
    all.errors.push_back(error);
    if (error <= all.worst) return;
    all.worst = error;
    all.worst_at = std::move(place);
  }
  static ErrorSummary summary_of(All all) {
    if (all.errors.empty()) return {};
    std::ranges::sort(all.errors);
    return {.count = all.errors.size(),
            .median = quantile(all.errors, 0.5),
            .p90 = quantile(all.errors, 0.9),
            .worst = all.worst,
            .second = all.errors.size() > 1 ? all.errors[all.errors.size() - 2] : 0.0,
            .worst_at = all.worst_at};
  }

  All figures_;
  All points_;
};

void summarize(ValidationResult& result) {
  Errors scored;
  Errors fitted;
  for (ValidatedFigure& validated : result.figures) {
    const PublishedFigure& figure = validated.figure;
    if (!is_in_question(figure, result.goals)) continue;
    ++result.in_question;
    if (validated.points.empty()) continue;
    const auto points = static_cast<double>(validated.points.size());
    result.expressed += points / (points + static_cast<double>(figure.left_out_values));
    validated.scored = figure.used_for == "test";
    if (validated.scored || !validated.holds()) (validated.scored ? scored : fitted).add(validated);
  }
  result.scored = scored.of_figures();
  result.fitted = fitted.of_figures();
  result.scored_points = scored.of_points();
  result.fitted_points = fitted.of_points();
}

}  // namespace

std::optional<bool> ValidatedFigure::holds() const {
  if (points.empty()) return std::nullopt;
  if (figure.used_for == "identity") return within_tolerance();
  if (figure.used_for == "bound")
    return std::ranges::all_of(points, [](const ValidatedPoint& point) {
      if (point.limit == "at least") return point.ours >= point.published;
      return point.limit != "at most" || point.ours <= point.published;
    });
  if (figure.used_for != "bracket") return std::nullopt;
  const auto bracket = std::ranges::minmax(points, {}, &ValidatedPoint::ours);
  return std::ranges::all_of(points, [&bracket](const ValidatedPoint& point) {
    return bracket.min.ours <= point.published && point.published <= bracket.max.ours;
  });
}

ValidationResult validate(const PublishedArea& area, const Registry& registry,
                          std::string_view only) {
  ValidationResult result;
  result.area = area.name;
  result.goals = area.goals;
  result.one_figure = !only.empty();
  for (const PublishedFigure& figure : area.figures) {
    if (!only.empty() && figure.id != only) continue;
    result.figures.push_back(run_figure(figure, registry));
  }
  summarize(result);
  add_skill(result);
  return result;
}

}  // namespace gpuscape
