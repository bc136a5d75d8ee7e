#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "gui/view/form/knob_slider.hpp"
#include "gui/view/knobs.hpp"
#include "sim/base/error.hpp"
#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape::gui {

namespace {

bool is_plain_number(KnobKind kind) { return kind == KnobKind::count || kind == KnobKind::number; }

std::optional<double> plain_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

double three_digits(double value) {
  if (value == 0.0) return 0.0;
  const double power = std::pow(10.0, 2.0 - std::floor(std::log10(std::abs(value))));
  return std::round(value * power) / power;
}

const Unit* unit_of(const Knob& knob) {
  if (knob.kind != KnobKind::quantity || knob.unit.empty()) return nullptr;
  for (const Unit& unit : units_of(knob.dimension))
    if (unit.name == knob.unit) return &unit;
  return nullptr;
}

/// Whether `--set` would read the text as something that is no text.
bool reads_as_json(std::string_view text) {
  if (text.empty() || text.starts_with('{') || text.starts_with('[') || text.starts_with('"'))
    return true;
  try {
    return !parse_json(text, "").is_text();
  } catch (const ScenarioError&) {
    return false;
  }
}

std::string_view pointer_of(std::string_view set) { return set.substr(0, set.find('=')); }

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return lower;
}

/// How well a knob fits a word, the less the better; none where it does not.
std::optional<int> fit_of(const Knob& knob, const std::string& word) {
  const std::string pointer = lowered(knob.pointer);
  if (pointer.find(word, pointer.rfind('/') + 1) != std::string::npos) return 0;
  if (pointer.find(word) != std::string::npos) return 1;
  if (lowered(knob.label).find(word) != std::string::npos) return 1;
  if (lowered(knob.doc).find(word) != std::string::npos) return 2;
  return std::nullopt;
}

std::string number_fault(const Knob& knob, std::string_view value) {
  const std::optional<double> number = plain_number(value);
  if (!number)
    return fmt::format("expected {}", knob.kind == KnobKind::count ? "an integer" : "a number");
  if (knob.kind == KnobKind::count && *number != std::floor(*number)) return "expected an integer";
  return bounds_fault(knob.bounds, *number, std::string(value));
}

std::string quantity_fault(const Knob& knob, std::string_view value) {
  const UnitReading<double> read = parse_quantity(value, knob.dimension);
  if (!read.value)
    return read.hint.empty() ? read.message : fmt::format("{}; {}", read.message, read.hint);
  return bounds_fault({knob.dimension, knob.bounds}, *read.value, std::string(value));
}

}  // namespace

void set_slider(Knob& knob) {
  const std::optional<double> base = knob_value(knob, knob.base.empty() ? knob.value : knob.base);
  if (knob.kind == KnobKind::quantity) {
    const std::string& text = knob.value.empty() ? knob.base : knob.value;
    if (const std::size_t space = text.find(' '); space != std::string::npos)
      knob.unit = text.substr(space + 1);
  }
  // Equal steps on a seed mean nothing.
  if (!base || knob.pointer.ends_with("/seed")) return;
  const bool is_share = knob.bounds.most <= 1.0 && knob.kind == KnobKind::number;
  const double most_of_count = std::max(10.0, 4.0 * *base);
  if (knob.kind == KnobKind::count) {
    knob.slider_least = 1.0;
    knob.slider_most = most_of_count;
    knob.is_logarithmic = *base > 1000.0;
  } else if (is_share) {
    knob.slider_least = 0.0;
    knob.slider_most = 1.0;
  } else if (knob.kind == KnobKind::number) {
    knob.slider_least = 0.0;
    knob.slider_most = *base > 0.0 ? 2.0 * *base : 1.0;
  } else if (*base > 0.0) {
    knob.slider_least = *base / 10.0;
    knob.slider_most = *base * 10.0;
    knob.is_logarithmic = true;
  }
  knob.slider_least = std::max(knob.slider_least, knob.bounds.least);
  knob.slider_most = std::min(knob.slider_most, knob.bounds.most);
  if (knob.bounds.above_least && knob.slider_least <= knob.bounds.least)
    knob.slider_least = knob.bounds.least + (knob.slider_most - knob.bounds.least) / 100.0;
  if (!(knob.slider_least < knob.slider_most)) knob.slider_least = knob.slider_most = 0.0;
}

std::optional<double> knob_value(const Knob& knob, std::string_view text) {
  if (is_plain_number(knob.kind)) return plain_number(text);
  if (knob.kind == KnobKind::quantity) return parse_quantity(text, knob.dimension).value;
  return std::nullopt;
}

std::string knob_text(const Knob& knob, double value) {
  if (knob.kind == KnobKind::count) return fmt::format("{:.0f}", value);
  if (knob.kind != KnobKind::quantity) return json_number(three_digits(value));
  const Unit* unit = unit_of(knob);
  if (unit == nullptr) return exact_quantity(three_digits(value), knob.dimension);
  return fmt::format("{} {}", json_number(three_digits(unit->from_si(value))), knob.unit);
}

std::string set_text(const Knob& knob, std::string_view value) {
  const bool is_text = knob.kind == KnobKind::text || knob.kind == KnobKind::choice ||
                       knob.kind == KnobKind::quantity;
  if (value.empty()) return knob.pointer + "=null";
  if (!is_text || !reads_as_json(value)) return fmt::format("{}={}", knob.pointer, value);
  // A count may be one of several texts, or a number.
  if (plain_number(value) && knob.kind == KnobKind::text && !knob.choices.empty())
    return fmt::format("{}={}", knob.pointer, value);
  return fmt::format("{}={}", knob.pointer, json_quoted(value));
}

std::vector<std::string> with_set(std::vector<std::string> sets, const Knob& knob,
                                  std::string_view value) {
  std::erase_if(sets, [&](const std::string& set) {
    const std::string_view of = pointer_of(set);
    return of == knob.pointer || of.starts_with(knob.pointer + "/");
  });
  sets.push_back(set_text(knob, value));
  return sets;
}

std::vector<std::string> without_set(std::vector<std::string> sets, std::string_view pointer) {
  std::erase_if(sets, [&](const std::string& set) { return pointer_of(set) == pointer; });
  return sets;
}

std::string value_fault(const Knob& knob, std::string_view value) {
  if (value.empty()) return "";
  switch (knob.kind) {
    case KnobKind::count:
    case KnobKind::number:
      return number_fault(knob, value);
    case KnobKind::quantity:
      return quantity_fault(knob, value);
    case KnobKind::choice:
      return std::ranges::find(knob.choices, value) == knob.choices.end()
                 ? fmt::format("\"{}\" is none of the choices", value)
                 : "";
    case KnobKind::flag:
      return value == "true" || value == "false" ? "" : "expected true or false";
    case KnobKind::json:
      try {
        parse_json(value, "");
      } catch (const ScenarioError& error) {
        return error.issues().front().message;
      }
      return "";
    case KnobKind::text:
      return "";
  }
  return "";
}

std::vector<const Knob*> matching(const KnobList& list, std::string_view text) {
  std::vector<std::string> words;
  std::istringstream stream{lowered(text)};
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<std::pair<int, const Knob*>> found;
  for (const std::vector<Knob>* all : {&list.first, &list.rest})
    for (const Knob& knob : *all) {
      int fit = 0;
      const bool fits_all = std::ranges::all_of(words, [&](const std::string& word) {
        const std::optional<int> one = fit_of(knob, word);
        fit += one.value_or(0);
        return one.has_value();
      });
      if (fits_all) found.emplace_back(fit, &knob);
    }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  std::vector<const Knob*> sorted;
  sorted.reserve(found.size());
  for (const auto& [fit, knob] : found) sorted.push_back(knob);
  return sorted;
}

}  // namespace gpuscape::gui
