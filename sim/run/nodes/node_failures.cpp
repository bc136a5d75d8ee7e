#include "sim/run/nodes/node_failures.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// Above 0, at most 1.
double draw(RandomStream& random) {
  return (static_cast<double>(random() >> 11U) + 1.0) * 0x1.0p-53;
}

double exponential(RandomStream& random) { return -std::log(draw(random)); }

}  // namespace

NodeFailures::NodeFailures(const std::vector<FailingParts>& parts, std::uint64_t seed,
                           std::uint64_t replication) {
  for (const FailingParts& kind : parts) {
    for (const PlannedOutage& failed : kind.logged) log_.push_back(&failed);
    if (!kind.logged.empty()) continue;
    const RandomStreams streams(seed, replication, "failures of " + kind.name);
    for (std::size_t i = 0; i < kind.units.size(); ++i) {
      const OutageNode& first = kind.units[i].nodes.front();
      const std::uint64_t entity = (std::uint64_t{first.group} << 32U) | first.node;
      units_.push_back({.parts = &kind, .index = i, .random = streams.of(entity)});
      Unit& unit = units_.back();
      unit.is_bad = draw(unit.random) <= kind.bad_share;
      next_.insert({time_to_failure(unit), units_.size() - 1});
    }
  }
  std::ranges::stable_sort(log_, {}, &PlannedOutage::begin);
}

/// Weibull's distribution by its mean.
Seconds NodeFailures::time_to_failure(Unit& unit) {
  const FailingParts& parts = *unit.parts;
  const double mean = parts.mean_time.value() / (unit.is_bad ? parts.bad_factor : 1.0);
  if (parts.shape == 1.0) return Seconds(mean * exponential(unit.random));
  const double scale = mean / std::tgamma(1.0 + 1.0 / parts.shape);
  return Seconds(scale * std::pow(exponential(unit.random), 1.0 / parts.shape));
}

Seconds NodeFailures::repair_time(Unit& unit) {
  const FailingParts& parts = *unit.parts;
  const auto time = [&](Seconds mean) {
    return parts.repair_is_mean ? mean * exponential(unit.random) : mean;
  };
  const Seconds first = time(parts.repair);
  if (!(parts.manual_share > 0.0) || draw(unit.random) > parts.manual_share) return first;
  return first + time(parts.manual);
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
  PlannedOutage outage{.name = unit.parts->name,
                       .begin = date,
                       .end = date + repair_time(unit),
                       .unforeseen = true,
                       .nodes = unit.parts->units[unit.index].nodes};
  next_.insert({outage.end + time_to_failure(unit), which});
  return outage;
}

}  // namespace gpuscape
