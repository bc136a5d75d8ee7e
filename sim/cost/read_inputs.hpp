#pragma once
/// Cost items read their numbers and prices as inputs, with range and source.

#include <fmt/format.h>

#include <optional>

#include "sim/cost/cost_inputs.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// A number or {value, low, high, source}; its name is given when it is registered.
inline std::optional<CostInput> read_cost_number(ObjectReader& reader, std::string_view key,
                                                 std::string_view doc, Bounds bounds) {
  const std::optional<UncertainNumber> number = reader.optional_uncertain(key, doc, bounds);
  if (!number) return std::nullopt;
  return CostInput{.name = std::string(key),
                   .value = number->value,
                   .low = number->low,
                   .high = number->high,
                   .source = number->source,
                   .origin = number->source.empty() ? CostOrigin::user : CostOrigin::sourced};
}

/// A price, or none.
inline std::optional<CostPrice> read_cost_price(ObjectReader& reader, std::string_view key,
                                                PaidFor paid_for, std::string_view doc) {
  const std::optional<UncertainPrice> price = reader.optional_price(key, paid_for, doc);
  if (!price) return std::nullopt;
  return CostPrice{{.name = std::string(key),
                    .value = price->value.amount,
                    .low = price->low.amount,
                    .high = price->high.amount,
                    .source = price->source,
                    .origin = price->source.empty() ? CostOrigin::user : CostOrigin::sourced},
                   price->value};
}

/// The same where an item means nothing without it: a missing one is an issue, and is 0.
inline CostPrice need_cost_price(ObjectReader& reader, std::string_view key, PaidFor paid_for,
                                 std::string_view doc) {
  std::optional<CostPrice> price = read_cost_price(reader, key, paid_for, doc);
  if (!price && !reader.describing() && !reader.has(key))
    reader.issue("", fmt::format("\"{}\" is missing", key),
                 fmt::format("for example \"{}\"", price_example(paid_for)));
  return price.value_or(CostPrice{{.name = std::string(key)}, {0.0, {}, paid_for}});
}

}  // namespace gpuscape
