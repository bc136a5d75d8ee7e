/// Values with a range: numbers and prices that somebody guessed.

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

std::optional<UncertainNumber> ObjectReader::optional_uncertain(std::string_view key,
                                                                std::string_view doc,
                                                                Bounds bounds) {
  FieldDescription field{
      .key = std::string(key), .type = FieldType::uncertain, .doc = std::string(doc)};
  field.bounds = bounds;
  const JsonValue* value = ask(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) {
    resolve(key, *value);
    const double number = to_number(field, *value).value_or(bounds.least);
    return UncertainNumber{number, number, number};
  }
  UncertainNumber number;
  read_child(key, *value, [&](ObjectReader& r) {
    number.value = r.number("value", "The value.", bounds);
    number.low = r.optional_number("low", "It may be as low.", bounds).value_or(number.value);
    number.high = r.optional_number("high", "It may be as high.", bounds).value_or(number.value);
    number.source = r.optional_text("source", "Where it is from.").value_or("");
    if (r.has("low") && number.low > number.value)
      r.issue("low", "\"low\" is greater than \"value\"");
    if (r.has("high") && number.high < number.value)
      r.issue("high", "\"high\" is less than \"value\"");
  });
  return number;
}

std::optional<Price> ObjectReader::to_price(const FieldDescription& field, const JsonValue& value) {
  if (!value.is_text()) {
    issue_wrong_type(field.key, value, "a price as a text",
                     fmt::format("for example \"{}\"", price_example(field.paid_for)));
    return std::nullopt;
  }
  UnitReading<Price> read = parse_price(value.text(), field.paid_for);
  if (!read.value) {
    issue(field.key, std::move(read.message), std::move(read.hint));
    return std::nullopt;
  }
  if (read.value->amount < 0.0) {
    issue(field.key, fmt::format("{} is less than 0", excerpt(value.text())));
    return std::nullopt;
  }
  return read.value;
}

std::optional<UncertainPrice> ObjectReader::optional_price(std::string_view key, PaidFor paid_for,
                                                           std::string_view doc) {
  FieldDescription field{
      .key = std::string(key), .type = FieldType::price, .doc = std::string(doc)};
  field.paid_for = paid_for;
  const JsonValue* value = ask(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) {
    resolve(key, *value);
    const std::optional<Price> price = to_price(field, *value);
    return price ? std::optional(UncertainPrice{*price, *price, *price}) : std::nullopt;
  }
  std::optional<UncertainPrice> result;
  read_child(key, *value, [&](ObjectReader& r) {
    const auto part = [&](std::string_view name, std::string_view of, bool needed) {
      FieldDescription one{.key = std::string(name),
                           .type = FieldType::price,
                           .doc = std::string(of),
                           .required = needed};
      one.paid_for = paid_for;
      const JsonValue* found = r.ask(one);
      if (found == nullptr) return std::optional<Price>();
      r.resolve(name, *found);
      return r.to_price(one, *found);
    };
    const std::optional<Price> middle = part("value", "The price.", true);
    const std::optional<Price> low = part("low", "It may be as low.", false);
    const std::optional<Price> high = part("high", "It may be as high.", false);
    const std::string source =
        r.optional_text("source", "Where it is from, and of when.").value_or("");
    if (!middle) return;
    for (const auto& [name, end] : {std::pair{"low", low}, std::pair{"high", high}})
      if (end && end->currency != middle->currency)
        return r.issue(name, fmt::format("\"{}\" is in {}, \"value\" in {}", name,
                                         end->currency.code(), middle->currency.code()));
    if (low && low->amount > middle->amount)
      return r.issue("low", "\"low\" is greater than \"value\"");
    if (high && high->amount < middle->amount)
      return r.issue("high", "\"high\" is less than \"value\"");
    result = UncertainPrice{*middle, low.value_or(*middle), high.value_or(*middle), source};
  });
  return result;
}

}  // namespace gpuscape
