#include "sim/report/compare/varied_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/base/excerpt.hpp"
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

std::size_t cheapest_at(const CompareResult& result, std::size_t input, std::size_t value) {
  std::size_t cheapest = 0;
  for (std::size_t variant = 1; variant < result.variants.size(); ++variant)
    if (total_at(result, variant, input, value) < total_at(result, cheapest, input, value))
      cheapest = variant;
  return cheapest;
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

/// Which design is the cheapest, from value to value.
std::string cheapest_text(const CompareResult& result, std::size_t input) {
  const std::vector<std::string>& values = varied_of(result, 0)[input].values;
  std::size_t now = cheapest_at(result, input, 0);
  std::string text = column_name(result, now);
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::size_t next = cheapest_at(result, input, i);
    if (next == now) continue;
    text += fmt::format("; {} from between {} and {}{}", column_name(result, next), values[i - 1],
                        values[i], crossing(result, input, i - 1, {now, next}));
    now = next;
  }
  return text.find(';') == std::string::npos ? text + " at every value" : text;
}

std::vector<std::vector<std::string>> totals_table(const CompareResult& result, std::size_t input) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (const std::string& value : varied_of(result, 0)[input].values)
    rows[0].push_back(excerpt(value, 20));
  for (std::size_t variant = 0; variant < result.variants.size(); ++variant) {
    rows.push_back({column_name(result, variant)});
    for (std::size_t value = 0; value + 1 < rows[0].size(); ++value)
      rows.back().push_back(money_text(total_at(result, variant, input, value)));
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
