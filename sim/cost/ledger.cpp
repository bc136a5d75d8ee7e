#include "sim/cost/ledger.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// Neumaier's sum of the amounts by size: the same in whatever order they come.
template <class Wanted>
double sum(const std::vector<CostLine>& lines, const Wanted& wanted) {
  std::vector<double> amounts;
  amounts.reserve(lines.size());
  for (const CostLine& line : lines)
    if (wanted(line)) amounts.push_back(line.amount);
  std::ranges::sort(amounts);
  double total = 0.0;
  double lost = 0.0;
  for (const double amount : amounts) {
    const double next = total + amount;
    lost += std::abs(total) >= std::abs(amount) ? (total - next) + amount : (amount - next) + total;
    total = next;
  }
  return total + lost;
}

}  // namespace

double Ledger::total() const {
  return sum(lines_, [](const CostLine&) { return true; });
}

double Ledger::total(CostKind kind) const {
  return sum(lines_, [kind](const CostLine& line) { return line.kind == kind; });
}

double Ledger::total_of_year(int year, CostKind kind) const {
  return sum(lines_, [=](const CostLine& line) { return line.year == year && line.kind == kind; });
}

double Ledger::total_of_item(const std::string& item) const {
  return sum(lines_, [&](const CostLine& line) { return line.item == item; });
}

}  // namespace gpuscape
