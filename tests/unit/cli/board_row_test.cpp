/// A row of the board's table, from the shipped scenario to the number, beside the same sum by
/// hand.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

/// The cells of a line without quotes.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

/// A column of compare.csv, by the name of the design.
double value_of(const std::string& csv, const std::string& design, const std::string& column) {
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> head = cells_of(line);
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[0] == design && head[i] == column) return std::stod(cells[i]);
  }
  ADD_FAILURE() << design << " has no " << column;
  return 0.0;
}

TEST(BoardRow, OfRentOrBuyIsWhatAPocketCalculatorSays) {
  const ScratchFolder folder;
  const std::string out = (folder.path() / "out").string();
  const Outcome outcome = run_program(
      {"compare", std::string(GPUSCAPE_SOURCE_DIR) + "/scenarios/rent-or-buy.json", "--out", out});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string csv = read_text(out + "/compare.csv");

  // Four DGX A100 at 199 000 USD with 5 % for installation, of which 25 % come back after three
  // years.
  const double machines = 4 * 199e3 * (1.0 + 0.05 - 0.25);
  // 26 kW at the plugs, by the month; 12 % of the machines' price a year; a quarter of a post.
  const double hall = 36 * 4 * 6.5 * 184.0;
  const double support = 3 * 0.12 * 4 * 199e3;
  const double staff = 3 * 0.25 * 150e3;
  // Of each 1.5 kW idle and 5.2 kW at work, 69 % of the time.
  const double kw = 4 * (1.5 + 0.69 * (5.2 - 1.5));
  const double electricity = kw * 3 * 8760.0 * 1.4 * 0.083;
  const double owned = machines + hall + support + staff + electricity;
  EXPECT_NEAR(value_of(csv, "base", "total_cost"), owned, 0.01 * owned);

  // An hour of an instance, as the catalogue has it, of four for three years.
  const double on_demand = 4 * 32.77 * 3 * 8760.0;
  EXPECT_NEAR(value_of(csv, "on-demand", "total_cost"), on_demand, 0.01 * on_demand);
  const double reserved = 4 * 11.57 * 3 * 8760.0;
  EXPECT_NEAR(value_of(csv, "reserved", "total_cost"), reserved, 0.01 * reserved);

  // 32 GPUs of which 69 % are held by jobs that end.
  const double gpu_hours = 32 * 0.69 * 3 * 8760.0;
  EXPECT_NEAR(value_of(csv, "base", "cost_per_useful_gpu_hour"), owned / gpu_hours,
              0.02 * owned / gpu_hours);
}

}  // namespace
}  // namespace gpuscape
