#include "sim/cost/cost_range.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/random.hpp"

namespace gpuscape {

namespace {

/// The value below which that share of a triangle lies.
double in_triangle(const CostInput& input, double share) {
  const double width = input.high - input.low;
  const double below = input.value - input.low;
  if (share * width < below) return input.low + std::sqrt(share * width * below);
  return input.high - std::sqrt((1.0 - share) * width * (input.high - input.value));
}

/// Shares of one input, a draw each: the middles of as many equal parts of 0 to 1, in an order that
/// is drawn (Latin hypercube; McKay, Beckman and Conover 1979). So where one input decides, its
/// quantiles are those of its triangle, and not those of a sample of it.
std::vector<double> shares_of(std::uint64_t seed, const std::string& input) {
  RandomStream stream(seed, 0, "cost of " + input, 0);
  std::vector<std::pair<std::uint64_t, int>> order;
  order.reserve(CostRange::kDraws);
  for (int draw = 0; draw < CostRange::kDraws; ++draw) order.emplace_back(stream(), draw);
  std::ranges::sort(order);
  std::vector<double> shares;
  shares.reserve(order.size());
  for (const auto& [key, part] : order) shares.push_back((part + 0.5) / CostRange::kDraws);
  return shares;
}

std::vector<double> values_of(const CostInputs& inputs) {
  std::vector<double> values;
  for (const CostInput& input : inputs.all()) values.push_back(input.value);
  return values;
}

}  // namespace

CostRange cost_range(const CostModel& model, const Usage& usage) {
  std::vector<double> cheap = values_of(model.inputs());
  std::vector<double> dear = cheap;
  std::vector<CostInput> moving;
  for (const CostSwing& swing : model.swings(usage)) {
    const CostInput& input = swing.input;
    const bool rises = swing.at_low < swing.at_high;
    cheap[input.id.index()] = rises ? input.low : input.high;
    dear[input.id.index()] = rises ? input.high : input.low;
    moving.push_back(input);
  }
  const auto total = [&](std::vector<double> values) {
    return model.amounts(usage, CostDraw(std::move(values))).total();
  };
  CostRange range{.low = total(cheap), .high = total(dear)};
  if (moving.empty()) {
    range.drawn_low = range.drawn_middle = range.drawn_high = range.low;
    return range;
  }
  std::vector<std::vector<double>> shares;
  shares.reserve(moving.size());
  for (const CostInput& input : moving) shares.push_back(shares_of(model.spec().seed, input.name));
  std::vector<double> totals;
  for (std::size_t draw = 0; draw < CostRange::kDraws; ++draw) {
    std::vector<double> values = values_of(model.inputs());
    for (std::size_t i = 0; i < moving.size(); ++i)
      values[moving[i].id.index()] = in_triangle(moving[i], shares[i][draw]);
    totals.push_back(total(std::move(values)));
  }
  std::ranges::sort(totals);
  const auto at = [&](double share) {
    return totals[static_cast<std::size_t>(share * (CostRange::kDraws - 1))];
  };
  range.drawn_low = at(0.05);
  range.drawn_middle = at(0.5);
  range.drawn_high = at(0.95);
  return range;
}

}  // namespace gpuscape
