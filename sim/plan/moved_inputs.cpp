#include "sim/plan/moved_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "sim/catalog/catalog_guesses.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/scenario/load/axis_value.hpp"

namespace gpuscape {

namespace {

/// A wider range is taken by its logarithm.
constexpr double kWide = 4.0;

struct Amount {
  double number = 0.0;
  std::string unit = {};  ///< with the space before it
};

std::optional<Amount> amount_of(const std::string& text) {
  Amount read;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read.number);
  if (error != std::errc()) return std::nullopt;
  read.unit.assign(end, text.data() + text.size());
  return read;
}

double number_between(double low, double high, double level) {
  if (low > 0.0 && high / low > kWide) return low * std::pow(high / low, level);
  return low + level * (high - low);
}

}  // namespace

std::string value_between(const std::string& low, const std::string& high, double level) {
  const std::optional<Amount> from = amount_of(low);
  const std::optional<Amount> to = amount_of(high);
  if (!(level > 0.0)) return low;
  if (!(level < 1.0)) return high;
  if (!from || !to || from->unit != to->unit) return level < 0.5 ? low : high;
  return fmt::format("{:.9g}{}", number_between(from->number, to->number, level), from->unit);
}

MovedInputs::MovedInputs(const CheckedScenario& scenario) {
  // Which of them a run uses is known after it: one that none uses moves nothing.
  for (const CatalogGuess& guess : guesses_of_jobs(scenario.guesses, true))
    if (!guess.low.empty() && !guess.high.empty() && guess.low != guess.high)
      guesses_.push_back(guess);
  for (const CatalogGuess& guess : guesses_)
    all_.push_back({.name = fmt::format("{} of {}", guess.field, guess.entry),
                    .low = guess.low,
                    .high = guess.high,
                    .of = RangeOf::catalogue,
                    .number = all_.size()});
  if (scenario.cost == nullptr) return;
  for (const AxisSpec& axis : scenario.cost->spec().vary)
    if (axis.values.size() > 1) axes_.push_back(axis);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    all_.push_back({.name = axes_[i].name,
                    .low = axes_[i].values.front().label,
                    .high = axes_[i].values.back().label,
                    .of = RangeOf::user,
                    .number = i});
  for (const CostInput& input : scenario.cost->inputs().all())
    if (input.has_range()) costs_.push_back(input);
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    const CostInput& input = costs_[i];
    const bool is_text = !input.low_text.empty();
    all_.push_back({.name = input.name,
                    .low = is_text ? input.low_text : fmt::format("{:.4g}", input.low),
                    .high = is_text ? input.high_text : fmt::format("{:.4g}", input.high),
                    .of = RangeOf::cost,
                    .number = i});
  }
}

void MovedInputs::apply(const std::vector<double>& levels, ScenarioSource& source,
                        Design& design) const {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const MovedInput& input = all_[i];
    if (input.of == RangeOf::catalogue) {
      const CatalogGuess& guess = guesses_[input.number];
      source.changes.push_back({.section = guess.section,
                                .entry = guess.entry,
                                .path = guess.path,
                                .value = value_between(guess.low, guess.high, levels[i])});
    } else if (input.of == RangeOf::user) {
      const AxisSpec& axis = axes_[input.number];
      const auto last = static_cast<double>(axis.values.size() - 1);
      set_axis_value(design, axis, static_cast<std::size_t>(std::lround(levels[i] * last)));
    }
  }
}

double MovedInputs::position(std::size_t input, double level) const {
  const MovedInput& moved = all_[input];
  if (moved.of == RangeOf::user) {
    const auto last = static_cast<double>(axes_[moved.number].values.size() - 1);
    return std::round(level * last) / last;
  }
  if (moved.of == RangeOf::catalogue) {
    const std::optional<Amount> low = amount_of(moved.low);
    const std::optional<Amount> high = amount_of(moved.high);
    if (!low || !high || low->unit != high->unit) return level < 0.5 ? 0.0 : 1.0;
  }
  return level;
}

CostDraw MovedInputs::draw(const std::vector<double>& levels, const CostInputs& inputs) const {
  std::vector<double> values;
  values.reserve(inputs.all().size());
  for (const CostInput& input : inputs.all()) values.push_back(input.value);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].of != RangeOf::cost) continue;
    const CostInput& moved = costs_[all_[i].number];
    const double value = moved.low + levels[i] * (moved.high - moved.low);
    // A run with other values may have other inputs: those of one name are told apart by their ids.
    const auto same = [&](const CostInput& input) { return input.name == moved.name; };
    const std::size_t at = moved.id.index();
    const auto found = at < inputs.all().size() && same(inputs.all()[at])
                           ? inputs.all().begin() + static_cast<std::ptrdiff_t>(at)
                           : std::ranges::find_if(inputs.all(), same);
    if (found != inputs.all().end())
      values[static_cast<std::size_t>(found - inputs.all().begin())] = value;
  }
  return CostDraw(std::move(values));
}

}  // namespace gpuscape
