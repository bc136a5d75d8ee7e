#pragma once
/// Typed access to one JSON object that records every fault by its place, fills defaults, and knows
/// which keys were asked for. The same reading code, run in a describing context, yields the JSON
/// Schema and the reference page; run over a file, it yields specs and the resolved scenario.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/field_bounds.hpp"
#include "sim/fields/field_description.hpp"
#include "sim/fields/model_spec.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/fields/uncertain.hpp"

namespace gpuscape {

class ObjectReader {
 public:
  /// Reads `value`; an issue is recorded when it is not an object. `pointer` is the value's JSON
  /// pointer. `value` and `context` must outlive the reader.
  ObjectReader(const JsonValue& value, std::string pointer, ReadingContext& context);
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;
  /// Calls finish().
  ~ObjectReader();

  /// True when the key stands in the object with a value other than null.
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  /// True while the reader only collects descriptions: values are defaults, nothing is a fault.
  [[nodiscard]] bool describing() const { return context_.describing(); }

  // Each of these registers the key as known. A missing key without default and a value of the
  // wrong type or out of bounds are issues; the returned value is then the default, or without one
  // the value within the bounds that is nearest to zero (1 where zero is excluded). `doc` is one
  // sentence.
  std::int64_t count(std::string_view key, std::string_view doc, Bounds bounds = kNotNegative);
  std::int64_t count(std::string_view key, std::int64_t fallback, std::string_view doc,
                     Bounds bounds = kNotNegative);
  std::optional<std::int64_t> optional_count(std::string_view key, std::string_view doc,
                                             Bounds bounds = kNotNegative);
  double number(std::string_view key, std::string_view doc, Bounds bounds = {});
  double number(std::string_view key, double fallback, std::string_view doc, Bounds bounds = {});
  std::optional<double> optional_number(std::string_view key, std::string_view doc,
                                        Bounds bounds = {});
  bool boolean(std::string_view key, bool fallback, std::string_view doc);
  std::string text(std::string_view key, std::string_view doc);
  std::string text(std::string_view key, std::string_view fallback, std::string_view doc);
  std::optional<std::string> optional_text(std::string_view key, std::string_view doc);
  /// One of `choices`; an empty text after a fault.
  std::string one_of(std::string_view key, const std::vector<std::string>& choices,
                     std::string_view doc);
  std::string one_of(std::string_view key, const std::vector<std::string>& choices,
                     std::string_view fallback, std::string_view doc);

  std::optional<std::string> optional_one_of(std::string_view key,
                                             const std::vector<std::string>& choices,
                                             std::string_view doc);
  /// A number, or {value, low, high, source}; low = high = value where they are not given.
  std::optional<UncertainNumber> optional_uncertain(std::string_view key, std::string_view doc,
                                                    Bounds bounds);
  /// A price such as "185 kEUR" or "0.15 EUR/kWh", or {value, low, high, source}; not below zero.
  std::optional<UncertainPrice> optional_price(std::string_view key, PaidFor paid_for,
                                               std::string_view doc);

  // Quantities are written as text: number, space, unit: "200 Gbit/s", "20 min", "1 TiB". Beyond
  // the bounds given, none is larger than most_of() its dimension.
  template <class Q>
  Q quantity(std::string_view key, std::string_view doc,
             Bounds bounds = usual_bounds(dimension_of<Q>)) {
    return Q(needed_quantity(key, dimension_of<Q>, doc, bounds));
  }
  template <class Q>
  Q quantity(std::string_view key, Q fallback, std::string_view doc,
             Bounds bounds = usual_bounds(dimension_of<Q>)) {
    return Q(quantity_or(key, dimension_of<Q>, fallback.value(), doc, bounds));
  }
  template <class Q>
  std::optional<Q> optional_quantity(std::string_view key, std::string_view doc,
                                     Bounds bounds = usual_bounds(dimension_of<Q>)) {
    const std::optional<double> value = perhaps_quantity(key, dimension_of<Q>, doc, bounds);
    return value ? std::optional<Q>(*value) : std::nullopt;
  }

  using Read = std::function<void(ObjectReader&)>;
  /// A nested object that must be there.
  void object(std::string_view key, std::string_view doc, const Read& read);
  /// A nested object; read only if it is there. True if it is.
  bool optional_object(std::string_view key, std::string_view doc, const Read& read);
  /// A nested object; read as an empty one, all defaults, if it is missing.
  void defaulted_object(std::string_view key, std::string_view doc, const Read& read);

  /// A nested object, or a text that stands for an object with `short_key` alone; read only if it
  /// is there. True if it is.
  bool optional_short_object(std::string_view key, std::string_view short_key, std::string_view doc,
                             const Read& read, bool required = false);

  using ReadNamed = std::function<void(const std::string& name, ObjectReader&)>;
  /// Objects by the user's names, in the order written. True if the map is there. A required one
  /// must hold at least one object.
  bool map(std::string_view key, std::string_view doc, const ReadNamed& read,
           bool required = false);
  /// Numbers by the user's names, such as weights: {"1": 0.6, "2": 0.4}.
  std::vector<std::pair<std::string, double>> number_map(std::string_view key, std::string_view doc,
                                                         Bounds bounds, bool required);
  /// Quantities by the user's names, as parse_quantity() reads them: {"0.5": "20 min"}.
  std::vector<std::pair<std::string, double>> quantity_map(std::string_view key,
                                                           Dimension dimension,
                                                           std::string_view doc, Bounds bounds,
                                                           bool required);
  /// One of `choices` by each of the user's names: {"gpu0": "gpu", "sw0": "pcie_switch"}.
  std::vector<std::pair<std::string, std::string>> choice_map(
      std::string_view key, const std::vector<std::string>& choices, std::string_view doc,
      bool required);
  /// A list of that many numbers; after a fault, or without it, 1 for each.
  std::vector<double> numbers(std::string_view key, std::size_t length, std::string_view doc,
                              Bounds bounds);

  /// Objects in an order that matters. True if the list is there.
  bool list(std::string_view key, std::string_view doc, const Read& read);
  /// One value or a list of them, of type `texts` or `ranges`, with the pointer of each. Of texts
  /// only texts; the values of ranges are for the caller to look at.
  std::vector<std::pair<const JsonValue*, std::string>> values(std::string_view key, FieldType type,
                                                               std::string_view doc);
  /// An integer, or one of the texts.
  std::variant<std::int64_t, std::string> count_or(std::string_view key,
                                                   const std::vector<std::string>& choices,
                                                   std::string_view doc, Bounds bounds);

  /// One choice of several that bring further keys: `read` reads them from this same object.
  struct Alternative {
    std::string name;
    std::string doc;
    Read read;
  };
  /// Reads the choice and runs its `read`. With a `fallback` the key may be missing. Returns the
  /// name, or an empty text after a fault; then the other keys are not looked at.
  std::string alternatives(std::string_view key, const std::vector<Alternative>& choices,
                           std::string_view fallback, std::string_view doc);

  /// A model: an object with `type`, or the type alone as text. Its parameters are not looked at.
  /// Of no type where it is missing without `fallback`, and after a fault.
  ModelSpec model(std::string_view key, std::string_view fallback, std::string_view doc);
  /// Models by the user's names, in the order written; one without a type is of `fallback`'s, if
  /// there is one.
  std::vector<std::pair<std::string, ModelSpec>> models(std::string_view key, std::string_view doc,
                                                        bool required = false,
                                                        std::string_view fallback = "");

  /// Registers a key that something else reads, or nothing; it is not part of the resolved
  /// scenario.
  void ignored(std::string_view key, FieldType type, std::string_view doc);
  /// Registers a key that something else has read; it goes into the resolved copy as it stands.
  void keep(std::string_view key);
  /// Hands over a copy of the value that `keep` may take apart instead of copying again.
  void lend_copy(JsonValue copy) { lent_ = std::move(copy); }

  /// Records a fault at `key` (or at this object when `key` is empty or missing).
  void issue(std::string_view key, std::string message, std::string hint = "");
  [[nodiscard]] const std::string& pointer() const { return pointer_; }
  [[nodiscard]] const JsonValue& value() const { return value_; }
  ReadingContext& context() { return context_; }

  /// Records an issue for every key that is missing and for every one that nobody asked for, with
  /// the nearest known key as hint. Further calls do nothing.
  void finish();
  /// What was read, with defaults filled in, in the order read.
  JsonValue take_resolved() { return std::move(resolved_); }
  /// What was asked for, in a describing context.
  std::vector<FieldDescription> take_fields() { return std::move(fields_); }

 private:
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  /// Registers the key; its value, or null where it is missing (noted if required) or describing.
  const JsonValue* ask(FieldDescription field);
  void resolve(std::string_view key, JsonValue value) {
    resolved_.members().push_back({std::string(key), std::move(value), {}});
  }
  void resolve_default(std::string_view key, JsonValue value);
  template <class Value>
  using Convert = std::optional<Value> (ObjectReader::*)(const FieldDescription&, const JsonValue&);
  template <class Value>
  std::optional<Value> scalar(const FieldDescription& field, Convert<Value> convert);
  template <class Value>
  Value scalar_or(FieldDescription field, Value fallback, JsonValue fallback_json,
                  Convert<Value> convert);
  // These record what is wrong with the value; then they return nothing.
  std::optional<std::int64_t> to_count(const FieldDescription& field, const JsonValue& value);
  std::optional<double> to_number(const FieldDescription& field, const JsonValue& value);
  std::optional<bool> to_boolean(const FieldDescription& field, const JsonValue& value);
  std::optional<std::string> to_text(const FieldDescription& field, const JsonValue& value);
  std::optional<std::string> to_choice(const FieldDescription& field, const JsonValue& value);
  std::optional<double> to_quantity(const FieldDescription& field, const JsonValue& value);
  double needed_quantity(std::string_view key, Dimension dimension, std::string_view doc,
                         Bounds bounds);
  double quantity_or(std::string_view key, Dimension dimension, double fallback,
                     std::string_view doc, Bounds bounds);
  std::optional<double> perhaps_quantity(std::string_view key, Dimension dimension,
                                         std::string_view doc, Bounds bounds);
  std::optional<Price> to_price(const FieldDescription& field, const JsonValue& value);
  bool within(const FieldDescription& field, double value, const std::string& shown);
  void issue_wrong_type(std::string_view key, const JsonValue& value, std::string_view expected,
                        std::string hint = "");
  void read_child(std::string_view key, const JsonValue& value, const Read& read);
  void describe_child(FieldDescription field, const Read& read);
  void describe_alternatives(FieldDescription field, const std::vector<Alternative>& choices);
  std::vector<std::pair<std::string, double>> value_map(FieldDescription field, FieldType element);
  static std::string element_fault(const FieldDescription& element, const JsonValue& value,
                                   double& number);
  template <class ReadMember>
  bool each_member(const FieldDescription& field, const ReadMember& read);
  bool is_usable_name(std::string_view key, const JsonMember& member);
  std::optional<ModelSpec> to_model(const JsonValue& value, std::string pointer,
                                    std::string_view fallback = "");
  void report_missing(const std::vector<std::string>& suggested);
  std::vector<std::string> report_unknown();

  const JsonValue& value_;
  std::string pointer_;
  ReadingContext& context_;
  std::vector<std::string> known_;
  std::vector<FieldDescription> missing_;
  std::vector<FieldDescription> fields_;
  JsonValue resolved_ = JsonValue::make_object();
  JsonValue lent_;
  bool other_keys_are_open_ = false;  ///< the key that decides about the others is at fault
  bool finished_ = false;
};

}  // namespace gpuscape
