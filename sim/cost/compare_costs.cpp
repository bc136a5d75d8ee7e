#include "sim/cost/compare_costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "sim/base/units/clock_units.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kMonth{730.0 * 3600.0};  // a twelfth of 365 days
constexpr double kMostMonths = 120.0;

/// An input with a range, of one design or under the same name of both.
struct Shared {
  CostInput input;
  std::array<CostInputId, 2> ids;  ///< none: that design does not have it
};

/// One input changed; none: everything as it is.
struct Change {
  const Shared* shared = nullptr;
  double value = 0.0;
  [[nodiscard]] CostDraw of(std::size_t design) const {
    if (shared == nullptr || shared->ids.at(design).is_none()) return {};
    return {shared->ids.at(design), value};
  }
};

using Value = std::function<double(const Change&)>;

std::vector<Shared> shared_inputs(const DesignCost& first, const DesignCost& second) {
  std::vector<Shared> all;
  for (const CostInput& input : first.model.inputs().all())
    if (input.has_range()) all.push_back({input, {input.id, CostInputId()}});
  for (const CostInput& input : second.model.inputs().all()) {
    if (!input.has_range()) continue;
    const auto same = std::ranges::find_if(all, [&](const Shared& one) {
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

/// What a design pays for nodes that it rents, and everything else.
struct Split {
  double rent = 0.0;
  double others = 0.0;
};

class Pair {
 public:
  Pair(const DesignCost& first, const DesignCost& second)
      : designs_{first, second}, inputs_(shared_inputs(first, second)) {}

  [[nodiscard]] const std::vector<Shared>& inputs() const { return inputs_; }

  [[nodiscard]] double total(std::size_t design, const CostDraw& draw) const {
    const DesignCost& one = designs_.at(design);
    return one.model.amounts(one.usage, draw).total();
  }
  [[nodiscard]] double difference(const Change& change) const {
    return total(1, change.of(1)) - total(0, change.of(0));
  }
  /// The same over another horizon.
  [[nodiscard]] double difference(const Change& change, Seconds horizon) const {
    return total(1, change.of(1).over(horizon)) - total(0, change.of(0).over(horizon));
  }

  [[nodiscard]] Split split(std::size_t design, const Change& change) const {
    const DesignCost& one = designs_.at(design);
    const Ledger ledger = one.model.amounts(one.usage, change.of(design));
    Split split;
    for (const CostLine& line : ledger.lines())
      (is_rented(one.model, line.pool) ? split.rent : split.others) += line.amount;
    return split;
  }

  /// Whether every pool has a price and is owned, or else rented.
  [[nodiscard]] bool all(std::size_t design, bool owned) const {
    const CostModel& model = designs_.at(design).model;
    return std::ranges::all_of(model.inventory().pools, [&](const NodePool& pool) {
      return is_rented(model, pool.name) != owned && pool.facts.price.has_value();
    });
  }

  [[nodiscard]] bool any_reserved(std::size_t design) const {
    return std::ranges::any_of(designs_.at(design).model.spec().pools,
                               [](const auto& pool) { return pool.acquire == Acquire::reserved; });
  }

  struct NodeHours {
    double all = 0.0;
    double billed = 0.0;
  };
  [[nodiscard]] NodeHours node_hours(std::size_t design) const {
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

  [[nodiscard]] CostBand band(const Value& value_with) const {
    const double value = value_with({});
    if (!std::isfinite(value)) return {value, value, value};
    double below = 0.0;
    double above = 0.0;
    for (const Shared& shared : inputs_) {
      const double at_low = value_with({&shared, shared.input.low}) - value;
      const double at_high = value_with({&shared, shared.input.high}) - value;
      const double down = std::min({at_low, at_high, 0.0});
      const double up = std::max({at_low, at_high, 0.0});
      below += down * down;
      above += up * up;
    }
    return {value, value - std::sqrt(below), value + std::sqrt(above)};
  }

 private:
  static bool is_rented(const CostModel& model, const std::string& pool) {
    const CostPoolSpec* said = model.spec().pool(pool);
    return said != nullptr && said->acquire != Acquire::owned;
  }

  std::array<DesignCost, 2> designs_;
  std::vector<Shared> inputs_;
};

/// Where a function that has different signs at both ends is zero: false position with the Illinois
/// rule, exact after one step where it is a line.
double zero_of(const std::function<double(double)>& function, double from, double to) {
  constexpr int kMostSteps = 60;
  constexpr double kClose = 1e-9;  // of the interval
  const double close = kClose * std::abs(to - from);
  double at_from = function(from);
  double at_to = function(to);
  for (int step = 0; step < kMostSteps && at_from != 0.0; ++step) {
    const double next = to - at_to * (to - from) / (at_to - at_from);
    const double at_next = function(next);
    if (at_next == 0.0 || std::abs(next - to) < close) return next;
    if ((at_next < 0.0) != (at_to < 0.0)) {
      from = to;
      at_from = at_to;
    } else {
      at_from /= 2.0;
    }
    to = next;
    at_to = at_next;
  }
  return at_from == 0.0 ? from : to;
}

std::vector<CostTurn> turns_of(const Pair& pair, double difference) {
  struct Found {
    CostTurn turn;
    double width;
  };
  std::vector<Found> found;
  for (const Shared& shared : pair.inputs()) {
    const auto with = [&](double value) { return pair.difference({&shared, value}); };
    const double at_low = with(shared.input.low);
    const double at_high = with(shared.input.high);
    for (const bool above : {false, true}) {
      if (((above ? at_high : at_low) < 0.0) == (difference < 0.0)) continue;
      const double end = above ? shared.input.high : shared.input.low;
      found.push_back({{.input = shared.input,
                        .value = zero_of(with, shared.input.value, end),
                        .above = above,
                        .of_first = !shared.ids[0].is_none(),
                        .of_second = !shared.ids[1].is_none()},
                       std::abs(at_high - at_low)});
    }
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) { return a.width > b.width; });
  std::vector<CostTurn> turns;
  turns.reserve(found.size());
  for (Found& one : found) turns.push_back(std::move(one.turn));
  return turns;
}

/// Costs rise with time, and rent the faster where it ever overtakes owning, so there is one such
/// month.
double months_of(const Pair& pair, bool first_owns, const Change& change) {
  const auto owning_less_renting = [&](double months) {
    const double difference = pair.difference(change, kMonth * months);
    return first_owns ? -difference : difference;
  };
  if (owning_less_renting(1.0) <= 0.0) return 1.0;
  if (owning_less_renting(kMostMonths) > 0.0) return std::numeric_limits<double>::infinity();
  return zero_of(owning_less_renting, 1.0, kMostMonths);
}

std::optional<OwnOrRent> own_or_rent(const Pair& pair) {
  const bool first_owns = pair.all(0, true) && pair.all(1, false);
  if (!first_owns && !(pair.all(1, true) && pair.all(0, false))) return std::nullopt;
  const std::size_t owner = first_owns ? 0 : 1;
  const std::size_t tenant = 1 - owner;
  const Pair::NodeHours hours = pair.node_hours(tenant);
  if (!(hours.billed > 0.0)) return std::nullopt;
  OwnOrRent result{.first_owns = first_owns, .use_now = hours.billed / hours.all};
  // What may be paid for rented nodes before owning costs less, in shares of what is paid now.
  const auto most_rent = [&](const Change& change) {
    return pair.total(owner, change.of(owner)) - pair.split(tenant, change).others;
  };
  result.rent_now = pair.split(tenant, {}).rent / hours.billed;
  result.rent = pair.band([&](const Change& change) { return most_rent(change) / hours.billed; });
  if (!pair.any_reserved(tenant))
    result.use = pair.band([&](const Change& change) {
      return most_rent(change) / pair.split(tenant, change).rent * result.use_now;
    });
  result.months =
      pair.band([&](const Change& change) { return months_of(pair, first_owns, change); });
  return result;
}

}  // namespace

std::optional<CostComparison> compare_costs(const DesignCost& first, const DesignCost& second) {
  const CostSpec& one = first.model.spec();
  const CostSpec& other = second.model.spec();
  if (one.currency != other.currency || one.horizon != other.horizon) return std::nullopt;
  const Pair pair(first, second);
  CostComparison comparison;
  comparison.difference = pair.band([&](const Change& change) { return pair.difference(change); });
  comparison.turns = turns_of(pair, comparison.difference.value);
  comparison.own_or_rent = own_or_rent(pair);
  return comparison;
}

}  // namespace gpuscape
