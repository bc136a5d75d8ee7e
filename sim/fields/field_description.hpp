#pragma once
/// What readers say about the keys they read: the source of the JSON Schema and the reference page.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/units/money.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Bounds of a number or quantity, in SI base units. Defaults accept every finite value.
struct Bounds {
  double least = -1.7976931348623157e308;
  double most = 1.7976931348623157e308;
  bool above_least = false;  ///< true: strictly greater than `least`
};

inline constexpr Bounds kPositive{.least = 0.0, .above_least = true};
inline constexpr Bounds kNotNegative{.least = 0.0};
inline constexpr Bounds kShare{.least = 0.0, .most = 1.0};

enum class FieldType : unsigned char {
  count,
  number,
  boolean,
  text,
  quantity,       ///< number, space and unit of `dimension`
  one_of,         ///< a text out of `choices`
  object,         ///< with `fields`
  map,            ///< by the user's names; `fields` are those of an element
  list,           ///< of objects; `fields` are those of an element
  texts,          ///< a text or a list of texts
  ranges,         ///< a number, a range as text ("2..8", ">= 8"), or a list of these
  uncertain,      ///< a number, or an object with `value`, `low` and `high`
  price,          ///< a price of the kind `paid_for`, or an object with `value`, `low` and `high`
  price_or_rent,  ///< the same, of a price that is paid once or per time
  number_map,     ///< by the user's names; elements are numbers within `bounds`
  uncertain_map,  ///< by the user's names; elements as of `uncertain`
  quantity_map,   ///< by the user's names; elements are quantities within `bounds`
  choice_map,     ///< by the user's names; elements are texts out of `choices`
  numbers,        ///< a list of `length` numbers within `bounds`
  model,          ///< an object with `type`, or the type alone; `alternatives` give its other keys
  model_map,      ///< by the user's names; each element a model
  patch_map,      ///< by the user's names; each a patch over the scenario
  any             ///< not looked at
};

/// One documented key.
struct FieldDescription {
  std::string key;
  FieldType type = FieldType::any;
  std::string doc = {};                   ///< one sentence
  std::vector<std::string> choices = {};  ///< of one_of; of a count: texts that may stand instead
  std::string default_text = {};          ///< as a user would write it; empty when there is none
  bool required = false;
  Bounds bounds = {};
  Dimension dimension = Dimension::time;  ///< of a quantity
  PaidFor paid_for = PaidFor::once;       ///< of a price
  std::size_t length = 0;
  std::string short_key = {};     ///< of an object: a text alone stands for an object with this key
  bool may_be_entry = false;      ///< of models: a type may be an entry of the catalogue
  std::string default_type = {};  ///< of models by name: that of one without; empty: each has one
  std::vector<FieldDescription> fields = {};
  /// Per choice of one_of, or per type of a model: the keys that come with it, and what it is.
  struct Alternative {
    std::string name;
    std::string doc;
    std::vector<FieldDescription> fields;
    std::string example = {};  ///< of a model: parameters as a JSON object
  };
  std::vector<Alternative> alternatives = {};
};

}  // namespace gpuscape
