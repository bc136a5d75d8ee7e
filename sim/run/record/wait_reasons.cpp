#include "sim/run/record/wait_reasons.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/lent_placer.hpp"
#include "sim/scheduling/span_room.hpp"

namespace gpuscape {

namespace {

/// Demands with cores or memory have to look at nodes one by one: not more often than this.
constexpr Seconds kLookEvery{60.0};
/// The first classes are of jobs that a limit or a dependency holds back.
constexpr std::uint32_t kHeldClasses = 2;

std::size_t index(WaitReason reason) { return static_cast<std::size_t>(reason); }

}  // namespace

WaitReasons::ClassId WaitReasons::class_of(const Demand& demand, const NodeMask* open) {
  const auto [at, added] = index_.try_emplace({demand.gpus, demand.milli_cores, demand.memory_mib,
                                               demand.nodes, demand.asks, demand.gpu_milli, open},
                                              ClassId(static_cast<std::uint32_t>(classes_.size())));
  if (added) {
    classes_.emplace_back();
    classes_.back().demand = demand;
    classes_.back().open = open;
  }
  return at->second;
}

void WaitReasons::hold(Class& one, Seconds now) {
  const Seconds span = now - one.since;
  one.since = now;
  one.clocks[index(one.reason)] += span;
  one.total[index(one.reason)] += span * static_cast<double>(one.waiting);
}

WaitReasons::WaitReasons(const FreeCapacity& capacity)
    : capacity_(capacity), classes_(kHeldClasses) {
  classes_[0].reason = WaitReason::limit;
  classes_[1].reason = WaitReason::dependency;
}

WaitReasons::ClassId WaitReasons::class_of(WaitReason held_by) const {
  return ClassId(classes_[0].reason == held_by ? 0 : 1);
}

WaitReasons::Waiting WaitReasons::enter(const Who& who, ClassId of_class, Seconds now) {
  Class& one = classes_[of_class.index()];
  hold(one, now);
  if (one.waiting++ == 0 && of_class.index() >= kHeldClasses) {
    active_.push_back(of_class);
    one.looked_at.reset();
  }
  return {who, of_class, one.clocks};
}

WaitReasons::Clocks WaitReasons::exit(const Waiting& waiting, Seconds now) {
  Class& one = classes_[waiting.of_class.index()];
  hold(one, now);
  if (--one.waiting == 0 && waiting.of_class.index() >= kHeldClasses)
    std::erase(active_, waiting.of_class);
  Clocks waited{};
  for (std::size_t i = 0; i < kWaitReasons; ++i) waited[i] = one.clocks[i] - waiting.at_join[i];
  return waited;
}

WaitReasons::Waiting* WaitReasons::find(std::uint32_t job) {
  if (!again_.empty()) {
    const auto again = again_.find(job);
    if (again != again_.end()) return &again->second;
  }
  const auto first = waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_);
  const auto at = std::lower_bound(first, waiting_.end(), job,
                                   [](const Waiting& w, std::uint32_t j) { return w.who.job < j; });
  ensure(at != waiting_.end() && at->who.job == job, "whoever leaves has joined");
  return &*at;
}

void WaitReasons::join(const Who& who, const Demand& demand, Seconds now) {
  waiting_.push_back(enter(who, class_of(demand, who.open), now));
}

void WaitReasons::join_held(const Who& who, WaitReason held_by, Seconds now) {
  waiting_.push_back(enter(who, class_of(held_by), now));
}

void WaitReasons::on(const JobWaits& event) {
  const Who who{event.job, event.origin, event.open};
  if (event.held_by) {
    join_held(who, *event.held_by, event.date);
  } else {
    join(who, event.demand, event.date);
  }
}

void WaitReasons::rejoin(const Who& who, const Demand& demand, Seconds now) {
  again_.insert_or_assign(who.job, enter(who, class_of(demand, who.open), now));
}

void WaitReasons::move(std::uint32_t job, ClassId to_class, Seconds now) {
  Waiting& waiting = *find(job);
  const Clocks waited = exit(waiting, now);
  waiting = enter(waiting.who, to_class, now);
  for (std::size_t i = 0; i < kWaitReasons; ++i) waiting.at_join[i] -= waited[i];
}

void WaitReasons::hold_back(std::uint32_t job, Seconds now) {
  move(job, class_of(WaitReason::limit), now);
}

void WaitReasons::let_go(std::uint32_t job, const Demand& demand, Seconds now) {
  move(job, class_of(demand, find(job)->who.open), now);
}

void WaitReasons::add_to_origin(std::uint32_t origin, const Clocks& waited) {
  if (origin >= by_origin_.size()) by_origin_.resize(origin + 1);
  for (std::size_t i = 0; i < kWaitReasons; ++i) by_origin_[origin][i] += waited[i];
}

void WaitReasons::leave(std::uint32_t job, Seconds now) {
  Waiting& waiting = *find(job);
  const Clocks waited = exit(waiting, now);
  add_to_origin(waiting.who.origin, waited);
  if (!again_.empty() && again_.erase(job) > 0) return;
  const auto longest = std::max_element(waited.begin(), waited.end());
  if (*longest > Seconds(0.0))
    jobs_.push_back({job, static_cast<WaitReason>(longest - waited.begin())});
  waiting.of_class = ClassId::none();
  while (first_waiting_ < waiting_.size() && waiting_[first_waiting_].of_class.is_none())
    ++first_waiting_;
  if (first_waiting_ > 4096 && first_waiting_ * 2 > waiting_.size()) {
    waiting_.erase(waiting_.begin(),
                   waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_));
    first_waiting_ = 0;
  }
}

bool WaitReasons::fits_now(std::size_t group, const Demand& demand) const {
  if (!has_gpus(group, demand)) return false;
  const GroupCapacity& capacity = capacity_.groups()[group];
  if (capacity.is_pool()) return true;
  if (stays_whole(demand, capacity.capacity()) && demand.is_gpus_alone())
    return demand.gpus <= rooms_[group].on_one_node;
  return FreeNodes(capacity, group, nullptr).have_room_for(capacity.cut(demand));
}

/// Whether it has the GPUs, wherever they are, on nodes that will do.
bool WaitReasons::has_gpus(std::size_t group, const Demand& demand) const {
  const GroupCapacity& capacity = capacity_.groups()[group];
  if (rooms_[group].gpus < demand.gpus &&
      !capacity.joinable(
          {0, 0, 0, 0, demand.asks, demand.gpu_milli}, [](std::uint32_t) { return true; }))
    return false;
  return capacity.will_do(demand);
}

void WaitReasons::settle(Seconds now) {
  rooms_.clear();
  for (const GroupCapacity& group : capacity_.groups()) {
    const FreeLevel most = group.is_pool() ? FreeLevel::none() : group.levels().last();
    rooms_.push_back({group.free_gpus_total(),
                      most.is_none() ? group.free_gpus_total() : std::int64_t{most.index()}});
  }
  for (const ClassId of_class : active_) {
    Class& one = classes_[of_class.index()];
    if (!may_start_) {
      one.looked_at.reset();
    } else if (!one.demand.is_gpus_alone() || one.open != nullptr) {
      if (one.looked_at && now - *one.looked_at < kLookEvery) continue;
      one.looked_at = now;
    }
    const WaitReason reason = may_start_ ? reason_of(one) : WaitReason::managers_away;
    if (reason == one.reason) continue;
    hold(one, now);
    one.reason = reason;
  }
}

/// It fits, but not on the nodes that are open to it: a limit, whoever has set it.
WaitReason WaitReasons::reason_of(const Class& one) const {
  const WaitReason anywhere = reason_of(one.demand);
  if (one.open == nullptr || anywhere != WaitReason::order) return anywhere;
  for (std::size_t group = 0; group < rooms_.size(); ++group) {
    const GroupCapacity& capacity = capacity_.groups()[group];
    if (!capacity.will_do(one.demand)) continue;
    if (capacity.is_pool()
            ? one.open->is_open(group, 0) && fits_now(group, one.demand)
            : FreeNodes(capacity, group, one.open).have_room_for(capacity.cut(one.demand)))
      return WaitReason::order;
  }
  if (any_span_has_room(capacity_, one.demand, one.open) ||
      has_lent_room(capacity_, one.demand, one.open))
    return WaitReason::order;
  return WaitReason::limit;
}

WaitReason WaitReasons::reason_of(const Demand& demand) const {
  if (demand.asks == 0) return reason_of_amounts(demand);
  const WaitReason own = reason_of_amounts(demand);
  if (own == WaitReason::order) return own;
  return reason_of_amounts(demand.amounts()) == WaitReason::order ? WaitReason::model_short : own;
}

WaitReason WaitReasons::reason_of_amounts(const Demand& demand) const {
  bool enough = false;
  for (std::size_t group = 0; group < rooms_.size(); ++group) {
    if (fits_now(group, demand)) return WaitReason::order;
    enough = enough || has_gpus(group, demand);
  }
  if (any_span_has_room(capacity_, demand, nullptr) || has_lent_room(capacity_, demand, nullptr))
    return WaitReason::order;
  const bool lent = has_lent_gpus(capacity_, demand);
  if (!enough && !lent && !any_span_has_gpus(capacity_, demand)) return WaitReason::gpus_short;
  if (lent) return WaitReason::cores_or_memory_short;
  if (demand.is_gpus_alone()) return WaitReason::no_whole_node;
  const Demand gpus{demand.gpus, 0, 0, demand.nodes, demand.asks, demand.gpu_milli};
  for (std::size_t group = 0; group < rooms_.size(); ++group)
    if (fits_now(group, gpus)) return WaitReason::cores_or_memory_short;
  if (any_span_has_room(capacity_, gpus, nullptr)) return WaitReason::cores_or_memory_short;
  return WaitReason::no_whole_node;
}

WaitResult WaitReasons::result(Seconds now) const {
  WaitReasons until_now(*this);
  WaitResult result;
  for (Class& one : until_now.classes_) {
    hold(one, now);
    for (std::size_t i = 0; i < kWaitReasons; ++i) result.seconds[i] += one.total[i];
  }
  for (const Waiting& waiting : waiting_)
    if (!waiting.of_class.is_none())
      until_now.add_to_origin(waiting.who.origin, until_now.exit(waiting, now));
  for (const auto& [job, waiting] : again_)
    until_now.add_to_origin(waiting.who.origin, until_now.exit(waiting, now));
  result.by_origin = std::move(until_now.by_origin_);
  result.jobs = jobs_;
  std::sort(result.jobs.begin(), result.jobs.end(),
            [](const JobWait& a, const JobWait& b) { return a.job < b.job; });
  return result;
}

}  // namespace gpuscape
