#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/panel/export.hpp"
#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

void filter_line(App& app, JobsTable& jobs) {
  Ui ui = app.ui();
  Screen& screen = app.screen();
  if (screen.wants_job_filter) {
    ImGui::SetKeyboardFocusHere();
    screen.wants_job_filter = false;
  }
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.5F);
  text_field(ui, "jobs.filter", screen.job_filter, "Filter (/): wait>1h gpus>=8 user:ann");
  tooltip(ui, JobsTable::filter_help());
  std::string fault;
  if (jobs.filter_text() != screen.job_filter) fault = jobs.filter(screen.job_filter);
  ImGui::SameLine();
  if (fault.empty()) {
    const std::string count = fmt::format("{} of {} jobs", jobs.size(), jobs.jobs());
    ImGui::PushStyleColor(ImGuiCol_Text, app.theme().dim);
    text(ui, "jobs.count", count);
    ImGui::PopStyleColor();
  } else {
    line_of(app, app.theme().worse, fault);
  }
}

void take_sorting(JobsTable& jobs) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return;
  const ImGuiTableColumnSortSpecs& spec = specs->Specs[0];
  const auto column = static_cast<std::size_t>(spec.ColumnIndex);
  const bool is_descending = spec.SortDirection == ImGuiSortDirection_Descending;
  specs->SpecsDirty = false;
  if (column != jobs.sorted_by() || is_descending != jobs.is_descending())
    jobs.sort_by(column, is_descending);
}

/// By the right button of the mouse: what goes to the clipboard, with the columns of jobs.csv.
void row_menu(App& app, const JobsTable& jobs, std::size_t row) {
  if (!ImGui::BeginPopupContextItem()) return;
  Ui ui = app.ui();
  constexpr std::size_t kMost = 100'000;  // what a spreadsheet takes
  const std::size_t count = std::min(kMost, jobs.size());
  const std::string all = fmt::format("the first {} rows", count);
  if (selectable(ui, "copy.job", "Copy the row", false))
    copy_text(app, jobs.csv(row, 1), "job " + jobs.cell(row, 0));
  if (selectable(ui, "copy.jobs", count == jobs.size() ? "Copy the table" : "Copy " + all, false))
    copy_text(app, jobs.csv(0, count), all);
  ImGui::EndPopup();
}

void draw_row(App& app, JobsTable& jobs, std::size_t row) {
  Ui ui = app.ui();
  const std::uint32_t job = jobs.job_at(row);
  ImGui::TableNextRow();
  for (std::size_t column = 0; column < jobs.columns().size(); ++column) {
    if (!ImGui::TableSetColumnIndex(static_cast<int>(column))) continue;
    const std::string cell = jobs.cell(row, column);
    if (column == 0) {
      if (selectable(ui, fmt::format("job.{}", row), cell, app.screen().job == job,
                     ImGuiSelectableFlags_SpanAllColumns))
        app.screen().job = job;
      row_menu(app, jobs, row);
      continue;
    }
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string shown = fitted(cell, room);
    if (jobs.columns()[column].is_number)
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room - text_width(shown)));
    ImGui::TextUnformatted(shown.c_str());
  }
}

/// Dates and names are long, numbers short.
float width_of(const Ui& ui, const JobsColumn& column) {
  if (column.key == "submit_s" || column.key == "start_s" || column.key == "end_s")
    return ui.px(150.0F);
  return ui.px(column.is_number ? 84.0F : 104.0F);
}

void draw_heads(App& app, const JobsTable& jobs) {
  Ui ui = app.ui();
  ImGui::TableSetupScrollFreeze(1, 1);
  for (const JobsColumn& column : jobs.columns())
    ImGui::TableSetupColumn(column.label.c_str(), ImGuiTableColumnFlags_WidthFixed,
                            width_of(ui, column));
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < jobs.columns().size(); ++i) {
    ImGui::TableSetColumnIndex(static_cast<int>(i));
    ImGui::TableHeader(jobs.columns()[i].label.c_str());
    ui.widgets.note_last("jobs." + jobs.columns()[i].key, jobs.columns()[i].label);
    tooltip(ui, jobs.columns()[i].about);
  }
}

}  // namespace

void jobs_tab(App& app) {
  JobsTable& jobs = app.views().jobs();
  filter_line(app, jobs);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_ScrollX |
                                     ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerV;
  if (!ImGui::BeginTable("jobs", static_cast<int>(jobs.columns().size()), kFlags)) return;
  draw_heads(app, jobs);
  take_sorting(jobs);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(jobs.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
      draw_row(app, jobs, static_cast<std::size_t>(row));
  }
  ImGui::EndTable();
}

}  // namespace gpuscape::gui
