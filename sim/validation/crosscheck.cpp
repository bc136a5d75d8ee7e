#include "sim/validation/crosscheck.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"

namespace gpuscape {

CrosscheckResult crosscheck(const TransferResult& ours, const TransferResult& cm02,
                            const TransferResult& lv08) {
  ensure(ours.rows.size() == cm02.rows.size() && ours.rows.size() == lv08.rows.size(),
         "results of the same transfers are compared");
  CrosscheckResult result;
  result.partial = ours.partial || cm02.partial || lv08.partial;
  std::vector<double> beside;
  for (std::size_t i = 0; i < ours.rows.size(); ++i) {
    const TransferRow& row = ours.rows[i];
    if (!row.ended || !cm02.rows[i].ended || !lv08.rows[i].ended) continue;
    result.rows.push_back({.from = row.from,
                           .to = row.to,
                           .message = row.message,
                           .ours = row.end,
                           .cm02 = cm02.rows[i].end,
                           .lv08 = lv08.rows[i].end,
                           .ours_took = row.duration(),
                           .lv08_took = lv08.rows[i].duration()});
    result.largest = std::max(result.largest, std::abs(result.rows.back().difference()));
    beside.push_back(result.rows.back().lv08_longer());
  }
  std::ranges::sort(beside);
  if (!beside.empty()) result.lv08_median = beside[beside.size() / 2];
  return result;
}

}  // namespace gpuscape
