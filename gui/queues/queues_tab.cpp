#include <fmt/format.h>
#include <imgui.h>

#include <array>

#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

struct Column {
  const char* key;
  const char* title;
  std::string QueueRow::* text;
  const char* about;
};
constexpr std::array kColumns{
    Column{"deserved", "deserved", &QueueRow::deserved, "GPUs that are its own"},
    Column{"limit", "limit", &QueueRow::limit, "GPUs that it may hold at most"},
    Column{"fair", "fair share", &QueueRow::fair,
           "GPUs that were its share, the mean over the run"},
    Column{"allocated", "allocated", &QueueRow::allocated,
           "GPUs that its jobs held, the mean over the run"},
    Column{"borrowed", "borrowed", &QueueRow::borrowed,
           "GPUs that they held beyond what it deserves, the mean over the run"},
    Column{"waiting", "jobs waiting", &QueueRow::waiting,
           "Jobs that waited in this queue itself, the mean over the run"},
    Column{"stopped", "jobs stopped", &QueueRow::stopped,
           "Its jobs that were stopped for others, once for each time"},
};

/// What it was allocated, and of that what it had borrowed.
void allocation_bar(App& app, const QueueRow& row, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_bar(app, {at.x, at.y}, width, row.allocated_share, app.theme().accent);
  const auto begin = static_cast<float>(row.allocated_share - row.borrowed_share);
  const float top = at.y + ImGui::GetFontSize() * 0.1F;
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(at.x + width * begin, top),
      ImVec2(at.x + width * static_cast<float>(row.allocated_share),
             top + ImGui::GetFontSize() * 0.8F),
      app.theme().worse);
  ImGui::Dummy(ImVec2(width, ImGui::GetFontSize()));
}

void header(Ui& ui, const QueuesView& view) {
  ImGui::TableSetupColumn(view.kind.c_str(), ImGuiTableColumnFlags_WidthStretch, 2.0F);
  for (const Column& column : kColumns)
    ImGui::TableSetupColumn(column.title, ImGuiTableColumnFlags_WidthStretch, 1.0F);
  ImGui::TableSetupColumn("of it borrowed", ImGuiTableColumnFlags_WidthFixed, ui.px(120.0F));
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
}

}  // namespace

void queues_tab(App& app) {
  const QueuesView& view = app.views().queues();
  Ui ui = app.ui();
  constexpr int kColumnCount = static_cast<int>(kColumns.size()) + 2;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("queues", kColumnCount, kFlags)) return;
  header(ui, view);
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const QueueRow& row = view.rows[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(ui, fmt::format("queue.{}.name", i), fitted(row.name, ImGui::GetContentRegionAvail().x));
    for (const Column& column : kColumns) {
      ImGui::TableNextColumn();
      text(ui, fmt::format("queue.{}.{}", i, column.key), row.*column.text);
      tooltip(ui, column.about);
    }
    ImGui::TableNextColumn();
    allocation_bar(app, row, ui.px(110.0F));
  }
  ImGui::EndTable();
}

}  // namespace gpuscape::gui
