#include "sim/cost/racks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuscape {

namespace {

constexpr double kRounding = 1e-9;  // of a rack

/// The larger of the two shares of a rack that one takes.
double share_of(const Racked& one, const RackSize& rack) {
  const double power = rack.power > Watts(0.0) ? one.power / rack.power : 0.0;
  return std::max(one.units / rack.units, power);
}

std::int64_t how_many(double left, double each) {
  if (!(each > 0.0) || std::isinf(left)) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::floor(left / each + kRounding));
}

}  // namespace

RackCount racks_for(std::vector<Racked> things, const RackSize& rack) {
  RackCount result;
  std::erase_if(things, [&](const Racked& one) {
    const bool nothing = one.count <= 0 || !(one.units > 0.0);
    const bool too_large = !nothing && share_of(one, rack) > 1.0 + kRounding / 2.0;
    if (too_large) result.too_large.push_back(one.name);
    return nothing || too_large;
  });
  std::ranges::stable_sort(things, [&](const Racked& a, const Racked& b) {
    return share_of(a, rack) > share_of(b, rack);
  });
  while (!things.empty()) {
    double units = rack.units;
    double watts =
        rack.power > Watts(0.0) ? rack.power.value() : std::numeric_limits<double>::infinity();
    std::vector<std::int64_t> in_one(things.size(), 0);
    auto alike = std::numeric_limits<std::int64_t>::max();  // racks that are filled the same way
    for (std::size_t i = 0; i < things.size(); ++i) {
      const Racked& one = things[i];
      in_one[i] =
          std::min({one.count, how_many(units, one.units), how_many(watts, one.power.value())});
      units -= static_cast<double>(in_one[i]) * one.units;
      watts -= static_cast<double>(in_one[i]) * one.power.value();
      if (in_one[i] > 0) alike = std::min(alike, one.count / in_one[i]);
    }
    result.racks += alike;
    for (std::size_t i = 0; i < things.size(); ++i) things[i].count -= alike * in_one[i];
    std::erase_if(things, [](const Racked& one) { return one.count == 0; });
  }
  return result;
}

}  // namespace gpuscape
