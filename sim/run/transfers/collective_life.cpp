#include "sim/run/transfers/collective_life.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/run/transfers/transfer_life.hpp"

namespace gpuscape {

CollectiveLife::CollectiveLife(const TransferPlan& plan, TransferMedium& medium,
                               std::uint32_t first_lane, std::size_t first_row)
    : plan_(plan), medium_(medium), first_lane_(first_lane) {
  for (const PlannedCollective& collective : plan.collectives) {
    const auto index = static_cast<std::uint32_t>(running_.size());
    std::size_t moves = 1;
    std::size_t copies = 0;
    std::size_t reads = 0;
    bool works = false;
    for (const PlannedExchange& exchange : collective.sizes) {
      for (const PlannedStage& stage : exchange.stages) moves = std::max(moves, stage.moves.size());
      if (exchange.step && exchange.step->access)
        copies = std::max(copies, exchange.step->access->gpus.size());
      if (exchange.step && exchange.step->reads)
        reads = std::max(reads, exchange.step->reads->lanes.size());
      works = works || (exchange.step && exchange.step->work);
    }
    running_.push_back(
        {.first_lane = static_cast<std::uint32_t>(owner_.size()),
         .first_copy = static_cast<std::uint32_t>(owner_.size() + moves),
         .first_read = static_cast<std::uint32_t>(owner_.size() + moves + copies),
         .work_lane = static_cast<std::uint32_t>(owner_.size() + moves + copies + reads),
         .first_row = first_row + rows_});
    owner_.insert(owner_.end(), moves + copies + reads + (works ? 1 : 0), index);
    rows_ += collective.sizes.size();
  }
  done_.resize(owner_.size(), 0);
  busy_.resize(owner_.size(), false);
}

std::size_t CollectiveLife::row_of(std::uint32_t lane) const {
  const Running& of = running_[owner_[lane - first_lane_]];
  return of.first_row + of.size;
}

const PlannedExchange& CollectiveLife::exchange(std::uint32_t index) const {
  return plan_.collectives[index].sizes[running_[index].size];
}

const PlannedStage& CollectiveLife::stage(std::uint32_t index) const {
  return exchange(index).stages[running_[index].stage];
}

void CollectiveLife::begin() {
  for (std::uint32_t index = 0; index < running_.size(); ++index)
    medium_.at(plan_.collectives[index].start, first_lane_ + running_[index].first_lane);
}

void CollectiveLife::begin_size(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  of.size_began = medium_.now();
  dates[of.first_row + of.size].start = medium_.origin() + of.size_began;
  of.step = 0;
  begin_step(index, dates);
}

void CollectiveLife::begin_step(std::uint32_t index, std::vector<TransferDates>& dates) {
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (step && step->reads) begin_reads(index);
  if (!step || !step->access) return begin_computing(index, dates);
  running_[index].before = true;
  begin_copies(index, dates);
}

void CollectiveLife::begin_computing(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  const PlannedExchange& now = exchange(index);
  of.stage = 0;
  of.step_began = of.work_ended = medium_.now();
  if (now.step && now.step->work) {
    of.wait = Wait::work;
    medium_.after(now.step->work->delay, first_lane_ + of.work_lane);
  } else {
    of.wait = Wait::latency;
    medium_.after(until_exchange(index) + now.start_latency, first_lane_ + of.first_lane);
  }
  if (!now.step || !now.step->access) return;
  of.before = false;
  begin_copies(index, dates);
}

const PlannedWork& CollectiveLife::planned_work(std::uint32_t index) const {
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (!step || !step->work) throw InternalError("work is of steps on shared GPUs");
  return *step->work;
}

/// Of a step, what is computed before it; nothing where there is no step.
Seconds CollectiveLife::until_exchange(std::uint32_t index) const {
  const std::optional<PlannedStep>& step = exchange(index).step;
  return step ? step->compute - step->covers : Seconds(0.0);
}

void CollectiveLife::begin_work(std::uint32_t index, Bytes work,
                                std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  of.working = true;
  if (!(work > Bytes(0.0))) return work_over(index, dates);
  medium_.flow(first_lane_ + of.work_lane,
               {.route = planned_work(index).route, .bytes = work, .bound = kGpuWork});
}

/// First what comes before the exchange, then what is computed beside it. Samples are prepared and
/// calls sent at the same time: a step takes no less than alone.
void CollectiveLife::work_over(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  of.working = false;
  if (of.wait == Wait::work) {
    const Seconds rest = of.step_began + until_exchange(index) - medium_.now();
    of.wait = Wait::latency;
    medium_.after(std::max(Seconds(0.0), rest) + exchange(index).start_latency,
                  first_lane_ + of.first_lane);
    return begin_work(index, planned_work(index).beside, dates);
  }
  of.work_ended = medium_.now();
  if (of.wait == Wait::working) end_exchange(index, dates);
}

void CollectiveLife::begin_stage(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  if (exchange(index).stages.empty()) return end_exchange(index, dates);
  const PlannedStage& now = stage(index);
  of.wait = Wait::rounds;
  of.left = now.moves.size();
  of.into.clear();
  of.out_of.clear();
  for (std::uint32_t move = 0; now.rounds > 1 && move < now.moves.size(); ++move) {
    const PlannedMove& planned = now.moves[move];
    const std::size_t ranks = std::max<std::size_t>(
        {of.into.size(), planned.from + std::size_t{1}, planned.to + std::size_t{1}});
    of.into.resize(ranks);
    of.out_of.resize(ranks);
    of.into[planned.to].push_back(move);
    of.out_of[planned.from].push_back(move);
  }
  std::fill_n(done_.begin() + of.first_lane, now.moves.size(), 0);
  for (std::uint32_t move = 0; move < now.moves.size(); ++move) begin_round(index, move);
}

void CollectiveLife::begin_round(std::uint32_t index, std::uint32_t move) {
  const std::uint32_t lane = running_[index].first_lane + move;
  busy_[lane] = true;
  if (stage(index).delay > Seconds(0.0))
    medium_.after(stage(index).delay, first_lane_ + lane);
  else
    flow(index, move);
}

void CollectiveLife::flow(std::uint32_t index, std::uint32_t move) {
  const PlannedMove& planned = stage(index).moves[move];
  medium_.flow(first_lane_ + running_[index].first_lane + move,
               {.route = planned.route, .bytes = planned.bytes, .bound = planned.bound});
}

void CollectiveLife::delay_over(std::uint32_t lane, std::vector<TransferDates>& dates) {
  const std::uint32_t index = owner_[lane - first_lane_];
  if (is_work(lane - first_lane_)) return begin_work(index, planned_work(index).first, dates);
  if (lane - first_lane_ >= running_[index].first_copy) return copy_flow(index, lane - first_lane_);
  switch (running_[index].wait) {
    case Wait::start:
      return begin_size(index, dates);
    case Wait::latency:
      return begin_stage(index, dates);
    case Wait::rounds:
      return flow(index, lane - first_lane_ - running_[index].first_lane);
    case Wait::tail:
      return end_stage(index, dates);
    case Wait::compute:
      return end_exchange(index, dates);
    case Wait::work:
    case Wait::working:
    case Wait::copies:
      break;
  }
}

void CollectiveLife::begin_if_ready(std::uint32_t index, std::uint32_t move) {
  const Running& of = running_[index];
  const PlannedStage& now = stage(index);
  const std::uint32_t lane = of.first_lane + move;
  if (busy_[lane] || done_[lane] >= now.rounds) return;
  const auto& before = of.into[now.moves[move].from];
  const bool ready = std::ranges::all_of(
      before, [&](std::uint32_t other) { return done_[of.first_lane + other] >= done_[lane]; });
  if (ready) begin_round(index, move);
}

void CollectiveLife::flow_over(std::uint32_t lane, std::vector<TransferDates>& dates) {
  const std::uint32_t own = lane - first_lane_;
  const std::uint32_t index = owner_[own];
  Running& of = running_[index];
  if (is_work(own)) return work_over(index, dates);
  if (own >= of.first_read) return read_over(index, dates);
  if (own >= of.first_copy) return copy_over(index, own, dates);
  const PlannedStage& now = stage(index);
  const std::uint32_t move = own - of.first_lane;
  busy_[own] = false;
  if (++done_[own] == now.rounds && --of.left == 0) {
    if (now.tail == Seconds(0.0)) return end_stage(index, dates);
    of.wait = Wait::tail;
    return medium_.after(now.tail, first_lane_ + of.first_lane);
  }
  if (now.rounds == 1) return;
  begin_if_ready(index, move);
  for (const std::uint32_t next : of.out_of[now.moves[move].to]) begin_if_ready(index, next);
}

void CollectiveLife::end_stage(std::uint32_t index, std::vector<TransferDates>& dates) {
  if (++running_[index].stage < exchange(index).stages.size()) return begin_stage(index, dates);
  end_exchange(index, dates);
}

/// A step goes on until all is computed, what of the exchange comes after that, and all is copied
/// and read.
void CollectiveLife::end_exchange(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (of.working) {
    of.wait = Wait::working;
    return;
  }
  if (step && of.wait != Wait::compute) {
    of.wait = Wait::compute;
    const Seconds computed = std::max(of.step_began + step->compute, of.work_ended);
    if (const Seconds left = computed + step->late - medium_.now(); left > Seconds(0.0))
      return medium_.after(left, first_lane_ + of.first_lane);
  }
  of.wait = Wait::copies;
  end_if_copied(index, dates);
}

void CollectiveLife::end_step(std::uint32_t index, std::vector<TransferDates>& dates) {
  const std::optional<PlannedStep>& step = exchange(index).step;
  if (step && ++running_[index].step < step->steps) return begin_step(index, dates);
  end_size(index, dates);
}

void CollectiveLife::end_size(std::uint32_t index, std::vector<TransferDates>& dates) {
  Running& of = running_[index];
  TransferDates& row = dates[of.first_row + of.size];
  row.end = medium_.origin() + medium_.now();
  row.time = medium_.now() - of.size_began;
  ++row.ended;
  if (++of.size < plan_.collectives[index].sizes.size()) return begin_size(index, dates);
  --of.size;
}

}  // namespace gpuscape
