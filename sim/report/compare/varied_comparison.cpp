#include "sim/report/compare/varied_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

const std::vector<VariedCost>& varied_of(const CompareResult& result, std::size_t variant) {
  return result.variants[variant].outcome.result.varied;
}

double total_at(const CompareResult& result, std::size_t variant, std::size_t input,
                std::size_t value) {
  return varied_of(result, variant)[input].totals[value].total;
}

bool does_what_is_asked(const CompareResult& result, std::size_t variant, std::size_t input,
                        std::size_t value) {
  const std::vector<bool>& works = varied_of(result, variant)[input].works;
  return works.empty() || works[value];
}

const CostModel* cost_of_design(const CompareResult& result, std::size_t variant) {
  return result.variants[variant].outcome.result.first.cost.get();
}

/// Where machines are used for other times, totals are not of the same work.
bool used_equally_long(const CompareResult& result) {
  const CostModel* const first = cost_of_design(result, 0);
  const auto is_alike = [&](std::size_t variant) {
    const CostModel* const one = cost_of_design(result, variant);
    if (one == nullptr || first == nullptr) return true;
    return one->spec().horizon == first->spec().horizon &&
           one->spec().build == first->spec().build &&
           one->spec().currency == first->spec().currency;
  };
  for (std::size_t variant = 1; variant < result.variants.size(); ++variant)
    if (!is_alike(variant)) return false;
  return true;
}

/// Of those that do what is asked of them at that value; none where none does.
std::optional<std::size_t> cheapest_at(const CompareResult& result, std::size_t input,
                                       std::size_t value) {
  std::optional<std::size_t> cheapest;
  for (std::size_t variant = 0; variant < result.variants.size(); ++variant) {
    if (!does_what_is_asked(result, variant, input, value)) continue;
    if (!cheapest ||
        total_at(result, variant, input, value) < total_at(result, *cheapest, input, value))
      cheapest = variant;
  }
  return cheapest;
}

std::string name_of(const CompareResult& result, std::optional<std::size_t> variant) {
  return variant ? column_name(result, *variant) : "none that does what is asked";
}

std::optional<double> number_of(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

/// " (about 0.31)": where two designs cost the same if totals run straight from value to value.
std::string crossing(const CompareResult& result, std::size_t input, std::size_t value,
                     const std::pair<std::size_t, std::size_t>& designs) {
  // Where one of them does its work at one value only, that is what decides.
  for (const std::size_t design : {designs.first, designs.second})
    for (const std::size_t at : {value, value + 1})
      if (!does_what_is_asked(result, design, input, at)) return "";
  const std::vector<std::string>& values = varied_of(result, 0)[input].values;
  const std::optional<double> from = number_of(values[value]);
  const std::optional<double> to = number_of(values[value + 1]);
  if (!from || !to) return "";
  const auto difference = [&](std::size_t at) {
    return total_at(result, designs.first, input, at) - total_at(result, designs.second, input, at);
  };
  const double before = difference(value);
  const double after = difference(value + 1);
  return fmt::format(" (about {:.3g})", *from + (*to - *from) * before / (before - after));
}

/// What nine of ten draws within the ranges of inputs give; nothing where no input has a range.
const CostRange* range_at(const CompareResult& result, std::size_t variant, std::size_t input,
                          std::size_t value) {
  const std::vector<CostRange>& ranges = varied_of(result, variant)[input].ranges;
  return value < ranges.size() && !ranges[value].is_one() ? &ranges[value] : nullptr;
}

/// Whether the range of one design's total reaches that of another, cheaper one.
bool may_be_cheaper(const CompareResult& result, std::size_t variant, std::size_t cheapest,
                    std::size_t input, std::size_t value) {
  const CostRange* const mine = range_at(result, variant, input, value);
  const CostRange* const other = range_at(result, cheapest, input, value);
  const double low = mine ? mine->drawn_low : total_at(result, variant, input, value);
  const double high = other ? other->drawn_high : total_at(result, cheapest, input, value);
  return (mine || other) && low < high;
}

std::string range_text(const CostRange* range) {
  if (range == nullptr) return "";
  return fmt::format(" ({}–{})", money_text(range->drawn_low), money_text(range->drawn_high));
}

/// "; within the ranges of inputs also aws at 0.2": who could be the cheapest as well.
std::string also_cheapest(const CompareResult& result, std::size_t input) {
  std::vector<std::string> parts;
  for (std::size_t variant = 0; variant < result.variants.size(); ++variant) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < varied_of(result, 0)[input].values.size(); ++i) {
      const std::optional<std::size_t> cheapest = cheapest_at(result, input, i);
      if (!cheapest || *cheapest == variant || !does_what_is_asked(result, variant, input, i))
        continue;
      if (may_be_cheaper(result, variant, *cheapest, input, i))
        values.push_back(varied_of(result, 0)[input].values[i]);
    }
    if (!values.empty())
      parts.push_back(
          fmt::format("{} at {}", column_name(result, variant), fmt::join(values, " and ")));
  }
  if (parts.empty()) return "";
  return fmt::format("; within the ranges of inputs also {}", fmt::join(parts, ", "));
}

/// Which design is the cheapest, from value to value.
std::string cheapest_text(const CompareResult& result, std::size_t input) {
  for (const VariantResult& variant : result.variants)
    if (has_part_not_counted(variant.outcome.result.first))
      return "no verdict: not everything is counted";
  if (!used_equally_long(result))
    return "no verdict: the designs are used for other times, so they do not do the same work";
  const std::vector<std::string>& values = varied_of(result, 0)[input].values;
  std::optional<std::size_t> now = cheapest_at(result, input, 0);
  std::string text = name_of(result, now);
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::optional<std::size_t> next = cheapest_at(result, input, i);
    if (next == now) continue;
    text +=
        fmt::format("; {} from between {} and {}{}", name_of(result, next), values[i - 1],
                    values[i], now && next ? crossing(result, input, i - 1, {*now, *next}) : "");
    now = next;
  }
  if (text.find(';') == std::string::npos) text += " at every value";
  return text + also_cheapest(result, input);
}

std::vector<std::vector<std::string>> totals_table(const CompareResult& result, std::size_t input) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (const std::string& value : varied_of(result, 0)[input].values)
    rows[0].push_back(excerpt(value, 20));
  for (std::size_t variant = 0; variant < result.variants.size(); ++variant) {
    rows.push_back({column_name(result, variant)});
    for (std::size_t value = 0; value + 1 < rows[0].size(); ++value)
      rows.back().push_back(
          money_text(total_at(result, variant, input, value)) +
          range_text(range_at(result, variant, input, value)) +
          (does_what_is_asked(result, variant, input, value) ? "" : " (not what is asked)"));
  }
  return rows;
}

}  // namespace

std::string varied_lines(const CompareResult& result) {
  std::string text;
  std::size_t inputs = varied_of(result, 0).size();
  for (std::size_t variant = 1; variant < result.variants.size(); ++variant)
    inputs = std::min(inputs, varied_of(result, variant).size());
  for (std::size_t input = 0; input < inputs; ++input) {
    const std::string& name = varied_of(result, 0)[input].input;
    text += line("total cost by", excerpt(name, 60));
    text += labelled("", text_table(totals_table(result, input)));
    text += line("cheapest", cheapest_text(result, input));
  }
  return text;
}

}  // namespace gpuscape
