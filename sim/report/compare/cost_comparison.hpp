#pragma once
/// What two designs cost beside each other: lines of the comparison, and a part of compare.json.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Two designs that both have a cost, and what they are called.
struct ComparedDesigns {
  std::string baseline_name;
  const StudyResult& baseline;
  std::string variant_name;
  const StudyResult& variant;
};

struct CostTexts {
  std::string cheaper;     ///< "base by 43 kUSD (…); turns with …"
  std::string break_even;  ///< empty where neither owns what the other rents
  std::string own_part;    ///< what to own when the rest is rented; empty where it cannot be said
};
CostTexts cost_texts(const ComparedDesigns& of, const CostComparison& cost);

/// Which design is cheaper, what turns that round, where owning and renting break even. Empty where
/// no two designs have a cost over the same horizon.
std::string cost_lines(const CompareResult& result);

/// The same of one variant; null where there is nothing to compare.
JsonValue cost_comparison_json(const Comparison& comparison);

}  // namespace gpuscape
