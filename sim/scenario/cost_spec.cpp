#include "sim/scenario/cost_spec.hpp"

#include <algorithm>

namespace gpuscape {

bool is_month(std::string_view text) {
  if (text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9')) return false;
  }
  const int month = (text[5] - '0') * 10 + (text[6] - '0');
  return month >= 1 && month <= 12;
}

const CostPoolSpec* CostSpec::pool(std::string_view name) const {
  const auto said = std::ranges::find(pools, name, &CostPoolSpec::name);
  return said == pools.end() ? nullptr : &*said;
}

}  // namespace gpuscape
