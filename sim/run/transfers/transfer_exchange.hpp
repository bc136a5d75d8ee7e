#pragma once
/// Transfers as text, for a process that runs them and knows nothing else of the scenario, and the
/// dates that it answers with.

#include <cstddef>
#include <iosfwd>
#include <string>

#include "sim/run/transfers/transfer_life.hpp"

namespace gpuscape {

/// The plan with its links; what has only names and reports for its use is left out.
[[nodiscard]] std::string transfers_text(const TransferPlan& plan, const TransferLinks& links);

struct TransferTask {
  TransferPlan plan;
  TransferLinks links;
};
/// Reads what transfers_text wrote. Throws RunError where it is something else.
[[nodiscard]] TransferTask read_transfers(std::istream& in);

/// One line: when the messages of a size were under way.
[[nodiscard]] std::string dates_line(std::size_t row, const TransferDates& dates);
/// The last line of a complete answer.
inline constexpr const char* kDatesEnd = "end\n";
/// False where the line is not one that dates_line wrote; lanes are not in it.
[[nodiscard]] bool read_dates_line(const char* line, std::size_t& row, TransferDates& dates);

}  // namespace gpuscape
