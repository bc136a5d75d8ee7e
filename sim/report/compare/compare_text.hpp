#pragma once

#include <string>
#include <vector>

#include "sim/report/run/text_report.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

struct CompareTextOptions {
  TextOptions text = {};
  std::vector<std::string> columns = {};  ///< as BoardOptions
  std::string sort = {};                  ///< likewise
  std::string by = {};                    ///< one of kGroupings, whose waits are told; empty: none
  bool detail = false;                    ///< every metric of every two designs too
  bool bill = false;                      ///< the bill of materials of every design too
};

/// The comparison as the command prints it: a row for each design, what that means for whom, and at
/// the end the verdict. Equal results give equal text.
std::string compare_text(const CompareResult& result, const CompareTextOptions& options = {});

/// The groups of one kind that lose, or that none does: "user ann: 40 % of its jobs > 10 % later".
std::vector<std::string> losing_parts(const LaterJobs& later);
/// The groups that gain: "user bob: 30 % of its jobs > 10 % sooner"; empty where none does.
std::vector<std::string> gaining_parts(const LaterJobs& later);

}  // namespace gpuscape
