/// Copies of remote GPUs, and what steps read from stores: beside what they compute.

#include "sim/base/error.hpp"
#include "sim/run/transfers/collective_life.hpp"
#include "sim/run/transfers/transfer_life.hpp"

namespace gpuscape {

const PlannedAccess& CollectiveLife::access(std::uint32_t index) const {
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (!step || !step->access) throw InternalError("copies are of steps on remote GPUs");
  return *step->access;
}

const std::vector<TransferPhase>& CollectiveLife::copies_of(std::uint32_t index,
                                                            std::uint32_t lane) const {
  const Running& of = running_[index];
  const PlannedCopies& copies = access(index).gpus[lane - of.first_copy];
  return of.before ? copies.before : copies.beside;
}

void CollectiveLife::begin_copies(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  const auto gpus = static_cast<std::uint32_t>(access(index).gpus.size());
  of.copying = 0;
  for (std::uint32_t lane = of.first_copy; lane < of.first_copy + gpus; ++lane) {
    done_[lane] = 0;
    if (!copies_of(index, lane).empty()) ++of.copying;
  }
  if (of.copying == 0) return end_copies(index, dates);
  for (std::uint32_t lane = of.first_copy; lane < of.first_copy + gpus; ++lane)
    if (!copies_of(index, lane).empty()) begin_copy_phase(index, lane);
}

void CollectiveLife::begin_copy_phase(std::uint32_t index, std::uint32_t lane) {
  const TransferPhase& phase = copies_of(index, lane)[static_cast<std::size_t>(done_[lane])];
  if (phase.delay > Seconds(0.0))
    medium_.after(phase.delay, first_lane_ + lane);
  else
    copy_flow(index, lane);
}

void CollectiveLife::copy_flow(std::uint32_t index, std::uint32_t lane) {
  medium_.flow(first_lane_ + lane, copies_of(index, lane)[static_cast<std::size_t>(done_[lane])]);
}

void CollectiveLife::copy_over(std::uint32_t index, std::uint32_t lane,
                               std::vector<TransferDates>& dates) {
  if (static_cast<std::size_t>(++done_[lane]) < copies_of(index, lane).size())
    return begin_copy_phase(index, lane);
  if (--running_[index].copying == 0) end_copies(index, dates);
}

void CollectiveLife::end_copies(std::uint32_t index, std::vector<TransferDates>& dates) {
  const Running& of = running_[index];
  if (of.before) return begin_computing(index, dates);
  end_if_copied(index, dates);
}

void CollectiveLife::end_if_copied(std::uint32_t index, std::vector<TransferDates>& dates) {
  const Running& of = running_[index];
  if (of.wait == Wait::copies && of.copying == 0 && of.reading == 0) end_step(index, dates);
}

/// Loaders fetch ahead: what comes late holds up the end of the step before.
void CollectiveLife::begin_reads(std::uint32_t index) {
  Running& of = running_[index];
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (!step || !step->reads) return;
  const std::vector<TransferPhase>& lanes = step->reads->lanes;
  of.reading = lanes.size();
  for (std::size_t i = 0; i < lanes.size(); ++i)
    medium_.flow(first_lane_ + of.first_read + static_cast<std::uint32_t>(i), lanes[i]);
}

void CollectiveLife::read_over(std::uint32_t index, std::vector<TransferDates>& dates) {
  if (--running_[index].reading == 0) end_if_copied(index, dates);
}

}  // namespace gpuscape
