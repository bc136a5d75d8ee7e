#include "sim/live/live_board.hpp"

#include <algorithm>
#include <utility>

#include "sim/live/design_reader.hpp"

namespace gpuscape {

namespace {

/// What is known at once of a design that is asked for now.
LiveAnswer carried_over(LiveDesign asked, const LiveState& before) {
  LiveAnswer answer;
  const auto same_name = [&](const LiveAnswer& one) { return one.asked.name == asked.name; };
  const auto last = std::ranges::find_if(before.designs, same_name);
  const bool has_outcome = last != before.designs.end() && last->outcome != nullptr;
  if (has_outcome) {
    answer.outcome = last->outcome;
    answer.scenario = last->scenario;
    answer.covers = last->covers;
    answer.is_stale = last->is_stale || design_key(last->asked) != design_key(asked);
    if (!answer.is_stale) answer.stage = last->stage;
  }
  answer.asked = std::move(asked);
  return answer;
}

bool is_same_pair(const LiveState& now, const LiveState& before, std::size_t variant) {
  if (variant >= before.designs.size()) return false;
  const auto is_same = [&](std::size_t i) {
    return now.designs[i].stage == LiveStage::exact &&
           now.designs[i].outcome == before.designs[i].outcome;
  };
  return now.designs.size() == before.designs.size() && is_same(0) && is_same(variant);
}

}  // namespace

std::shared_ptr<const LiveState> LiveBoard::latest() const {
  const std::scoped_lock lock(mutex_);
  return state_;
}

bool LiveBoard::takes(std::uint64_t generation) const {
  return state_->generation == generation && !state_->is_finished;
}

/// Returns what was there, to be let go of without the lock: it may be large.
std::shared_ptr<const LiveState> LiveBoard::put_up(std::shared_ptr<const LiveState> state) {
  shown_ = Clock::now();
  if (state->is_finished) finished_.notify_all();
  return std::exchange(state_, std::move(state));
}

std::uint64_t LiveBoard::begin(std::vector<LiveDesign> designs) {
  std::shared_ptr<const LiveState> old;
  const std::scoped_lock lock(mutex_);
  auto next = std::make_shared<LiveState>();
  next->generation = state_->generation + 1;
  for (LiveDesign& design : designs)
    next->designs.push_back(carried_over(std::move(design), *state_));
  next->comparisons.resize(next->designs.empty() ? 0 : next->designs.size() - 1);
  for (std::size_t i = 0; i < next->comparisons.size(); ++i)
    if (is_same_pair(*next, *state_, i + 1)) next->comparisons[i] = state_->comparisons[i];
  old = put_up(std::move(next));
  return state_->generation;
}

void LiveBoard::cancel() {
  std::shared_ptr<const LiveState> old;
  {
    const std::scoped_lock lock(mutex_);
    if (state_->is_finished || state_->generation == 0) return;
    auto next = std::make_shared<LiveState>(*state_);
    next->is_finished = true;
    next->was_cancelled = true;
    old = put_up(std::move(next));
  }
  if (published_) published_();
}

void LiveBoard::change(std::uint64_t generation, const std::function<void(LiveState&)>& change) {
  std::shared_ptr<const LiveState> old;
  {
    const std::scoped_lock lock(mutex_);
    if (!takes(generation)) return;
    auto next = std::make_shared<LiveState>(*state_);
    change(*next);
    old = put_up(std::move(next));
  }
  if (published_) published_();
}

void LiveBoard::show_progress(std::uint64_t generation,
                              const std::function<void(LiveState&)>& change) {
  {
    const std::scoped_lock lock(mutex_);
    if (Clock::now() - shown_ < kFrame) return;
  }
  this->change(generation, change);
}

void LiveBoard::wait() const {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return state_->is_finished || state_->generation == 0; });
}

}  // namespace gpuscape
