#include "sim/validation/crosscheck.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

struct Dates {
  bool ended = false;
  Seconds ours{0.0};
  Seconds cm02{0.0};
  Seconds lv08{0.0};
  Seconds ours_took{0.0};
  Seconds lv08_took{0.0};
};

template <class Row>
Dates dates_of(const Row& ours, const Row& cm02, const Row& lv08) {
  return {.ended = ours.ended && cm02.ended && lv08.ended,
          .ours = ours.end,
          .cm02 = cm02.end,
          .lv08 = lv08.end,
          .ours_took = ours.duration(),
          .lv08_took = lv08.duration()};
}

}  // namespace

CrosscheckResult crosscheck(const TransferResult& ours, const TransferResult& cm02,
                            const TransferResult& lv08) {
  ensure(ours.rows.size() == cm02.rows.size() && ours.rows.size() == lv08.rows.size() &&
             ours.collectives.size() == cm02.collectives.size() &&
             ours.collectives.size() == lv08.collectives.size() &&
             ours.steps.size() == cm02.steps.size() && ours.steps.size() == lv08.steps.size(),
         "results of the same transfers are compared");
  CrosscheckResult result;
  result.partial = ours.partial || cm02.partial || lv08.partial;
  std::vector<double> beside;
  const auto add = [&](std::string from, std::string to, Bytes bytes, const Dates& of) {
    if (!of.ended) return;
    result.rows.push_back({.from = std::move(from),
                           .to = std::move(to),
                           .message = bytes,
                           .ours = of.ours,
                           .cm02 = of.cm02,
                           .lv08 = of.lv08,
                           .ours_took = of.ours_took,
                           .lv08_took = of.lv08_took});
    result.largest = std::max(result.largest, std::abs(result.rows.back().difference()));
    beside.push_back(result.rows.back().lv08_longer());
  };
  for (std::size_t i = 0; i < ours.rows.size(); ++i)
    add(ours.rows[i].from, ours.rows[i].to, ours.rows[i].message,
        dates_of(ours.rows[i], cm02.rows[i], lv08.rows[i]));
  for (std::size_t i = 0; i < ours.collectives.size(); ++i) {
    const CollectiveRow& row = ours.collectives[i];
    add(row.operation + ", " + row.algorithm, row.among, row.bytes,
        dates_of(row, cm02.collectives[i], lv08.collectives[i]));
  }
  for (std::size_t i = 0; i < ours.steps.size(); ++i) {
    const StepRow& row = ours.steps[i];
    add(row.application + ", " + (row.algorithm.empty() ? "alone" : row.algorithm),
        std::to_string(row.gpus) + " GPUs", Bytes(0.0),
        dates_of(row, cm02.steps[i], lv08.steps[i]));
  }
  std::ranges::sort(beside);
  if (!beside.empty()) result.lv08_median = beside[beside.size() / 2];
  return result;
}

}  // namespace gpuscape
