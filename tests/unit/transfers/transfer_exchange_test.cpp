#include "sim/run/transfers/transfer_exchange.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "sim/base/error.hpp"
#include "sim/run/transfers/transfer_fluid.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

/// Several sizes, phases, bounds and messages at once.
const CheckedScenario& scenario() {
  static const CheckedScenario checked = test::transfer_scenario(test::on_a_switch(
      4, R"({"permutation": "random", "bytes": ["3 kB", "700 MB"], "in_flight": 2, "messages": 5,
             "concurrent": 3, "start": "1.25 ms"})"));
  return checked;
}

std::string text() {
  return transfers_text(scenario().plan, links_of(scenario().plan, scenario().cluster->graph()));
}

TransferTask read(const std::string& text) {
  std::istringstream in(text);
  return read_transfers(in);
}

TEST(TransferExchange, LosesNothingThatARunNeeds) {
  const TransferTask task = read(text());
  FluidTransfers theirs(task.plan, task.links);
  theirs.run({});
  const TransferResult ours = run_transfers(scenario());
  const std::vector<TransferDates>& dates = theirs.life().dates();
  ASSERT_EQ(dates.size(), ours.rows.size());
  for (std::size_t i = 0; i < dates.size(); ++i) {
    EXPECT_EQ(dates[i].start, ours.rows[i].start);
    EXPECT_EQ(dates[i].end, ours.rows[i].end);
  }
  EXPECT_EQ(transfers_text(task.plan, task.links), text());
}

TEST(TransferExchange, RefusesATextThatIsCutOffAnywhere) {
  const std::string whole = text();
  for (std::size_t length = 0; length + 4 < whole.size(); length += 7)
    EXPECT_THROW(read(whole.substr(0, length)), RunError) << length;
  EXPECT_THROW(read("something else"), RunError);
}

TEST(TransferExchange, TellsDatesToTheLastBit) {
  TransferDates dates{.start = Seconds(1.0 / 3.0), .end = Seconds(2.0 / 3.0)};
  std::size_t row = 0;
  TransferDates back;
  ASSERT_TRUE(read_dates_line(dates_line(42, dates).c_str(), row, back));
  EXPECT_EQ(row, 42U);
  EXPECT_EQ(back.start, dates.start);
  EXPECT_EQ(back.end, dates.end);
  EXPECT_FALSE(read_dates_line(kDatesEnd, row, back));
}

}  // namespace
}  // namespace gpuscape
