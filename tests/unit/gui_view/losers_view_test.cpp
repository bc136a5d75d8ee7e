#include "gui/view/losers_view.hpp"

#include <gmock/gmock.h>

#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

LiveState two_designs(Comparison beside) {
  LiveState state =
      test::state_of({test::answer_of("A", small_study()), test::answer_of("B", small_study())});
  state.comparisons = {std::make_shared<const Comparison>(std::move(beside))};
  return state;
}

TEST(LosersView, SaysWhoLosesAndHowMany) {
  Comparison beside;
  beside.later = {{.kind = "user", .groups = {{"ada", 50, 20, 5}, {"bob", 40, 1, 0}}, .losing = 1}};
  const std::vector<DesignLosers> all = losers_view(two_designs(beside));
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].design, "B");
  EXPECT_EQ(all[0].summary, "user ada: 40 % of its jobs > 10 % later, 10 % sooner");
  const std::vector<GroupRow>& rows = all[0].tables.at(0).rows;
  EXPECT_EQ(rows[0].text, "40 % of 50 jobs later, 10 % sooner") << "20 and 5 of 50";
  EXPECT_TRUE(rows[0].loses);
  EXPECT_FALSE(rows[1].loses);
}

TEST(LosersView, SaysWhyThereIsNothingToShow) {
  Comparison beside;
  beside.pairing = "the jobs are not the same";
  EXPECT_EQ(losers_view(two_designs(beside))[0].why_none, "the jobs are not the same");
  LiveState state = two_designs(beside);
  state.comparisons[0] = nullptr;
  EXPECT_EQ(losers_view(state)[0].why_none, "not compared yet");
  EXPECT_THAT(losers_view({}), IsEmpty());
}

TEST(LosersView, FindsThemInTheLabsLog) {
  const LiveState state = test::shipped_state("lab-log.json", {{}, {.variant = "seven-nodes"}});
  const std::vector<DesignLosers> all = losers_view(state);
  ASSERT_THAT(all.at(0).tables, SizeIs(1));
  EXPECT_EQ(all[0].tables[0].kind, "user");
  std::int64_t jobs = 0;
  for (const GroupRow& row : all[0].tables[0].rows) jobs += row.jobs;
  EXPECT_EQ(jobs, state.designs[0].outcome->result.jobs) << "every job is somebody's";
}

}  // namespace
}  // namespace gpuscape::gui
