#include "tests/unit/fluid/random_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuscape::test {

RandomHistory::RandomHistory(const HistoryPlan& plan, unsigned seed) : plan_(plan), random_(seed) {
  const bool one_way = plan.shape == Shape::ring || plan.shape == Shape::sparse;
  const std::size_t resources = one_way ? plan.hosts : 2 * plan.hosts;
  for (std::size_t i = 0; i < resources; ++i) {
    capacities_.push_back(spread(plan.decades));
    fluid_.add_resource(BytesPerSecond(capacities_.back()));
  }
  while (plan.begins_full && running_.size() < plan.activities) start();
}

/// 1 without decades, else log-uniform around it.
double RandomHistory::spread(double decades) {
  return decades == 0.0 ? 1.0 : std::pow(10.0, decades * (uniform() - 0.5));
}

double RandomHistory::draw_bound() {
  if (!plan_.bounds || uniform() < 0.3) return std::numeric_limits<double>::infinity();
  return spread(plan_.decades) * uniform() * static_cast<double>(2 * plan_.hosts) /
         static_cast<double>(plan_.activities);
}

/// Host i hangs from host (i − 1) / 3 by an uplink i and a downlink hosts + i.
std::vector<std::size_t> RandomHistory::tree_route(std::size_t from, std::size_t to) const {
  std::vector<std::size_t> route;
  while (from != to) {
    if (from > to) {
      route.push_back(from);
      from = (from - 1) / 3;
    } else {
      route.push_back(plan_.hosts + to);
      to = (to - 1) / 3;
    }
  }
  return route;
}

std::vector<std::size_t> RandomHistory::draw_route() {
  const std::size_t from = below(plan_.hosts);
  const std::size_t to = (from + 1 + below(plan_.hosts - 1)) % plan_.hosts;
  if (plan_.shape == Shape::star) return {from, plan_.hosts + to};
  if (plan_.shape == Shape::tree) return tree_route(from, to);
  std::vector<std::size_t> route;
  if (plan_.shape == Shape::ring) {
    for (std::size_t i = 0; i < 1 + below(4); ++i) route.push_back((from + i) % plan_.hosts);
    return route;
  }
  const std::size_t uses = plan_.shape == Shape::sparse ? 1 + below(3) : 2 + below(10);
  for (std::size_t i = 0; i < uses; ++i) route.push_back(below(capacities_.size()));
  std::sort(route.begin(), route.end());
  route.erase(std::unique(route.begin(), route.end()), route.end());
  return route;
}

void RandomHistory::start() {
  Running one;
  one.oracle.bound = draw_bound();
  std::vector<Use> uses;
  for (const std::size_t resource : draw_route()) {
    const double amount = spread(plan_.amount_decades);
    one.oracle.uses.push_back({resource, amount});
    uses.push_back({static_cast<ResourceId>(resource), Ratio(amount)});
  }
  one.token = next_token_++;
  one.id = fluid_.start(Seconds(now_), Bytes(0.1 + uniform()), BytesPerSecond(one.oracle.bound),
                        uses, one.token);
  running_.push_back(std::move(one));
}

void RandomHistory::cancel() {
  const std::size_t i = below(running_.size());
  fluid_.cancel(Seconds(now_), running_[i].id);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
}

void RandomHistory::complete() {
  now_ = fluid_.next_date().value();
  while (const auto token = fluid_.pop_completed(Seconds(now_)))
    std::erase_if(running_, [&](const Running& one) { return one.token == *token; });
}

void RandomHistory::step() {
  const double full = static_cast<double>(running_.size()) / static_cast<double>(plan_.activities);
  const double draw = uniform();
  if (running_.empty() || draw < 0.75 - 0.35 * full) return start();
  if (draw < 0.8) return complete();
  now_ += uniform() * (fluid_.next_date().value() - now_);
  if (draw < 0.9) return cancel();
  if (draw < 0.95) {
    const std::size_t resource = below(capacities_.size());
    capacities_[resource] *= 0.3 + 2.0 * uniform();
    fluid_.set_capacity(Seconds(now_), static_cast<ResourceId>(resource),
                        BytesPerSecond(capacities_[resource]));
    return;
  }
  Running& one = running_[below(running_.size())];
  one.oracle.bound = draw_bound();
  fluid_.set_bound(Seconds(now_), one.id, BytesPerSecond(one.oracle.bound));
}

double RandomHistory::worst_error() {
  std::vector<OracleActivity> activities;
  for (const Running& one : running_) activities.push_back(one.oracle);
  const std::vector<double> expected = max_min_rates(capacities_, activities);
  double worst = 0.0;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const double rate = fluid_.rate(running_[i].id).value();
    worst = std::max(worst, std::abs(rate - expected[i]) / expected[i]);
  }
  return worst;
}

}  // namespace gpuscape::test
