#pragma once
/// Part of reading quantities and prices: a text is one number, one space and one unit.

#include <functional>
#include <string>
#include <string_view>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

/// What messages say about what is read.
struct QuantityWords {
  std::string name;     ///< "a time"
  std::string example;  ///< "20 min"
  std::string units;    ///< "ns us ms s"
};

struct NumberAndUnit {
  double number = 0.0;
  std::string_view written;  ///< the number as it is written
  std::string_view unit;     ///< one word, not empty
};

/// Takes the text apart. `whole` is what messages show: the text, or what it was cut from. `words`
/// is asked where something is wrong.
UnitReading<NumberAndUnit> split_quantity(std::string_view text, std::string_view whole,
                                          const std::function<QuantityWords()>& words);

/// In quotes, cut where it is long.
std::string quoted(std::string_view text);

}  // namespace gpuscape
