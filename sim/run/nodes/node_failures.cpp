#include "sim/run/nodes/node_failures.hpp"

#include <algorithm>
#include <boost/random/uniform_01.hpp>
#include <cmath>

namespace gpuscape {

namespace {

Distribution time_to_failure(const FailingParts& parts, double times_as_often) {
  const double mean = parts.mean_time.value() / times_as_often;
  if (parts.shape == 1.0) return Distribution({.kind = "exponential", .first = mean});
  const double of_scale_one = mean_of({.kind = "weibull", .first = 1.0, .second = parts.shape});
  return Distribution({.kind = "weibull", .first = mean / of_scale_one, .second = parts.shape});
}

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

bool happens(double share, RandomStream& random) {
  return share > 0.0 && boost::random::uniform_01<double>()(random) < share;
}

}  // namespace

NodeFailures::Kind::Kind(const FailingParts& of)
    : parts(&of),
      good(time_to_failure(of, 1.0)),
      bad(time_to_failure(of, of.bad_factor)),
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
      const OutageNode& first = of.units[i].nodes.front();
      const std::uint64_t entity = (std::uint64_t{first.group} << 32U) | first.node;
      units_.push_back({.kind = kinds_.size() - 1, .index = i, .random = streams.of(entity)});
      Unit& unit = units_.back();
      unit.is_bad = happens(of.bad_share, unit.random);
      next_.insert({time_to_next(unit), units_.size() - 1});
    }
  }
  std::ranges::stable_sort(log_, {}, &PlannedOutage::begin);
}

Seconds NodeFailures::time_to_next(Unit& unit) const {
  const Kind& kind = kinds_[unit.kind];
  return Seconds((unit.is_bad ? kind.bad : kind.good).draw(unit.random));
}

Seconds NodeFailures::time_away(Unit& unit) const {
  const Kind& kind = kinds_[unit.kind];
  const Seconds first(kind.repair.draw(unit.random));
  if (!happens(kind.parts->manual_share, unit.random)) return first;
  return first + Seconds(kind.manual.draw(unit.random));
}

std::optional<Seconds> NodeFailures::next_date() const {
  std::optional<Seconds> next;
  if (!next_.empty()) next = next_.begin()->first;
  if (const PlannedOutage* logged = next_logged())
    next = std::min(next.value_or(kForever), logged->begin);
  return next;
}

PlannedOutage NodeFailures::next() {
  const PlannedOutage* logged = next_logged();
  if (logged != nullptr && (next_.empty() || logged->begin <= next_.begin()->first)) {
    ++logged_;
    return *logged;
  }
  const auto [date, which] = *next_.begin();
  next_.erase(next_.begin());
  Unit& unit = units_[which];
  const FailingParts& parts = *kinds_[unit.kind].parts;
  PlannedOutage outage{.name = parts.name,
                       .begin = date,
                       .end = date + time_away(unit),
                       .unforeseen = true,
                       .nodes = parts.units[unit.index].nodes};
  next_.insert({outage.end + time_to_next(unit), which});
  return outage;
}

}  // namespace gpuscape
