#include "sim/cost/compare_costs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "sim/cost/design_pair.hpp"

namespace gpuscape {

namespace {

constexpr double kMostMonths = 120.0;

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

std::vector<CostTurn> turns_of(const DesignPair& pair, double difference) {
  struct Found {
    CostTurn turn;
    double width;
  };
  std::vector<Found> found;
  for (const SharedInput& shared : pair.inputs()) {
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
double months_of(const DesignPair& pair, bool first_owns, const CostChange& change) {
  const auto owning_less_renting = [&](double months) {
    const double difference = pair.difference(change, kCostMonth * months);
    return first_owns ? -difference : difference;
  };
  if (owning_less_renting(1.0) <= 0.0) return 1.0;
  if (owning_less_renting(kMostMonths) > 0.0) return std::numeric_limits<double>::infinity();
  return zero_of(owning_less_renting, 1.0, kMostMonths);
}

/// Both costs follow the number of jobs in a line, so there is one such number at most.
double jobs_of(const DesignPair& pair, std::size_t owner, const CostChange& change) {
  constexpr double kMost = 1e3;  // times the jobs of the run
  const auto owning_less_renting = [&](double jobs) {
    return pair.total_at(owner, jobs, change) - pair.total_at(1 - owner, jobs, change);
  };
  const double most = kMost * pair.jobs_a_month(owner);
  if (owning_less_renting(0.0) <= 0.0) return 0.0;
  if (owning_less_renting(most) > 0.0) return std::numeric_limits<double>::infinity();
  return zero_of(owning_less_renting, 0.0, most);
}

void add_jobs(const DesignPair& pair, std::size_t owner, OwnOrRent& result) {
  result.jobs_now = pair.jobs_a_month(owner);
  if (!(result.jobs_now > 0.0) || !(pair.jobs_a_month(1 - owner) > 0.0)) return;
  const double held = pair.held_share(owner);
  result.jobs_full = held > 0.0 ? result.jobs_now / held : std::numeric_limits<double>::infinity();
  result.jobs = pair.band([&](const CostChange& change) { return jobs_of(pair, owner, change); });
}

std::optional<OwnOrRent> own_or_rent(const DesignPair& pair) {
  const bool first_owns = pair.all(0, true) && pair.all(1, false);
  if (!first_owns && !(pair.all(1, true) && pair.all(0, false))) return std::nullopt;
  const std::size_t owner = first_owns ? 0 : 1;
  const std::size_t tenant = 1 - owner;
  const DesignPair::NodeHours hours = pair.node_hours(tenant);
  if (!(hours.billed > 0.0)) return std::nullopt;
  OwnOrRent result{.first_owns = first_owns, .use_now = hours.billed / hours.all};
  // What may be paid for rented nodes before owning costs less, in shares of what is paid now.
  const auto most_rent = [&](const CostChange& change) {
    return pair.total(owner, change.of(owner)) - pair.split(tenant, change).others;
  };
  result.rent_now = pair.split(tenant, {}).rent / hours.billed;
  result.rent =
      pair.band([&](const CostChange& change) { return most_rent(change) / hours.billed; });
  if (!pair.any_reserved(tenant))
    result.use = pair.band([&](const CostChange& change) {
      return most_rent(change) / pair.split(tenant, change).rent * result.use_now;
    });
  result.months =
      pair.band([&](const CostChange& change) { return months_of(pair, first_owns, change); });
  add_jobs(pair, owner, result);
  return result;
}

}  // namespace

std::optional<CostComparison> compare_costs(const DesignCost& first, const DesignCost& second) {
  const CostSpec& one = first.model.spec();
  const CostSpec& other = second.model.spec();
  if (one.currency != other.currency || one.horizon != other.horizon) return std::nullopt;
  const DesignPair pair(first, second);
  CostComparison comparison;
  comparison.difference =
      pair.band([&](const CostChange& change) { return pair.difference(change); });
  comparison.turns = turns_of(pair, comparison.difference.value);
  comparison.own_or_rent = own_or_rent(pair);
  return comparison;
}

std::optional<CostRates> compare_rates(const DesignCost& first, const DesignCost& second,
                                       const std::array<double, 2>& work) {
  if (first.model.spec().currency != second.model.spec().currency) return std::nullopt;
  const DesignPair pair(first, second, work);
  CostRates rates{.first = pair.total(0, {}), .second = pair.total(1, {})};
  rates.difference = pair.band([&](const CostChange& change) { return pair.difference(change); });
  rates.turns = turns_of(pair, rates.difference.value);
  return rates;
}

}  // namespace gpuscape
