#include "sim/run/transfers/transfer_life.hpp"

#include <algorithm>

namespace gpuscape {

TransferLife::TransferLife(const TransferPlan& plan, TransferMedium& medium)
    : plan_(plan), medium_(medium) {
  std::size_t rows = 0;
  for (std::uint32_t i = 0; i < plan.transfers.size(); ++i) {
    first_row_.push_back(rows);
    rows += plan.transfers[i].sizes.size();
    for (std::int64_t k = 0; k < plan.transfers[i].concurrent; ++k)
      lanes_.push_back({.transfer = i});
  }
  dates_.resize(rows);
}

const PlannedSize& TransferLife::size_of(std::uint32_t lane) const {
  return plan_.transfers[lanes_[lane].transfer].sizes[lanes_[lane].size];
}

void TransferLife::begin() {
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    const Seconds start = plan_.transfers[lanes_[lane].transfer].start;
    if (start > Seconds(0.0))
      medium_.after(start, lane);
    else
      begin_size(lane);
  }
}

void TransferLife::begin_size(std::uint32_t lane) {
  lanes_[lane].started = true;
  lanes_[lane].phase = 0;
  TransferDates& dates = dates_[row_of(lane)];
  dates.start = std::min(dates.start, medium_.now());
  begin_phase(lane);
}

void TransferLife::begin_phase(std::uint32_t lane) {
  const TransferPhase& phase = size_of(lane).phases[lanes_[lane].phase];
  if (phase.delay > Seconds(0.0))
    medium_.after(phase.delay, lane);
  else
    medium_.flow(lane, phase);
}

void TransferLife::delay_over(std::uint32_t lane) {
  if (!lanes_[lane].started) return begin_size(lane);
  medium_.flow(lane, size_of(lane).phases[lanes_[lane].phase]);
}

void TransferLife::flow_over(std::uint32_t lane) {
  TransferLane& at = lanes_[lane];
  if (++at.phase < size_of(lane).phases.size()) return begin_phase(lane);
  TransferDates& dates = dates_[row_of(lane)];
  dates.end = std::max(dates.end, medium_.now());
  ++dates.ended;
  if (++at.size < plan_.transfers[at.transfer].sizes.size()) return begin_size(lane);
  --at.size;
}

}  // namespace gpuscape
