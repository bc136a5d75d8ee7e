#include "sim/cost/cost_years.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

constexpr Seconds kYearLength{365.0 * 86400.0};

/// The part of a line that is written off in that year.
double written_off(const CostLine& line, int year, Seconds horizon) {
  if (line.kind != CostKind::capex) return 0.0;
  const Seconds until = line.until > Seconds(0.0) ? line.until : horizon;
  const Seconds begin = std::max(kYearLength * (year - 1.0), line.from);
  const Seconds end = std::min(kYearLength * static_cast<double>(year), until);
  return end > begin ? line.amount * ((end - begin) / (until - line.from)) : 0.0;
}

}  // namespace

std::vector<CostYear> cost_years(const CostModel& cost, const Ledger& ledger) {
  const Seconds horizon = cost.spec().horizon;
  const int last = static_cast<int>(std::ceil(horizon / kYearLength));
  std::vector<CostYear> years;
  double book = 0.0;
  for (int year = 0; year <= last; ++year) {
    CostYear one{.year = year,
                 .capex = ledger.total_of_year(year, CostKind::capex),
                 .opex = ledger.total_of_year(year, CostKind::opex)};
    for (const CostLine& line : ledger.lines()) {
      if (line.year == year) one.tax += cost.tax_on(line);
      if (year > 0) one.written_off += written_off(line, year, horizon);
    }
    book += one.capex - one.written_off;
    constexpr double kNothing = 0.005;  // half a cent: what sums leave over
    one.book_value = std::abs(book) < kNothing ? 0.0 : book;
    years.push_back(one);
  }
  return years;
}

double tax_of(const CostModel& cost, const Ledger& ledger) {
  double tax = 0.0;
  for (const CostLine& line : ledger.lines()) tax += cost.tax_on(line);
  return tax;
}

}  // namespace gpuscape
