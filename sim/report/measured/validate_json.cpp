#include <fmt/format.h>

#include "sim/report/format/json_values.hpp"
#include "sim/report/measured/validate_text.hpp"

namespace gpuscape {

namespace {

/// The end of its keys.
std::string_view unit_of(MeasuredQuantity quantity) {
  switch (quantity) {
    case MeasuredQuantity::power:
      return "w";
    case MeasuredQuantity::time:
    case MeasuredQuantity::training_time:
    case MeasuredQuantity::duration:
      return "s";
    case MeasuredQuantity::count:
      return "count";
    case MeasuredQuantity::share:
    case MeasuredQuantity::speed_left:
      return "share";
    case MeasuredQuantity::yearly_rate:
      return "per_year";
    case MeasuredQuantity::sample_rate:
      return "samples_per_s";
    case MeasuredQuantity::batch_rate:
      return "batches_per_s";
    case MeasuredQuantity::speed_up:
      return "speed_up";
    case MeasuredQuantity::efficiency:
      return "efficiency";
    default:
      return "bytes_per_s";
  }
}

JsonValue point_json(const ValidatedPoint& point) {
  const std::string_view unit = unit_of(point.quantity);
  JsonValue value = JsonValue::make_object();
  value.set("experiment", json::text(point.experiment));
  if (point.gpus > 0)
    value.set("gpus", json::integer(point.gpus));
  else if (!point.size.empty())
    value.set("bytes", json::text(point.size));
  value.set(fmt::format("published_{}", unit), json::number(point.published));
  value.set(fmt::format("ours_{}", unit), json::number(point.ours));
  value.set("error", json::number(point.error));
  value.set("bound_by", json::text(point.bound_by));
  if (point.fitted) value.set("fitted", json::boolean(true));
  return value;
}

/// null where there are no errors.
void set_errors(JsonValue& object, const std::string& prefix, const ErrorSummary& errors) {
  const auto set = [&](const char* key, JsonValue value) {
    object.set(prefix + key, errors.count == 0 ? JsonValue::make_null() : std::move(value));
  };
  set("median_error", json::number(errors.median));
  set("p90_error", json::number(errors.p90));
  set("worst_error", json::number(errors.worst));
  set("worst", json::text(errors.worst_at));
}

JsonValue points_json(const ErrorSummary& points) {
  JsonValue value = JsonValue::make_object();
  value.set("count", json::integer(static_cast<std::int64_t>(points.count)));
  set_errors(value, "", points);
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
  if (validated.baseline) value.set("baseline_error", json::number(*validated.baseline));
  if (const std::optional<double> skill = validated.skill())
    value.set("skill", json::number(*skill));
  value.set("tolerance", json::number(figure.tolerance));
  value.set("within_tolerance", json::boolean(validated.within_tolerance()));
  value.set("scored", json::boolean(validated.scored));
  if (const std::optional<bool> holds = validated.holds())
    value.set("holds", json::boolean(*holds));
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
  summary.set("expressible", json::number(result.expressed));
  summary.set("fitted", count(result.fitted.count));
  set_errors(summary, "fitted_", result.fitted);
  summary.set("fitted_points", points_json(result.fitted_points));
  summary.set("scored", count(result.scored.count));
  set_errors(summary, "", result.scored);
  summary.set("scored_points", points_json(result.scored_points));
  JsonValue skill = JsonValue::make_array();
  for (const SkillRow& row : result.skill) {
    JsonValue value = JsonValue::make_object();
    value.set("of", json::text(row.of));
    value.set("count", count(row.count));
    value.set("median_error", json::number(row.ours));
    value.set("p90_error", json::number(row.our_p90));
    value.set("baseline_median_error", json::number(row.baseline));
    value.set("skill", json::number(row.skill()));
    skill.items().push_back(std::move(value));
  }
  summary.set("baseline", std::move(skill));
  summary.set("reached", json::boolean(result.reached()));
  document.set("summary", std::move(summary));
  JsonValue figures = JsonValue::make_object();
  for (const ValidatedFigure& figure : result.figures)
    figures.set(figure.figure.id, figure_json(figure));
  document.set("figures", std::move(figures));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
