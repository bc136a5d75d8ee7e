#include <fmt/format.h>
#include <imgui.h>

#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

/// Sooner to the left of the middle, later to its right.
void balance_bar(App& app, const GroupRow& row, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.x + width / 2.0F;
  const float top = at.y + 2.0F;
  const float bottom = at.y + ImGui::GetFontSize() - 1.0F;
  const float half = width / 2.0F;
  list.AddRectFilled(ImVec2(middle - half * static_cast<float>(row.sooner_share), top),
                     ImVec2(middle, bottom), app.theme().better);
  list.AddRectFilled(ImVec2(middle, top),
                     ImVec2(middle + half * static_cast<float>(row.later_share), bottom),
                     app.theme().worse);
  list.AddLine(ImVec2(middle, at.y), ImVec2(middle, at.y + ImGui::GetFontSize()), app.theme().dim);
  ImGui::Dummy(ImVec2(width, ImGui::GetFontSize()));
}

void group_table(App& app, const GroupTable& table, std::size_t column) {
  Ui ui = app.ui();
  constexpr std::size_t kMost = 200;
  const std::string id = fmt::format("losers.{}.{}", column, table.kind);
  if (!ImGui::BeginTable(id.c_str(), 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupColumn(table.kind.c_str(), ImGuiTableColumnFlags_WidthFixed, ui.px(140.0F));
  ImGui::TableSetupColumn("sooner | later", ImGuiTableColumnFlags_WidthFixed, ui.px(160.0F));
  ImGui::TableSetupColumn("of its jobs", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  for (std::size_t i = 0; i < table.rows.size() && i < kMost; ++i) {
    const GroupRow& row = table.rows[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    line_of(app, row.loses ? app.theme().worse : app.theme().text,
            row.name.empty() ? "not known" : row.name);
    ImGui::TableNextColumn();
    balance_bar(app, row, ui.px(150.0F));
    ImGui::TableNextColumn();
    line_of(app, app.theme().text, row.text);
  }
  ImGui::EndTable();
}

}  // namespace

void losers_tab(App& app) {
  ImGui::BeginChild("losers", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  for (const DesignLosers& losers : app.views().losers()) {
    {
      const BoldText bold;
      line_of(app, app.theme().design(losers.column), losers.design);
    }
    if (!losers.summary.empty()) wrapped_text(app.theme().text, losers.summary);
    if (!losers.why_none.empty()) wrapped_text(app.theme().dim, losers.why_none);
    for (const GroupTable& table : losers.tables) group_table(app, table, losers.column);
    ImGui::Spacing();
  }
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
