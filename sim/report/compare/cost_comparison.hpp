#pragma once
/// What two designs cost beside each other: lines of the comparison, and a part of compare.json.

#include <string>

#include "sim/report/compare/cost_verdict_text.hpp"

namespace gpuscape {

struct CostTexts {
  std::string cheaper;     ///< "base by 43 kUSD (…); turns with …", or why there is no verdict
  std::string break_even;  ///< empty where neither owns what the other rents
  std::string own_part;    ///< what to own when the rest is rented; empty where it cannot be said
};
CostTexts cost_texts(const ComparedDesigns& of, const Comparison& comparison);

/// Whether there is something to say of where owning and renting break even: one design owns what
/// the other rents, and both are known and do what is asked.
bool says_break_even(const Comparison& comparison);

/// Which design is cheaper, what turns that round, what is not counted, where owning and renting
/// break even. Empty where no design has a cost.
std::string cost_lines(const CompareResult& result);

/// The same of one variant; null where there is nothing to compare.
JsonValue cost_comparison_json(const CompareResult& result, const Comparison& comparison);

}  // namespace gpuscape
