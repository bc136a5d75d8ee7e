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

/// From 0 to below 1.
double share_of(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

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
  std::vector<double> totals;
  for (int draw = 0; draw < CostRange::kDraws; ++draw) {
    std::vector<double> values = values_of(model.inputs());
    for (const CostInput& input : moving) {
      RandomStream stream(model.spec().seed, 0, "cost of " + input.name,
                          static_cast<std::uint64_t>(draw));
      values[input.id.index()] = in_triangle(input, share_of(stream()));
    }
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
