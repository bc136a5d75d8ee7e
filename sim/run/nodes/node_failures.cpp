#include "sim/run/nodes/node_failures.hpp"

#include <algorithm>
#include <boost/random/uniform_01.hpp>
#include <cmath>

namespace gpuscape {

namespace {

/// A lognormal time of that mean has the median mean · exp(−σ²/2).
Distribution repair_time(const FailingParts& parts, Seconds time) {
  const double sigma = parts.repair_sigma;
  if (sigma > 0.0 && time > Seconds(0.0))
    return Distribution({.kind = "lognormal",
                         .first = time.value() * std::exp(-0.5 * sigma * sigma),
                         .second = sigma});
  return Distribution(
      {.kind = parts.repair_is_mean ? "exponential" : "constant", .first = time.value()});
}

double draw_share(RandomStream& random) { return boost::random::uniform_01<double>()(random); }

bool happens(double share, RandomStream& random) {
  return share > 0.0 && draw_share(random) < share;
}

/// What is certain takes no number from the stream.
bool may_happen(double share, RandomStream& random) {
  return share >= 1.0 || happens(share, random);
}

double scale_of(const FailingParts& parts, double times_as_often) {
  const double mean = parts.mean_time.value() / times_as_often;
  if (parts.shape == 1.0) return mean;
  return mean / mean_of({.kind = "weibull", .first = 1.0, .second = parts.shape});
}

}  // namespace

NodeFailures::Clock::Clock(const FailingParts& of, double times_as_often)
    : as_new_({.kind = of.shape == 1.0 ? "exponential" : "weibull",
               .first = scale_of(of, times_as_often),
               .second = of.shape}),
      one_({.kind = "exponential", .first = 1.0}),
      shape_(of.shape),
      scale_(scale_of(of, times_as_often)) {}

/// The integral of Weibull's hazard, (age / scale) to the power of the shape, grows by an
/// exponential time of mean 1.
Seconds NodeFailures::Clock::draw(Seconds age, RandomStream& random) const {
  if (shape_ == 1.0 || !(age > Seconds(0.0))) return Seconds(as_new_.draw(random));
  const double hazard = std::pow(age.value() / scale_, shape_) + one_.draw(random);
  return std::max(Seconds(0.0), Seconds(scale_ * std::pow(hazard, 1.0 / shape_)) - age);
}

NodeFailures::Kind::Kind(const FailingParts& of)
    : parts(&of),
      good(of, 1.0),
      bad(of, of.bad_factor),
      repair(repair_time(of, of.repair)),
      manual(repair_time(of, of.manual)) {}

NodeFailures::NodeFailures(const std::vector<FailingParts>& parts, std::uint64_t seed,
                           std::uint64_t replication) {
  for (const FailingParts& of : parts) {
    for (const PlannedOutage& failed : of.logged) log_.push_back(&failed);
    if (!of.logged.empty()) continue;
    kinds_.emplace_back(of);
    const RandomStreams streams(seed, replication, "failures of " + of.name);
    for (std::size_t i = 0; i < of.units.size(); ++i) {
      const std::vector<OutageNode>& nodes = of.units[i].nodes;
      const OutageNode first =
          nodes.empty() ? OutageNode{.node = static_cast<std::uint32_t>(i)} : nodes.front();
      const std::uint64_t entity = (std::uint64_t{first.group} << 32U) | first.node;
      units_.push_back({.kind = kinds_.size() - 1, .index = i, .random = streams.of(entity)});
      Unit& unit = units_.back();
      unit.is_bad = happens(of.bad_share, unit.random);
      plan(units_.size() - 1, Seconds(0.0));
      if (of.wrong_node > 0.0) kinds_.back().units[first] = units_.size() - 1;
    }
  }
  std::ranges::stable_sort(log_, {}, &PlannedOutage::begin);
}

void NodeFailures::plan(std::size_t which, Seconds date) {
  Unit& unit = units_[which];
  const Kind& kind = kinds_[unit.kind];
  const Clock& clock = unit.is_bad ? kind.bad : kind.good;
  unit.next = date + clock.draw(date - unit.since, unit.random);
  next_.insert({unit.next, which});
}

/// How long it takes; a bad unit may be good afterwards.
Seconds NodeFailures::repair(Unit& unit) const {
  const Kind& kind = kinds_[unit.kind];
  const FailingParts& parts = *kind.parts;
  Seconds time(kind.repair.draw(unit.random));
  const bool has_failed = !parts.failed_go_on || may_happen(parts.silent_failure, unit.random);
  const bool goes_on = has_failed && happens(parts.manual_share, unit.random);
  bool stays_bad = parts.failed_go_on && has_failed;
  if (goes_on) {
    time += Seconds(kind.manual.draw(unit.random));
    stays_bad = may_happen(parts.manual_silent_failure, unit.random);
  } else if (!parts.failed_go_on) {
    stays_bad = may_happen(parts.silent_failure, unit.random);
  }
  unit.is_bad = unit.is_bad && stays_bad;
  return time;
}

/// Of a clock that runs at the rate under load, so many failures happen while nobody works there:
/// that is the lower rate, since each of them is dropped by itself.
bool NodeFailures::happens_here(Unit& unit, const NodeUse& use) const {
  const FailingParts& parts = *kinds_[unit.kind].parts;
  if (!(parts.idle_factor < 1.0)) return true;
  const bool works = std::ranges::any_of(parts.units[unit.index].nodes,
                                         [&](const OutageNode& at) { return use.is_working(at); });
  return works || happens(parts.idle_factor, unit.random);
}

std::size_t NodeFailures::diagnose(std::size_t failed, const NodeUse& use) {
  Unit& unit = units_[failed];
  const Kind& kind = kinds_[unit.kind];
  if (!happens(kind.parts->wrong_node, unit.random)) return failed;
  const auto other =
      use.another_of_its_job(kind.parts->units[unit.index].nodes.front(), draw_share(unit.random));
  const auto blamed = other ? kind.units.find(*other) : kind.units.end();
  if (blamed == kind.units.end()) return failed;
  unit.is_bad = true;
  plan(failed, unit.next);
  next_.erase({units_[blamed->second].next, blamed->second});
  return blamed->second;
}

std::optional<Seconds> NodeFailures::next_date() const {
  std::optional<Seconds> next;
  if (!next_.empty()) next = next_.begin()->first;
  if (const PlannedOutage* logged = next_logged())
    next = std::min(next.value_or(kForever), logged->begin);
  return next;
}

std::optional<PlannedOutage> NodeFailures::next(const NodeUse& use) {
  const PlannedOutage* logged = next_logged();
  if (logged != nullptr && (next_.empty() || logged->begin <= next_.begin()->first)) {
    ++logged_;
    return *logged;
  }
  const auto [date, failed] = *next_.begin();
  next_.erase(next_.begin());
  if (!happens_here(units_[failed], use)) {
    plan(failed, date);
    return std::nullopt;
  }
  const std::size_t which = diagnose(failed, use);
  Unit& unit = units_[which];
  const FailingParts& parts = *kinds_[unit.kind].parts;
  PlannedOutage outage{.name = parts.name,
                       .begin = date,
                       .end = date + repair(unit),
                       .unforeseen = true,
                       .retires = ++unit.failures == parts.retire_after,
                       .effect = parts.effect,
                       .pace = parts.pace,
                       .all_adapters = parts.all_adapters,
                       .servers = parts.effect == OutageEffect::no_starts
                                      ? static_cast<std::uint32_t>(parts.units.size())
                                      : 0,
                       .store = parts.store,
                       .of_drives = parts.of_drives,
                       .nodes = parts.units[unit.index].nodes};
  if (which != failed) outage.mistaken = parts.units[units_[failed].index].nodes;
  if (outage.retires) {
    outage.end = kForever;
    return outage;
  }
  unit.since = outage.end;
  plan(which, outage.end);
  return outage;
}

}  // namespace gpuscape
