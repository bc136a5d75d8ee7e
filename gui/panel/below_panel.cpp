#include <imgui.h>

#include <algorithm>
#include <array>

#include "gui/panel/tabs.hpp"
#include "gui/sweep/sweep_tab.hpp"

namespace gpuscape::gui {

namespace {

bool always(App& /*app*/) { return true; }
/// What only a run has that is made here: a folder does not hold it.
bool is_live(App& app) { return app.folders().chosen() == nullptr; }
bool has_queues(App& app) { return !app.views().queues().rows.empty(); }
bool has_map(App& app) {
  if (!is_live(app)) return false;
  const auto scenario = app.views().scenario();
  return app.views().network().has_value() ||
         (scenario != nullptr && !mapped_groups(*scenario).empty());
}
bool has_money(App& app) { return is_live(app) && !app.views().money().designs.empty(); }
bool has_text(App& app) { return is_live(app) && app.work().is_open(); }
bool has_sweep(App& app) { return app.folders().sweep() != nullptr; }
bool has_losers(App& app) { return is_live(app) && app.work().designs().size() > 1; }

struct TabRow {
  Tab tab;
  const char* id;
  const char* label;
  const char* about;
  bool (*is_there)(App& app);
  void (*draw)(App& app);
};
constexpr std::array<TabRow, kTabs> kTabRows{{
    {Tab::why, "tab.why", "Why waited", "Why people wait (W)", &always, &why_tab},
    {Tab::queues, "tab.queues", "Queues", "What each queue deserved, held and borrowed (U)",
     &has_queues, &queues_tab},
    {Tab::jobs, "tab.jobs", "Jobs", "Every job, to be sorted and filtered (J)", &always, &jobs_tab},
    {Tab::nodes, "tab.nodes", "Nodes", "Who holds which node when (N)", &is_live, &nodes_tab},
    {Tab::map, "tab.map", "Map", "Links of the network and inside a node (M)", &has_map, &map_tab},
    {Tab::money, "tab.money", "Money", "What the designs cost (P)", &has_money, &money_tab},
    {Tab::losers, "tab.losers", "Who loses", "Who gains and who loses by each design (L)",
     &has_losers, &losers_tab},
    {Tab::text, "tab.text", "Text", "The scenario as it is written, with its faults (X)", &has_text,
     &text_tab},
    {Tab::sweep, "tab.designs", "Designs", "All designs of a folder of runs (A)", &has_sweep,
     &sweep_tab},
}};

void draw_tabs(App& app) {
  Ui ui = app.ui();
  const Theme& theme = app.theme();
  for (const TabRow& row : kTabRows) {
    if (!row.is_there(app)) continue;
    const bool is_chosen = app.screen().tab == row.tab;
    ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? theme.hovered : theme.panel);
    ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? theme.text : theme.dim);
    if (button(ui, row.id, row.label)) app.screen().tab = row.tab;
    ImGui::PopStyleColor(2);
    tooltip(ui, row.about);
    const ImVec2 least = ImGui::GetItemRectMin();
    const ImVec2 most = ImGui::GetItemRectMax();
    if (is_chosen)
      ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(least.x, most.y - ui.px(2.0F)), most,
                                                theme.accent);
    ImGui::SameLine(0.0F, ui.px(4.0F));
  }
  ImGui::NewLine();
}

}  // namespace

void draw_bar(App& app, Point at, float width, double share, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ImGui::GetFontSize() * 0.8F;
  const float top = at.y + ImGui::GetFontSize() * 0.1F;
  const float filled = width * static_cast<float>(std::clamp(share, 0.0, 1.0));
  list.AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, top + height), app.theme().raised,
                     2.0F);
  list.AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + filled, top + height), colour, 2.0F);
}

void line_of(App& /*app*/, ImU32 colour, const std::string& line) {
  coloured_text(colour, fitted(line, ImGui::GetContentRegionAvail().x));
}

void below_panel(App& app) {
  if (app.views().outcome() == nullptr) {
    const bool is_asked = app.screen().tab == Tab::text || !app.work().faults().empty();
    if (has_text(app) && is_asked) return text_tab(app);
    if (has_sweep(app)) return sweep_tab(app);
    coloured_text(app.theme().dim, "There is no answer yet.");
    return;
  }
  draw_tabs(app);
  for (const TabRow& row : kTabRows) {
    if (row.tab != app.screen().tab) continue;
    if (row.is_there(app)) {
      row.draw(app);
    } else {
      coloured_text(app.theme().dim,
                    is_live(app) ? "This scenario has none."
                                 : "A result folder does not hold this: open its scenario.");
    }
  }
}

}  // namespace gpuscape::gui
