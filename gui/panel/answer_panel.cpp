#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/panel/answer_colours.hpp"
#include "gui/panel/app.hpp"
#include "gui/panel/export.hpp"

namespace gpuscape::gui {

namespace {

/// A sign beside the colour, for eyes that do not see it.
const char* sign_of(const AnswerCell& cell) {
  switch (cell.judged) {
    case Verdict::better:
      return "▲ ";
    case Verdict::worse:
      return "▼ ";
    default:
      return "";
  }
}

/// A line of a cell: over several where it is wider than that.
void whole_line(Ui& ui, const std::string& id, ImU32 colour, const std::string& line) {
  wrapped_text(colour, line);
  ui.widgets.note_last(id, line);
}

/// Beside what was drawn last where there is room, else below it.
void beside(Ui& ui, const std::string& id, ImU32 colour, const std::string& line, float gap) {
  ImGui::SameLine(0.0F, ui.px(gap));
  if (text_width(line) > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  whole_line(ui, id, colour, line);
}

/// How it compares: below what was drawn last where it has no room beside that, and over two lines
/// where the column is narrow.
void draw_verdict(Ui& ui, const std::string& id, ImU32 colour, const AnswerCell& cell) {
  const std::string verdict = sign_of(cell) + cell.verdict;
  const std::string whole = cell.difference.empty() ? verdict : verdict + " " + cell.difference;
  const float column = ImGui::GetContentRegionAvail().x;
  if (text_width(whole) <= column) return beside(ui, id, colour, whole, 10.0F);
  beside(ui, id, colour, verdict, 10.0F);
  whole_line(ui, id + ".difference", colour, cell.difference);
}

/// By the right button of the mouse: what goes to the clipboard.
void cell_menu(App& app, const AnswerRow& row, std::size_t column) {
  if (!ImGui::BeginPopupContextItem(fmt::format("menu.{}.{}", row.key, column).c_str())) return;
  Ui ui = app.ui();
  const AnswerCell& cell = row.cells[column];
  if (selectable(ui, "copy.value", "Copy " + cell.value, false))
    copy_text(app, cell.value, cell.value);
  if (selectable(ui, "copy.cell", "Copy all of the cell", false))
    copy_text(app, cell_text(cell), cell_text(cell));
  if (selectable(ui, "copy.row", "Copy the row", false))
    copy_text(app, row_text(row), "the row " + row.label);
  if (selectable(ui, "copy.table", "Copy the table (V)", false)) copy_table(app);
  ImGui::EndPopup();
}

void draw_cell(App& app, const AnswerRow& row, std::size_t column, bool is_stale) {
  const AnswerCell& cell = row.cells[column];
  const Theme& theme = app.theme();
  Ui ui = app.ui();
  ImGui::BeginGroup();
  const bool is_verdict = cell.is_met.has_value() || row.kind == AnswerRow::Kind::objectives;
  const std::string id = fmt::format("{}.{}", row.key, column);
  {
    const BoldText bold(column == 0 || is_verdict);
    whole_line(ui, "answer." + id, is_stale ? theme.dim : value_colour(theme, cell), cell.value);
  }
  if (!cell.interval.empty()) beside(ui, "interval." + id, theme.dim, cell.interval, 6.0F);
  if (!cell.verdict.empty())
    draw_verdict(ui, "verdict." + id, is_stale ? theme.dim : verdict_colour(theme, cell), cell);
  ImGui::EndGroup();
  tooltip(ui, cell.detail.empty() ? cell.method : cell.detail);
  cell_menu(app, row, column);
}

void draw_row(App& app, const AnswerTable& table, const AnswerRow& row) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  {
    const BoldText bold(row.kind == AnswerRow::Kind::objectives);
    wrapped_text(app.theme().text, row.label);
  }
  Ui ui = app.ui();
  ui.widgets.note_last("label." + row.key, row.label);
  tooltip(ui, row.about);
  for (std::size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i) {
    ImGui::TableNextColumn();
    draw_cell(app, row, i, table.columns[i].mark == AnswerMark::stale);
  }
}

void draw_head(App& app, const AnswerTable& table) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  ImGui::TableNextColumn();
  Ui ui = app.ui();
  heading(ui, "Answer");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const AnswerColumn& column = table.columns[i];
    ImGui::TableNextColumn();
    {
      const BoldText bold;
      coloured_text(app.theme().design(i), fitted(column.name, ImGui::GetContentRegionAvail().x));
    }
    ImGui::SameLine();
    const bool is_sure = column.mark == AnswerMark::exact || column.mark == AnswerMark::saved;
    coloured_text(is_sure ? app.theme().dim : app.theme().notice,
                  fitted(column.mark_text, ImGui::GetContentRegionAvail().x));
    tooltip(ui, column.about.empty() ? column.pairing : column.about);
  }
}

void draw_notes(App& app, const AnswerTable& table) {
  for (const AnswerColumn& column : table.columns) {
    for (const std::string& fault : column.faults)
      wrapped_text(app.theme().worse, column.name + ": " + fault);
  }
  for (const std::string& note : table.notes) wrapped_text(app.theme().notice, note);
}

/// The panel never gets smaller while a slider is dragged.
void note_height(App& app, std::size_t designs) {
  Screen& screen = app.screen();
  if (designs != screen.answer_designs) screen.answer_height = 0.0F;
  screen.answer_designs = designs;
  const float height = ImGui::GetCursorPosY() + app.ui().px(6.0F);
  screen.answer_height = std::max(screen.answer_height, height);
}

}  // namespace

void answer_panel(App& app) {
  Ui ui = app.ui();
  const AnswerTable& table = app.views().answer();
  if (table.columns.empty()) {
    heading(ui, "Answer");
    coloured_text(app.theme().dim, app.work().is_open() ? "The first run is under way." : "");
    return;
  }
  const int columns = static_cast<int>(table.columns.size()) + 1;
  const float least = ui.px(205.0F);  // of a column that is scrolled, so that no verdict is cut
  const float label = ui.px(185.0F);
  const bool is_wide = label + 0.8F * least * static_cast<float>(table.columns.size()) >
                       ImGui::GetContentRegionAvail().x;
  ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV;
  flags |= is_wide
               ? ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit
               : ImGuiTableFlags_SizingStretchSame;
  if (is_wide) app.screen().answer_height = 0.0F;  // it scrolls in whatever room there is
  if (ImGui::BeginTable(is_wide ? "wide answers" : "answers", columns, flags)) {
    if (is_wide) ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, label);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      ImGui::TableSetupColumn(
          "", is_wide ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
          is_wide ? least : 0.0F);
    draw_head(app, table);
    for (const AnswerRow& row : table.rows) draw_row(app, table, row);
    ImGui::EndTable();
  }
  draw_notes(app, table);
  if (!is_wide) note_height(app, table.columns.size());
}

}  // namespace gpuscape::gui
