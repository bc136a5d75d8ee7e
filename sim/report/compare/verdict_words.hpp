#pragma once
/// Sentences of a verdict that the terminal and a page have in common. Names and labels are put in
/// as they are given: escaped where they go into a page.

#include <array>
#include <string>
#include <vector>

#include "sim/study/compare/board_verdict.hpp"

namespace gpuscape {

/// "better than base in mean wait; worse in nothing"; `better` and `worse` are lists of labels.
[[nodiscard]] std::string tally_words(const std::string& baseline, const std::string& better,
                                      const std::string& worse);

/// How many designs are better, worse, both or neither.
[[nodiscard]] std::string count_words(const std::string& baseline,
                                      const std::vector<DesignTally>& tallies);

/// "2 designs are left out for their faults: a, b".
[[nodiscard]] std::string left_out_words(const std::vector<std::string>& names);

}  // namespace gpuscape
