/// The pace of everybody who exchanges data, among each other and with those who read over the same
/// links.

#include <algorithm>
#include <cmath>

#include "sim/run/pace/job_traffic.hpp"

namespace gpuscape {

namespace {

/// A step, or what it waits, that changes by less than this share is as before.
constexpr double kSameStep = 1e-8;
/// Exchanges and reads are taken in turn until nothing moves any more; that is a few rounds.
constexpr int kMostRounds = 200;
/// Of full pace; a job whose data do not come waits as if they came so slowly.
constexpr double kLeastSupplied = 1e-9;
/// Where what a job waits changes how fast its data come, of the way to what it would be as things
/// stand: that overshoots by less than the way, so that this third is what is off after a round.
constexpr double kPart = 2.0 / 3.0;

}  // namespace

void JobTraffic::scale_links(std::uint32_t node, bool all_adapters, double factor) {
  shaper_.scale_links(node, all_adapters, factor);
  if (ways_ == nullptr || shaper_.network().rails_of(node) == 0) return;
  const LinkIndex out = shaper_.network().ports().index({node, 0});
  for (const LinkIndex first : {out, shaper_.network().ports().port_count() + out}) {
    const StoreWays::PlaceId place = ways_->place_of(first);
    if (place.is_none()) continue;
    double rates = 0.0;
    double whole = 0.0;
    for (LinkIndex link = first; link < first + ways_->links(place).count; ++link) {
      const double capacity = shaper_.network().capacity(link).value();
      rates += capacity * shaper_.rate_of(link);
      whole += capacity;
    }
    ways_->scale(place, rates / whole);
  }
}

void JobTraffic::find_places(Exchange& exchange) {
  exchange.places.clear();
  if (ways_ == nullptr) return;
  for (const MeanPresence::Use& use : exchange.uses) {
    const StoreWays::PlaceId place = ways_->place_of(use.resource);
    if (!place.is_none()) exchange.places.push_back(place);
  }
  std::ranges::sort(exchange.places);
  const auto same = std::ranges::unique(exchange.places);
  exchange.places.erase(same.begin(), same.end());
  exchange.left.assign(exchange.places.size(), 1.0);
  for (const StoreWays::PlaceId place : exchange.places) {
    if (place.index() >= in_place_.size()) in_place_.resize(place.index() + 1);
    in_place_[place.index()].push_back(exchange.slot);
  }
}

void JobTraffic::leave_places(const Exchange& exchange) {
  for (const StoreWays::PlaceId place : exchange.places) {
    std::vector<std::uint32_t>& slots = in_place_[place.index()];
    slots.erase(std::ranges::find(slots, exchange.slot));
  }
  touch_places(exchange);
}

void JobTraffic::touch_places(const Exchange& exchange) {
  for (const StoreWays::PlaceId place : exchange.places) ways_->touch(place);
}

void JobTraffic::enter(Exchange& exchange) {
  uses_ = exchange.uses;
  if (!exchange.places.empty())
    for (MeanPresence::Use& use : uses_) {
      const StoreWays::PlaceId place = ways_->place_of(use.resource);
      if (place.is_none()) continue;
      const auto at = std::ranges::lower_bound(exchange.places, place);
      use.time = use.time / exchange.left[static_cast<std::size_t>(at - exchange.places.begin())];
    }
  MeanPresence::Step step = exchange.alone;
  step.private_time += exchange.waits;
  exchange.presence = presence_.add(step, uses_);
  if (exchange.presence >= slot_of_.size()) slot_of_.resize(exchange.presence + 1);
  slot_of_[exchange.presence] = exchange.slot;
}

void JobTraffic::settle() {
  waiting_.clear();
  for (int round = 0; round < kMostRounds; ++round) {
    take_steps();
    if (!meet_stores()) return;
  }
}

void JobTraffic::take_steps() {
  for (const MeanPresence::JobIndex index : presence_.solve()) {
    Exchange& exchange = exchanges_[slot_of_[index]];
    // A link sets the pace where the exchange takes longer than over the nodes' links alone.
    const bool by_link = presence_.exchange_time(index) > exchange.ideal_exchange * (1.0 + 1e-12);
    const LinkId bottleneck =
        by_link ? LinkId(presence_.bottleneck(index).index()) : LinkId::none();
    if (bottleneck != exchange.bottleneck && exchange.step > Seconds(0.0)) hold(exchange);
    exchange.bottleneck = bottleneck;
    if (presence_.step_time(index) != exchange.cycle ||
        exchange.step != exchange.cycle - exchange.waits)
      set_step(exchange, presence_.step_time(index));
  }
}

/// `step` with what it waits for its input.
void JobTraffic::set_step(Exchange& exchange, Seconds step) {
  const bool was_known = exchange.step > Seconds(0.0);
  if (was_known) hold(exchange);
  const double before = was_known ? 1.0 / exchange.cycle.value() : 0.0;
  const bool was_slowed = was_known && is_slowed(exchange);
  exchange.cycle = step;
  exchange.step = step - exchange.waits;
  const double rate = 1.0 / step.value();
  for (const MeanPresence::Use& use : exchange.uses)
    meter_.change(simulation_.now(), use.resource, use.time.value() * (rate - before));
  touch_places(exchange);
  slowed_ += static_cast<int>(is_slowed(exchange)) - static_cast<int>(was_slowed);
  if (exchange.reads)
    input_->set_pace(exchange.slot, std::min(1.0, pace(exchange)));
  else
    simulation_.fluid().set_bound(simulation_.now(), exchange.activity,
                                  BytesPerSecond(pace(exchange)));
}

/// Share of the time of the links there that exchanges take.
double JobTraffic::taken(StoreWays::PlaceId place) const {
  const LinkSpan links = ways_->links(place);
  double sum = 0.0;
  for (LinkIndex link = links.first; link < links.first + links.count; ++link)
    sum += meter_.used(link);
  return sum / links.count;
}

/// Stores have what exchanges leave, and the other way round; whether an exchange has another step
/// now.
bool JobTraffic::meet_stores() {
  const bool is_outdated = input_ != nullptr && input_->is_outdated();
  if (!is_outdated && (ways_ == nullptr || !ways_->any_touched())) return false;
  if (ways_ != nullptr)
    for (const StoreWays::PlaceId place : ways_->touched()) ways_->set_taken(place, taken(place));
  bool any = input_ != nullptr && wait_for_inputs();
  if (ways_ == nullptr) return any;
  ways_->ask();
  any |= make_room();
  ways_->untouch();
  return any;
}

bool JobTraffic::wait_for_inputs() {
  const std::vector<std::uint32_t>& changed = input_->find_changed();
  waiting_.insert(waiting_.end(), changed.begin(), changed.end());
  std::ranges::sort(waiting_);
  const auto same = std::ranges::unique(waiting_);
  waiting_.erase(same.begin(), same.end());
  std::erase_if(waiting_, [&](std::uint32_t slot) { return !wait_for_input(exchanges_[slot]); });
  return !waiting_.empty();
}

/// Its step is as long as its data take to come.
bool JobTraffic::wait_for_input(Exchange& exchange) {
  const double supplied = std::max(kLeastSupplied, input_->supplied(exchange.slot));
  const Seconds waits = std::max(
      Seconds(0.0), exchange.ideal_step / supplied - std::max(exchange.step, exchange.ideal_step));
  const Seconds more = waits - exchange.waits;
  if (std::abs(more.value()) <= exchange.step.value() * kSameStep) return false;
  hold(exchange);
  exchange.waits += exchange.places.empty() ? more : more * kPart;
  presence_.set_private_time(exchange.presence, exchange.alone.private_time + exchange.waits);
  return true;
}

/// Those who exchange data where what is read or written has changed do so over what it leaves.
bool JobTraffic::make_room() {
  crowded_.clear();
  for (const StoreWays::PlaceId place : ways_->touched()) {
    if (place.index() >= in_place_.size()) continue;
    const std::vector<std::uint32_t>& slots = in_place_[place.index()];
    crowded_.insert(crowded_.end(), slots.begin(), slots.end());
  }
  std::ranges::sort(crowded_);
  const auto same = std::ranges::unique(crowded_);
  crowded_.erase(same.begin(), same.end());
  bool any = false;
  for (const std::uint32_t slot : crowded_) {
    Exchange& exchange = exchanges_[slot];
    if (!(exchange.step > Seconds(0.0)) || !find_left(exchange)) continue;
    presence_.remove(exchange.presence);
    enter(exchange);
    any = true;
  }
  return any;
}

/// Whether it is another share than before. What its own job reads comes while it computes, if it
/// comes fast enough; what it writes beside its work goes on all the time.
bool JobTraffic::find_left(Exchange& exchange) {
  double own_part = 0.0;
  if (exchange.reads) {
    const Seconds computes = exchange.alone.private_time;
    const Seconds reads = exchange.cycle * input_->reading_share(exchange.slot);
    if (reads > computes) own_part = (reads - computes) / (exchange.cycle - computes);
  }
  bool any = false;
  for (std::size_t i = 0; i < exchange.places.size(); ++i) {
    const StoreWays::PlaceId place = exchange.places[i];
    const bool in = ways_->way(place) == StoreWays::Way::in;
    const double left = ways_->left(place, exchange.slot, in ? own_part : 1.0);
    if (std::abs(left - exchange.left[i]) <= kSameStep) continue;
    exchange.left[i] = left;
    any = true;
  }
  return any;
}

}  // namespace gpuscape
