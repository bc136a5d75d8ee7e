#pragma once
/// Which of two designs to pay for, in words and in compare.json; and what is not counted.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Two designs, and what they are called.
struct ComparedDesigns {
  std::string baseline_name;
  const StudyResult& baseline;
  std::string variant_name;
  const StudyResult& variant;
};

/// "base by 43 kUSD (…); turns with …", "no verdict: base is overloaded, …". The comparison has a
/// verdict. Without `turns` nothing is said of what turns it round.
std::string cheaper_text(const ComparedDesigns& of, const Comparison& comparison,
                         bool turns = true);

/// What is left out of each design's cost; empty where nothing is.
std::string not_counted_lines(const CompareResult& result);

/// Prices that each design's cost rests on although they are old (CostModel::old_prices), those of
/// several designs once; empty where there are none.
std::string old_price_lines(const CompareResult& result);

JsonValue cost_verdict_json(const CostVerdict& verdict);
JsonValue band_json(const CostBand& band);
JsonValue turns_json(const std::vector<CostTurn>& turns);

}  // namespace gpuscape
