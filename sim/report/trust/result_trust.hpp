#pragma once
/// How far the models behind an answer are off against published figures, and whether the answer
/// lies inside of what those figures cover.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/run/transfers/transfer_result.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// An area of `gpuscape validate` whose models an answer used.
struct TrustLine {
  std::string area;          ///< "3-training"
  std::string about;         ///< what the area is of, a sentence
  std::int64_t figures = 0;  ///< scored
  double median = 0.0;       ///< relative error of a figure
  double p90 = 0.0;
  std::vector<std::string> outside_by = {};  ///< empty: the answer is inside, if anything says so
  bool can_compare = true;                   ///< false: nothing of it is told by the figures
};

/// Of jobs: by what they exchange, run, borrow, fail by and cost. Empty where the answer rests on
/// rules of scheduling and on given run times alone.
std::vector<TrustLine> trust_of(const StudyResult& result);
/// Of transfers, collectives and steps.
std::vector<TrustLine> trust_of(const TransferResult& result);

JsonValue trust_json(const std::vector<TrustLine>& lines);

/// "What training attains …: off by 6.1 % in the median, and by at most 12.0 % for nine of ten, of
/// 21 published figures; this answer lies inside what they cover."
std::string trust_sentence(const TrustLine& line);

}  // namespace gpuscape
