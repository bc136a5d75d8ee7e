#include "sim/cost/catalog_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/cost/price_date.hpp"

namespace gpuscape {

namespace {

double number_or(const std::string& text, double otherwise) {
  double number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

}  // namespace

CostInput input_of(std::string name, const CatalogRow& row, std::string_view dated) {
  const double value = number_or(row.value, 0.0);
  const bool guess = row.origin.kind == FieldKind::guess;
  return {.name = std::move(name),
          .value = value,
          .low = number_or(row.low, value),
          .high = number_or(row.high, value),
          .source = guess ? fmt::format("a guess{}", dated)
                          : fmt::format("{}{}", row.origin.decided_by, dated),
          .source_class = std::string(field_kind_name(row.origin.kind)),
          .origin = guess ? CostOrigin::guess : CostOrigin::sourced};
}

std::optional<CostPrice> price_of(std::string name, const CatalogRow& row, std::string_view date) {
  const UnitReading<Price> unit = parse_price(fmt::format("1 {}", row.unit));
  if (!unit.value) return std::nullopt;
  CostPrice price{input_of(std::move(name), row, date.empty() ? "" : fmt::format(", {}", date)),
                  *unit.value};
  price.input.date = date;
  return price;
}

CostPrice price_of(std::string name, const UncertainPrice& price, const std::string& date) {
  return {{.name = std::move(name),
           .value = price.value.amount,
           .low = price.low.amount,
           .high = price.high.amount,
           .source = price.source,
           .origin = price.source.empty() ? CostOrigin::user : CostOrigin::sourced,
           .date = date},
          price.value};
}

CostInput exact_input(std::string name, double value) {
  return {.name = std::move(name), .value = value, .low = value, .high = value};
}

void scale(CostInput& input, double times) {
  input.value *= times;
  input.low *= times;
  input.high *= times;
}

void add(CostInput& input, const CostInput& more) {
  input.value += more.value;
  input.low += more.low;
  input.high += more.high;
  if (more.origin == CostOrigin::guess) {
    input.origin = CostOrigin::guess;
    input.source_class = more.source_class;
  }
  const bool older = months_since_0(more.date) < months_since_0(input.date);
  if (!more.date.empty() && (input.date.empty() || older)) input.date = more.date;
}

void subtract(CostInput& input, double part) {
  input.value -= part;
  input.low = std::max(0.0, input.low - part);
  input.high -= part;
}

}  // namespace gpuscape
