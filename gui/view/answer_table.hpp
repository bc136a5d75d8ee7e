#pragma once
/// The answer as a table: rows are objectives, metrics and cost, columns are designs. Texts are
/// those of `gpuscape compare`; values and differences are those of result.json and compare.json.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/view/saved_columns.hpp"
#include "gui/view/shown_design.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape::gui {

struct AnswerColumn {
  std::string name = {};  ///< "A"
  AnswerMark mark = AnswerMark::none;
  std::string mark_text = {};  ///< "exact", "first 3 weeks", "5 replications", "stale"
  std::string baseline = "the first design";  ///< what its differences are to
  std::string pairing = {};                   ///< of these: "the same 1164 jobs"
  std::string about = {};                     ///< where it was read from; empty of a live design
  std::vector<std::string> faults = {};  ///< one line each: "a.json:3:7: /run/seed: …"; empty: none
};

struct AnswerCell {
  std::string value = "–";          ///< "1 h 17 min", "69.9 %", "no: wait"
  std::string interval = {};        ///< "74–81 min"; empty where there is none
  std::string difference = {};      ///< to the first design, "+12 min to +3 h"; empty where none
  std::string verdict = {};         ///< "worse", "no difference shown"; empty where there is none
  std::string method = {};          ///< how the interval was made, or why there is none
  std::string detail = {};          ///< all of it over several lines, for a tooltip
  std::optional<bool> is_met = {};  ///< of an objective
  Verdict judged = Verdict::no_interval;
};

struct AnswerRow {
  enum class Kind : std::uint8_t { objectives, objective, metric, cost };
  Kind kind = Kind::metric;
  std::string key = {};    ///< in result.json: "queue_wait_p95_s"; of an objective its name
  std::string label = {};  ///< "p95 wait"
  std::string about = {};  ///< one sentence, for a tooltip
  std::vector<AnswerCell> cells = {};  ///< one a column
};

struct AnswerTable {
  std::vector<AnswerColumn> columns = {};
  std::vector<AnswerRow> rows = {};
  /// Sentences that whoever reads the table has to know: "overloaded: …", "not paired: …".
  std::vector<std::string> notes = {};
};

/// The live designs, then those of result folders. What a folder does not say is "–"; differences
/// in a folder are to its own first design.
AnswerTable answer_table(const LiveState& state, const SavedColumns& saved = {});

/// One cell as plain text, "1 h 17 min (74–81 min) worse (+12 min to +3 h)".
std::string cell_text(const AnswerCell& cell);
/// A row as plain text, its label first, between tabs: for a spreadsheet.
std::string row_text(const AnswerRow& row);
/// The whole table for the clipboard: aligned columns, or tab-separated for a spreadsheet.
std::string plain_text(const AnswerTable& table);
std::string tab_separated(const AnswerTable& table);
/// A line a figure and design, with full-precision numbers: key, design, mark, value, low, high,
/// method, difference, difference_low, difference_high, verdict.
std::string answer_csv(const LiveState& state, const SavedColumns& saved = {});

}  // namespace gpuscape::gui
