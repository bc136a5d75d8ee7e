#include "sim/report/json_values.hpp"
#include "sim/report/validate_text.hpp"

namespace gpuscape {

namespace {

JsonValue point_json(const ValidatedPoint& point) {
  const bool rate = point.quantity == MeasuredQuantity::bandwidth;
  JsonValue value = JsonValue::make_object();
  value.set("experiment", json::text(point.experiment));
  if (!point.size.empty()) value.set("bytes", json::text(point.size));
  value.set(rate ? "published_bytes_per_s" : "published_s", json::number(point.published));
  value.set(rate ? "ours_bytes_per_s" : "ours_s", json::number(point.ours));
  value.set("error", json::number(point.error));
  value.set("bound_by", json::text(point.bound_by));
  return value;
}

JsonValue figure_json(const ValidatedFigure& validated) {
  const PublishedFigure& figure = validated.figure;
  JsonValue value = JsonValue::make_object();
  value.set("system", json::text(figure.system));
  value.set("source", json::text(figure.source));
  value.set("used_for", json::text(figure.used_for));
  if (!figure.fits.empty()) value.set("fits", json::text(figure.fits));
  if (!figure.not_expressible.empty()) {
    value.set("not_expressible", json::text(figure.not_expressible));
    return value;
  }
  value.set("mechanism", json::text(figure.mechanism));
  value.set("error", json::number(validated.error));
  value.set("tolerance", json::number(figure.tolerance));
  value.set("within_tolerance", json::boolean(validated.within_tolerance()));
  value.set("scored", json::boolean(validated.scored));
  JsonValue points = JsonValue::make_array();
  for (const ValidatedPoint& point : validated.points) points.items().push_back(point_json(point));
  value.set("points", std::move(points));
  return value;
}

}  // namespace

std::string validate_json(const ValidationResult& result) {
  JsonValue document = JsonValue::make_object();
  document.set("area", json::text(result.area));
  JsonValue summary = JsonValue::make_object();
  const auto count = [](std::size_t n) { return json::integer(static_cast<std::int64_t>(n)); };
  summary.set("class", json::text(result.goals.of_class));
  summary.set("in_question", count(result.in_question));
  summary.set("expressible", count(result.expressed));
  summary.set("fitted", count(result.fitted));
  summary.set("fitted_median_error", json::number(result.fitted_median));
  summary.set("scored", count(result.scored));
  summary.set("median_error", json::number(result.median));
  summary.set("p90_error", json::number(result.p90));
  summary.set("reached", json::boolean(result.reached()));
  document.set("summary", std::move(summary));
  JsonValue figures = JsonValue::make_object();
  for (const ValidatedFigure& figure : result.figures)
    figures.set(figure.figure.id, figure_json(figure));
  document.set("figures", std::move(figures));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
