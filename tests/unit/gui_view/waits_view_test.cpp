#include "gui/view/waits_view.hpp"

#include <gmock/gmock.h>

#include "sim/report/format/text_lines.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const StudyOutcome& lab() {
  static const LiveState state =
      test::shipped_state("lab-log.json", {{.sets = {"/cluster/nodes/gpu/count=6"}}});
  return *state.designs.front().outcome;
}

/// One node with four GPUs: the first job holds all of it, two wait behind it, one never starts.
RunResult queue() {
  RunBuilder builder(4);
  builder.job(0.0, 100.0, 4, 0.0).job(10.0, 50.0, 2, 100.0).job(20.0, 50.0, 4, 150.0);
  builder.job(30.0, 50.0, 1, {});
  builder.result().waits.jobs = {{1, WaitReason::gpus_short}, {2, WaitReason::order}};
  return builder.result();
}

TEST(WaitsView, SaysWhatTheReportSays) {
  const WaitsView view = waits_view(lab());
  EXPECT_EQ(line("why jobs waited", view.text), wait_line(lab().result.waited_for, "GPUs"));
  double sum = 0.0;
  for (const WaitShare& share : view.shares) sum += share.share;
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(view.shares, std::ranges::greater(), &WaitShare::waited));
}

TEST(WaitsView, SharesTheWaitsOfAllOutAmongUsers) {
  const WaitsView view = waits_view(lab());
  EXPECT_EQ(view.grouped_by, "user");
  Seconds sum{0.0};
  for (const WaitGroup& group : view.groups) sum += group.waited;
  EXPECT_NEAR(sum / view.waited, 1.0, 1e-9);
  EXPECT_GE(view.groups.front().waited, view.groups.back().waited);
}

TEST(WaitsView, IsEmptyWhereNobodyWaits) {
  StudyOutcome outcome;
  const WaitsView view = waits_view(outcome);
  EXPECT_THAT(view.shares, IsEmpty());
  EXPECT_EQ(view.text, "");
  EXPECT_EQ(view.grouped_by, "");
}

TEST(WaitsAt, CountsThoseThatWaitThen) {
  const RunResult run = queue();
  EXPECT_EQ(waits_at(run, Seconds(9.9)).jobs, 0);
  EXPECT_EQ(waits_at(run, Seconds(10.0)).jobs, 1) << "submitted now";
  const WaitsAt at = waits_at(run, Seconds(99.0));
  EXPECT_EQ(at.jobs, 3);
  EXPECT_EQ(at.unknown, 1) << "one never starts";
  EXPECT_THAT(at.shares, SizeIs(2));
  EXPECT_EQ(waits_at(run, Seconds(100.0)).jobs, 2) << "one starts";
}

TEST(WaitsAt, NamesThoseThatHaveWaitedLongest) {
  const WaitsAt at = waits_at(queue(), Seconds(99.0), 2);
  ASSERT_THAT(at.heads, SizeIs(2));
  EXPECT_EQ(at.heads[0].job, 1U);
  EXPECT_EQ(at.heads[0].waited, Seconds(89.0));
  EXPECT_EQ(at.heads[0].text, "job 2 · 2 GPUs · waits for 1 min 29 s");
}

}  // namespace
}  // namespace gpuscape::gui
