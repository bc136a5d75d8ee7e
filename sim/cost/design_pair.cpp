#include "sim/cost/design_pair.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/units/clock_units.hpp"

namespace gpuscape {

namespace {

std::vector<SharedInput> shared_inputs(const DesignCost& first, const DesignCost& second) {
  std::vector<SharedInput> all;
  for (const CostInput& input : first.model.inputs().all())
    if (input.has_range()) all.push_back({input, {input.id, CostInputId()}});
  for (const CostInput& input : second.model.inputs().all()) {
    if (!input.has_range()) continue;
    const auto same = std::ranges::find_if(all, [&](const SharedInput& one) {
      return one.ids[1].is_none() && one.input.name == input.name && one.input.low == input.low &&
             one.input.high == input.high;
    });
    if (same == all.end())
      all.push_back({input, {CostInputId(), input.id}});
    else
      same->ids[1] = input.id;
  }
  return all;
}

bool is_rented(const CostModel& model, const std::string& pool) {
  const CostPoolSpec* said = model.spec().pool(pool);
  return said != nullptr && said->acquire != Acquire::owned;
}

Usage scaled(Usage usage, double share) {
  for (PoolUsage& pool : usage.pools) {
    pool.held_share *= share;
    pool.useful_share *= share;
    pool.up_share *= share;
  }
  usage.jobs_per_second *= share;
  return usage;
}

}  // namespace

DesignPair::DesignPair(const DesignCost& first, const DesignCost& second,
                       const std::array<double, 2>& work)
    : designs_{first, second}, work_(work), inputs_(shared_inputs(first, second)) {}

double DesignPair::total(std::size_t design, const CostDraw& draw) const {
  const DesignCost& one = designs_.at(design);
  return one.model.amounts(one.usage, draw).total() / work_.at(design);
}

double DesignPair::difference(const CostChange& change) const {
  return total(1, change.of(1)) - total(0, change.of(0));
}

double DesignPair::difference(const CostChange& change, Seconds horizon) const {
  return total(1, change.of(1).over(horizon)) - total(0, change.of(0).over(horizon));
}

CostSplit DesignPair::split(std::size_t design, const CostChange& change) const {
  return split(design, change, designs_.at(design).usage);
}

CostSplit DesignPair::split(std::size_t design, const CostChange& change,
                            const Usage& usage) const {
  const CostModel& model = designs_.at(design).model;
  const Ledger ledger = model.amounts(usage, change.of(design));
  CostSplit split;
  for (const CostLine& line : ledger.lines())
    (is_rented(model, line.pool) ? split.rent : split.others) += line.amount;
  return split;
}

double DesignPair::jobs_a_month(std::size_t design) const {
  return designs_.at(design).usage.jobs_per_second * kCostMonth.value();
}

double DesignPair::total_at(std::size_t design, double jobs, const CostChange& change) const {
  const double share = jobs / jobs_a_month(design);
  return share * split(design, change).rent +
         split(design, change, scaled(designs_.at(design).usage, share)).others;
}

double DesignPair::held_share(std::size_t design) const {
  const DesignCost& one = designs_.at(design);
  double held = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < one.usage.pools.size(); ++i) {
    const NodePool& pool = one.model.inventory().pools[i];
    const auto gpus = static_cast<double>(pool.count * pool.gpus);
    held += gpus * one.usage.pools[i].held_share;
    all += gpus;
  }
  return all > 0.0 ? held / all : 0.0;
}

bool DesignPair::all(std::size_t design, bool owned) const {
  const CostModel& model = designs_.at(design).model;
  return std::ranges::all_of(model.inventory().pools, [&](const NodePool& pool) {
    return is_rented(model, pool.name) != owned && pool.facts.price.has_value();
  });
}

bool DesignPair::any_reserved(std::size_t design) const {
  return std::ranges::any_of(designs_.at(design).model.spec().pools,
                             [](const auto& pool) { return pool.acquire == Acquire::reserved; });
}

DesignPair::NodeHours DesignPair::node_hours(std::size_t design) const {
  const DesignCost& one = designs_.at(design);
  const CostSpec& spec = one.model.spec();
  const std::vector<NodePool>& pools = one.model.inventory().pools;
  NodeHours sum;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const CostPoolSpec* said = spec.pool(pools[i].name);
    const bool in_use = said != nullptr && said->billed_in_use;
    const double hours = static_cast<double>(pools[i].count) *
                         ((spec.horizon - spec.build).value() / kSecondsPerHour);
    sum.all += hours;
    sum.billed += hours * (in_use ? one.usage.pools[i].up_share : 1.0);
  }
  return sum;
}

CostBand DesignPair::band(const std::function<double(const CostChange&)>& value_with) const {
  const double value = value_with({});
  if (!std::isfinite(value)) return {value, value, value};
  double below = 0.0;
  double above = 0.0;
  for (const SharedInput& shared : inputs_) {
    const double at_low = value_with({&shared, shared.input.low}) - value;
    const double at_high = value_with({&shared, shared.input.high}) - value;
    const double down = std::min({at_low, at_high, 0.0});
    const double up = std::max({at_low, at_high, 0.0});
    below += down * down;
    above += up * up;
  }
  return {value, value - std::sqrt(below), value + std::sqrt(above)};
}

}  // namespace gpuscape
