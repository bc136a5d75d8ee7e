/// Result folders beside live designs: the same figures in the same words.

#include "gui/view/saved_columns.hpp"

#include <gmock/gmock.h>

#include "gui/view/answer_table.hpp"
#include "sim/report/folder/write_run.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

/// A scenario run once, live, and as the folder that was written of it.
class BesideAFolder : public testing::TestWithParam<const char*> {
 protected:
  BesideAFolder() : state_(test::shipped_state(GetParam(), {{}})) {
    const LiveAnswer& answer = state_.designs.front();
    Provenance provenance;
    provenance.version = "0.9.0";
    provenance.command = "gpuscape run x.json";
    write_run(path(), {answer.outcome->result, answer.scenario->guesses, answer.asked.source.file},
              provenance);
    columns_ = saved_columns({read_saved_folder(path())});
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "some.out").string(); }
  [[nodiscard]] AnswerTable table() const { return answer_table(state_, columns_); }

  ScratchFolder folder_;
  LiveState state_;
  SavedColumns columns_;
};

bool is_of_replications(const AnswerRow& row, const LiveState& state) {
  return row.kind == AnswerRow::Kind::metric && !metrics()[metric_index(row.key)].estimated &&
         state.designs.front().outcome->result.replications > 1;
}

TEST_P(BesideAFolder, EveryCellSaysWhatTheLiveOneSays) {
  const AnswerTable both = table();
  ASSERT_EQ(both.columns.size(), 2U);
  ASSERT_EQ(both.rows.size(), answer_table(state_).rows.size());
  for (const AnswerRow& row : both.rows) {
    if (is_of_replications(row, state_)) continue;  // the file has that of replication 0 alone
    EXPECT_EQ(row.cells[1].value, row.cells[0].value) << row.key;
    EXPECT_EQ(row.cells[1].interval, row.cells[0].interval) << row.key;
    EXPECT_EQ(row.cells[1].method, row.cells[0].method) << row.key;
    EXPECT_EQ(row.cells[1].is_met, row.cells[0].is_met) << row.key;
    EXPECT_EQ(row.cells[1].verdict, "") << row.key;
  }
}

TEST_P(BesideAFolder, AloneHasTheSameRows) {
  const AnswerTable live = answer_table(state_);
  const AnswerTable alone = answer_table(LiveState(), columns_);
  ASSERT_EQ(alone.rows.size(), live.rows.size());
  for (std::size_t i = 0; i < live.rows.size(); ++i) {
    EXPECT_EQ(alone.rows[i].key, live.rows[i].key);
    EXPECT_EQ(alone.rows[i].label, live.rows[i].label);
  }
}

TEST_P(BesideAFolder, TheColumnSaysWhereItIsFrom) {
  const AnswerColumn column = table().columns[1];
  EXPECT_EQ(column.name + ".json", GetParam());
  EXPECT_EQ(column.mark_text, "from some.out");
  EXPECT_THAT(column.about, HasSubstr(path()));
  EXPECT_THAT(column.about, HasSubstr("gpuscape 0.9.0"));
  EXPECT_THAT(column.about, HasSubstr("gpuscape run x.json"));
  EXPECT_THAT(column.about, testing::ContainsRegex("file of 20[0-9][0-9]-"));
}

TEST_P(BesideAFolder, TheCsvHasItsFiguresInFullPrecision) {
  const std::string csv = answer_csv(state_, columns_);
  EXPECT_THAT(csv, HasSubstr(",from some.out,"));
  const std::string alone = answer_csv(state_);
  EXPECT_EQ(csv.substr(0, alone.size()), alone);
}

INSTANTIATE_TEST_SUITE_P(All, BesideAFolder,
                         testing::Values("lab-log.json", "thin-spine.json", "rent-or-buy.json",
                                         "easy-or-none.json"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                           return name;
                         });

TEST(SavedColumns, AFigureOfOneReplicationSaysThatItIs) {
  const ScratchFolder folder;
  const LiveState state = test::shipped_state(
      "easy-or-none.json",
      {{.variant = {}, .patches = {}, .sets = {"/run/replications=2"}, .seed = {}}});
  const LiveAnswer& answer = state.designs.front();
  const std::string path = (folder.path() / "out").string();
  write_run(path, {answer.outcome->result, {}, answer.asked.source.file}, {});
  const SavedColumn column{read_saved_folder(path), 0};
  const Estimate makespan = saved_figure(column, metric_index("makespan_s"));
  EXPECT_EQ(makespan.value, answer.outcome->result.metrics["makespan_s"]);
  EXPECT_THAT(makespan.method, HasSubstr("replication 0"));
}

}  // namespace
}  // namespace gpuscape::gui
