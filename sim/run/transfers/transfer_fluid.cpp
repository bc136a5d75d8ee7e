#include "sim/run/transfers/transfer_fluid.hpp"

#include <algorithm>

namespace gpuscape {

FluidTransfers::FluidTransfers(const TransferPlan& plan, const TransferLinks& links)
    : links_(links),
      network_(simulation_, links.map),
      life_(plan, *this),
      flows_(life_.lanes()),
      users_(links.map.links.size(), 0),
      held_(life_.dates().size()) {}

bool FluidTransfers::run(const std::stop_token& stop) {
  life_.begin();
  std::ranges::stable_sort(starts_, {}, &Start::date);
  settle();
  for (;;) {
    set_next_start();
    const auto next = simulation_.next_date();
    if (!next) return true;
    if (stop.stop_requested()) return false;
    simulation_.advance_to(*next);
  }
}

void FluidTransfers::set_next_start() {
  if (next_start_ == starts_.size()) return simulation_.set_next_input(kForever);
  const Seconds date = starts_[next_start_].date;
  if (simulation_.is_idle()) {
    origin_ = date;
    simulation_.restart_clock();
  }
  simulation_.set_next_input(date - origin_);
}

void FluidTransfers::handle_input() {
  const Seconds date = starts_[next_start_].date;
  while (next_start_ < starts_.size() && starts_[next_start_].date == date)
    life_.delay_over(starts_[next_start_++].lane);
  const bool more = next_start_ < starts_.size();
  simulation_.set_next_input(more ? starts_[next_start_].date - origin_ : kForever);
}

void FluidTransfers::flow(std::uint32_t lane, const TransferPhase& phase) {
  Flow& flow = flows_[lane];
  flow.route = phase.route;
  flow.bound = phase.bound;
  flow.since = simulation_.now();
  flow.limit = Limit::none();
  flow.running = true;
  flow.place = static_cast<std::uint32_t>(running_.size());
  running_.push_back(lane);
  fresh_.push_back(lane);
  for (const std::uint32_t link : (*links_.routes)[phase.route]) ++users_[link];
  flow.id = network_.start({.from = 2 * phase.route,
                            .to = 2 * phase.route + 1,
                            .bytes = phase.bytes,
                            .token = lane,
                            .bound = phase.bound});
}

void FluidTransfers::handle_completion(std::uint32_t token) {
  hold(token);
  Flow& flow = flows_[token];
  flow.running = false;
  for (const std::uint32_t link : (*links_.routes)[flow.route]) --users_[link];
  flows_[running_.back()].place = flow.place;
  running_[flow.place] = running_.back();
  running_.pop_back();
  life_.flow_over(token);
}

/// Each flow as it starts, and all of them now and then: always where they are few, else so seldom
/// that a look costs no more than what happens in between.
void FluidTransfers::settle() {
  constexpr std::size_t kFew = 64;
  if (++unseen_ * kFew >= running_.size()) {
    unseen_ = 0;
    for (const std::uint32_t lane : running_) look_at(lane);
  } else {
    for (const std::uint32_t lane : fresh_)
      if (flows_[lane].running) look_at(lane);
  }
  fresh_.clear();
}

void FluidTransfers::look_at(std::uint32_t lane) {
  Flow& flow = flows_[lane];
  const Limit limit = limit_now(flow);
  if (limit == flow.limit) return;
  hold(lane);
  flow.limit = limit;
}

void FluidTransfers::hold(std::uint32_t lane) {
  Flow& flow = flows_[lane];
  const Seconds now = simulation_.now();
  std::vector<Held>& held = held_[life_.row_of(lane)];
  const auto found = std::ranges::find(held, flow.limit, &Held::limit);
  if (found == held.end())
    held.push_back({flow.limit, now - flow.since});
  else
    found->time += now - flow.since;
  flow.since = now;
}

/// Of the full links on its way the one that leaves least to each of its users.
FluidTransfers::Limit FluidTransfers::limit_now(const Flow& flow) {
  constexpr double kNearly = 1.0 - 1e-9;
  if (network_.rate(flow.id) >= flow.bound * kNearly) return Limit::none();
  Limit least;
  BytesPerSecond least_each{0.0};
  for (const std::uint32_t link : (*links_.routes)[flow.route]) {
    if (!network_.is_full(link)) continue;
    const BytesPerSecond each = links_.map.links[link] / users_[link];
    if (!least.is_none() && each >= least_each) continue;
    least = Limit(link);
    least_each = each;
  }
  return least;
}

std::optional<FluidTransfers::Limit> FluidTransfers::limit_of(std::size_t row) const {
  const auto longest = std::ranges::max_element(held_[row], {}, &Held::time);
  if (longest == held_[row].end()) return std::nullopt;
  return longest->limit;
}

}  // namespace gpuscape
