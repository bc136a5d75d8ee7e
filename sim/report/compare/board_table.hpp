#pragma once
/// The comparison as a board reads it: a row for each design, a column for each metric that
/// decides.

#include <string>
#include <string_view>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Which rows and columns are asked for.
struct BoardOptions {
  std::vector<std::string> columns = {};  ///< keys of board_columns(); empty: those that decide
  std::string sort = {};                  ///< key by which designs are sorted; empty: as they come
  std::size_t width = 0;                  ///< columns of the terminal; 0: as many as it takes
};

/// What a column may be of: "meets_slo", "gpus", and every metric that is compared.
[[nodiscard]] std::vector<std::string_view> board_columns();

/// The designs in the order of the table: the baseline first, then by the column that is asked for,
/// the best first; a design without a value comes last.
[[nodiscard]] std::vector<std::size_t> board_order(const CompareResult& result,
                                                   std::string_view sort);

/// A row for each design. Where no columns are asked for, what is the same in all designs is told
/// below the table, and what does not fit the width is named there.
[[nodiscard]] std::string board_table(const CompareResult& result, const BoardOptions& options);

}  // namespace gpuscape
