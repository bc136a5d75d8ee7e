#include "sim/cost/ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace gpuscape {
namespace {

std::vector<CostLine> random_lines(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> digits(-9.0, 9.0);
  std::vector<CostLine> lines;
  for (int i = 0; i < 500; ++i)
    lines.push_back({.item = i % 3 == 0 ? "a" : "b",
                     .what = "",
                     .pool = "",
                     .year = i % 6,
                     .amount = std::pow(10.0, digits(random)) * (i % 4 == 0 ? -1.0 : 1.0),
                     .kind = i % 2 == 0 ? CostKind::capex : CostKind::opex});
  return lines;
}

Ledger ledger_of(const std::vector<CostLine>& lines) {
  Ledger ledger;
  for (const CostLine& line : lines) ledger.add(line);
  return ledger;
}

class LedgerOf : public testing::TestWithParam<int> {};

TEST_P(LedgerOf, SumsToTheSameInAnyOrder) {
  std::vector<CostLine> lines = random_lines(static_cast<std::uint64_t>(GetParam()));
  const Ledger written = ledger_of(lines);
  std::mt19937_64 random(7);
  std::ranges::shuffle(lines, random);
  const Ledger shuffled = ledger_of(lines);
  EXPECT_EQ(written.total(), shuffled.total());
  EXPECT_EQ(written.total(CostKind::capex), shuffled.total(CostKind::capex));
}

TEST_P(LedgerOf, SumsToItsPartsToTheCent) {
  const Ledger ledger = ledger_of(random_lines(static_cast<std::uint64_t>(GetParam())));
  EXPECT_NEAR(ledger.total(), ledger.total(CostKind::capex) + ledger.total(CostKind::opex), 0.005);
  EXPECT_NEAR(ledger.total(), ledger.total_of_item("a") + ledger.total_of_item("b"), 0.005);
  double years = 0.0;
  for (int year = 0; year < 6; ++year)
    years +=
        ledger.total_of_year(year, CostKind::capex) + ledger.total_of_year(year, CostKind::opex);
  EXPECT_NEAR(ledger.total(), years, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Random, LedgerOf, testing::Range(1, 21));

TEST(Ledger, HasNoLineOfNothing) {
  Ledger ledger;
  ledger.add({.item = "a", .what = "", .pool = ""});
  EXPECT_TRUE(ledger.lines().empty());
  EXPECT_EQ(ledger.total(), 0.0);
}

}  // namespace
}  // namespace gpuscape
