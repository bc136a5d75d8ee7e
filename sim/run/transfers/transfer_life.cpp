#include "sim/run/transfers/transfer_life.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

std::uint32_t lanes_of(const TransferPlan& plan) {
  std::int64_t lanes = 0;
  for (const PlannedTransfer& transfer : plan.transfers) lanes += transfer.concurrent;
  return static_cast<std::uint32_t>(lanes);
}

std::size_t rows_of(const TransferPlan& plan) {
  std::size_t rows = 0;
  for (const PlannedTransfer& transfer : plan.transfers) rows += transfer.sizes.size();
  return rows;
}

}  // namespace

std::vector<std::int64_t> lanes_by_row(const TransferPlan& plan) {
  std::vector<std::int64_t> lanes;
  for (const PlannedTransfer& transfer : plan.transfers)
    lanes.insert(lanes.end(), transfer.sizes.size(), transfer.concurrent);
  for (const PlannedCollective& collective : plan.collectives)
    lanes.insert(lanes.end(), collective.sizes.size(), 1);
  return lanes;
}

TransferLife::TransferLife(const TransferPlan& plan, TransferMedium& medium)
    : plan_(plan), medium_(medium), collectives_(plan, medium, lanes_of(plan), rows_of(plan)) {
  std::size_t rows = 0;
  for (std::uint32_t i = 0; i < plan.transfers.size(); ++i) {
    first_row_.push_back(rows);
    rows += plan.transfers[i].sizes.size();
    for (std::int64_t k = 0; k < plan.transfers[i].concurrent; ++k)
      lanes_.push_back({.transfer = i});
  }
  dates_.resize(rows + collectives_.rows());
  began_.resize(rows, kForever);
}

const PlannedSize& TransferLife::size_of(std::uint32_t lane) const {
  return plan_.transfers[lanes_[lane].transfer].sizes[lanes_[lane].size];
}

void TransferLife::begin() {
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    const Seconds start = plan_.transfers[lanes_[lane].transfer].start;
    if (start > Seconds(0.0))
      medium_.at(start, lane);
    else
      begin_size(lane);
  }
  collectives_.begin();
}

void TransferLife::begin_size(std::uint32_t lane) {
  lanes_[lane].started = true;
  lanes_[lane].phase = 0;
  const std::size_t row = row_of(lane);
  began_[row] = std::min(began_[row], medium_.now());
  dates_[row].start = std::min(dates_[row].start, medium_.origin() + medium_.now());
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
  if (lane >= lanes_.size()) return collectives_.delay_over(lane, dates_);
  if (!lanes_[lane].started) return begin_size(lane);
  medium_.flow(lane, size_of(lane).phases[lanes_[lane].phase]);
}

void TransferLife::flow_over(std::uint32_t lane) {
  if (lane >= lanes_.size()) return collectives_.flow_over(lane, dates_);
  TransferLane& at = lanes_[lane];
  if (++at.phase < size_of(lane).phases.size()) return begin_phase(lane);
  const std::size_t row = row_of(lane);
  TransferDates& dates = dates_[row];
  dates.end = std::max(dates.end, medium_.origin() + medium_.now());
  dates.time = std::max(dates.time, medium_.now() - began_[row]);
  ++dates.ended;
  if (++at.size < plan_.transfers[at.transfer].sizes.size()) return begin_size(lane);
  --at.size;
}

}  // namespace gpuscape
