#include "sim/workload/read_report.hpp"

#include <algorithm>
#include <numeric>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostExample = 80;  // characters

std::int64_t count_of(const std::vector<RowReason>& reasons, bool dropped) {
  return std::accumulate(reasons.begin(), reasons.end(), std::int64_t{0},
                         [&](std::int64_t sum, const RowReason& reason) {
                           return reason.dropped == dropped ? sum + reason.rows : sum;
                         });
}

}  // namespace

void ReadReport::note(bool dropped, std::string_view reason, std::int64_t line,
                      std::string_view row) {
  const auto known = std::ranges::find_if(reasons, [&](const RowReason& other) {
    return other.dropped == dropped && other.reason == reason;
  });
  if (known != reasons.end()) {
    ++known->rows;
    return;
  }
  reasons.push_back({.reason = std::string(reason),
                     .dropped = dropped,
                     .rows = 1,
                     .first_line = line,
                     .example = excerpt(row, kMostExample)});
}

void ReadReport::leave_out(std::string_view by, std::int64_t count) {
  if (count == 0) return;
  jobs -= count;
  left_out.push_back({std::string(by), count});
}

std::int64_t ReadReport::dropped() const { return count_of(reasons, true); }

std::int64_t ReadReport::repaired() const { return count_of(reasons, false); }

}  // namespace gpuscape
