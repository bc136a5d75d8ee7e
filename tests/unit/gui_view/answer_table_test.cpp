#include "gui/view/answer_table.hpp"

#include <gmock/gmock.h>

#include "sim/report/compare/compare_table.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using test::answer_of;
using test::state_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const AnswerRow& row(const AnswerTable& table, std::string_view key) {
  const auto found = std::ranges::find(table.rows, key, &AnswerRow::key);
  EXPECT_NE(found, table.rows.end()) << key;
  return *found;
}

/// The lab's log on eight nodes, and on seven.
const LiveState& lab() {
  static const LiveState state =
      test::shipped_state("lab-log.json", {{}, {.variant = "seven-nodes"}});
  return state;
}

TEST(AnswerTable, HasARowForEachRowOfCompareInItsOrder) {
  std::vector<std::string> labels;
  for (const AnswerRow& one : answer_table(lab()).rows)
    if (one.kind != AnswerRow::Kind::objective) labels.push_back(one.label);
  EXPECT_THAT(labels,
              testing::ElementsAre("meets slo", "queue wait p50", "queue wait p95", "mean wait",
                                   "JCT mean", "GPUs allocated", "stranded", "makespan"));
}

/// The state as `gpuscape compare` would have it.
CompareResult compared(const LiveState& state) {
  CompareResult result;
  for (const LiveAnswer& answer : state.designs)
    result.variants.push_back({answer.asked.name, *answer.outcome});
  result.comparisons = {*state.comparisons.front()};
  result.comparisons.front().variant = 1;
  return result;
}

// What compare prints stands in the table, letter by letter: nothing is formatted twice.
TEST(AnswerTable, SaysWhatCompareSays) {
  const std::string printed = compare_tables(compared(lab()), 0);
  for (const AnswerRow& one : answer_table(lab()).rows) {
    if (one.kind == AnswerRow::Kind::objective) continue;
    AnswerCell cell = one.cells[1];
    cell.interval.clear();  // compare has that of the difference only
    EXPECT_THAT(printed, HasSubstr(one.label));
    EXPECT_THAT(printed, HasSubstr(cell_text(cell) + "\n"));
  }
}

TEST(AnswerTable, HasTheIntervalAndHowItWasMade) {
  const AnswerTable table = answer_table(state_of({answer_of("A", small_study())}));
  const AnswerCell& cell = row(table, "queue_wait_mean_s").cells[0];
  EXPECT_EQ(cell.value, "16 min");
  EXPECT_EQ(cell.interval, "7–31") << "420 s to 1860 s";
  EXPECT_EQ(cell.method, "bootstrap-t over 9 weeks");
  EXPECT_EQ(cell.detail, "16 min (7–31)\nexact\nbootstrap-t over 9 weeks");
}

TEST(AnswerTable, SaysOfEachObjectiveWhetherItIsMet) {
  const AnswerTable table = answer_table(state_of({answer_of("A", small_study())}));
  EXPECT_EQ(row(table, "meets slo").cells[0].value, "no: wait");
  const AnswerRow& wait = row(table, "wait");
  EXPECT_EQ(wait.label, "wait: queue_wait p95 ≤ 30 min");
  EXPECT_EQ(wait.cells[0].value, "1 h 13 min") << "4380 s";
  EXPECT_EQ(wait.cells[0].is_met, false);
}

TEST(AnswerTable, MarksHowFarAnAnswerIs) {
  LiveAnswer answer = answer_of("A", small_study());
  EXPECT_EQ(mark_text(answer), "exact");
  answer.stage = LiveStage::first_weeks;
  answer.covers = Seconds(3.0 * 7.0 * 86400.0);
  EXPECT_EQ(mark_text(answer), "first 3 weeks");
  answer.covers = Seconds(2.0 * 86400.0);
  EXPECT_EQ(mark_text(answer), "first 2 d");
  answer.stage = LiveStage::replications;
  EXPECT_EQ(mark_text(answer), "1 replication");
  answer.is_stale = true;
  EXPECT_EQ(mark_text(answer), "stale") << "whatever stage the old answer had";
  EXPECT_EQ(mark_text(LiveAnswer{}), "–");
}

TEST(AnswerTable, KeepsAColumnForADesignWithoutAnAnswer) {
  LiveState state = state_of({answer_of("A", small_study())});
  LiveAnswer faulty;
  faulty.asked.name = "B";
  faulty.faults = {{"a.json", 3, 7, "/run", "no such model", ""}};
  state.designs.push_back(faulty);
  state.comparisons.push_back(nullptr);
  const AnswerTable table = answer_table(state);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_THAT(table.columns[1].faults.at(0), HasSubstr("a.json:3:7: error: /run: no such model"));
  EXPECT_EQ(row(table, "queue_wait_mean_s").cells[1].value, "–");
}

TEST(AnswerTable, HasNoRowsBeforeThereIsAnyAnswer) {
  LiveState state;
  state.designs.emplace_back().asked.name = "A";
  const AnswerTable table = answer_table(state);
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_THAT(table.rows, IsEmpty());
}

TEST(AnswerTable, HasCostOnlyWhereItIsModelled) {
  const LiveState state = test::shipped_state("rent-or-buy.json", {{}, {.variant = "reserved"}});
  EXPECT_EQ(row(answer_table(state), "total_cost").kind, AnswerRow::Kind::cost);
  for (const AnswerRow& one : answer_table(lab()).rows)
    EXPECT_NE(one.kind, AnswerRow::Kind::cost) << one.key;
}

TEST(AnswerTable, GoesToTheClipboardAndToASpreadsheet) {
  const LiveState state = state_of({answer_of("A", small_study())});
  const AnswerTable table = answer_table(state);
  EXPECT_THAT(tab_separated(table), HasSubstr("mean wait\t16 min (7–31)\n"));
  EXPECT_THAT(plain_text(table), HasSubstr("A (exact)\n"));
  EXPECT_THAT(answer_csv(state),
              HasSubstr("queue_wait_mean_s,A,exact,960,420,1860,bootstrap-t over 9 weeks,,,,\n"));
}

TEST(ShownDesigns, DrawsEarlierAnswersPaleUntilTheNewOnesStand) {
  const LiveState before = state_of({answer_of("A", small_study()), answer_of("B", small_study())});
  LiveState after = before;
  after.designs[1] = answer_of("B", small_study());
  const std::vector<ShownDesign> shown = shown_designs(after, &before);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_TRUE(shown[0].is_pale && shown[0].name == "B" && shown[0].column == 1);
  EXPECT_FALSE(shown[1].is_pale || shown[2].is_pale);
  EXPECT_EQ(shown_designs(after).size(), 2U);
}

}  // namespace
}  // namespace gpuscape::gui
