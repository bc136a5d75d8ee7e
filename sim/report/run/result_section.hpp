#pragma once
/// What a capability adds to the answer of a run beside its metrics, columns and series: lines of
/// the printed report and members of `results` in result.json. A section is one file and one line
/// in result_section.cpp.

#include <span>
#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

struct ResultSection {
  /// Adds its members, if the run has any; null: it has none in any run.
  void (*write)(const StudyResult& result, JsonValue& results) = nullptr;
  /// Whole lines, empty where the run has none; null: likewise.
  std::string (*lines)(const StudyResult& result) = nullptr;
  int place = 0;  ///< of its lines among those of the others
};

/// In the order of result.json.
std::span<const ResultSection> result_sections();

/// The lines of all sections.
std::string section_lines(const StudyResult& result);

}  // namespace gpuscape
