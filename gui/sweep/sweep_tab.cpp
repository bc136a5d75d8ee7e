#include "gui/sweep/sweep_tab.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "gui/panel/app.hpp"

namespace gpuscape::gui {

namespace {

/// A slider for each axis: it moves over the axis' values.
void axis_sliders(App& app, SweepView& view) {
  Ui ui = app.ui();
  for (std::size_t i = 0; i < view.axes().size(); ++i) {
    const AxisSpec& axis = view.axes()[i];
    coloured_text(app.theme().dim, fitted(axis.name, ImGui::GetContentRegionAvail().x));
    auto place = static_cast<double>(view.chosen()[i]);
    const SliderRange range{.least = 0.0,
                            .most = std::max(1.0, static_cast<double>(axis.values.size() - 1))};
    const Disabled disabled(axis.values.size() < 2);
    if (slider(ui, fmt::format("sweep.axis.{}", axis.name), place, range,
               axis.values[view.chosen()[i]].label))
      view.choose(i, static_cast<std::size_t>(std::lround(std::max(0.0, place))));
  }
}

std::vector<std::string> names_of(const SweepView& view) {
  std::vector<std::string> names;
  for (const AxisSpec& axis : view.axes()) names.push_back(axis.name);
  return names;
}

/// Which figure, over which axes.
void map_choices(App& app, SweepView& view) {
  Ui ui = app.ui();
  coloured_text(app.theme().dim, "figure of the map");
  std::string figure = view.figure();
  if (choice(ui, "sweep.figure", view.figures(), figure)) view.show(figure);
  const std::vector<std::string> names = names_of(view);
  if (names.size() < 2) return;
  const auto [across, down] = view.map_axes();
  const auto axis_choice = [&](const char* id, const char* label, std::size_t now) {
    coloured_text(app.theme().dim, label);
    std::string name = names[now];
    if (!choice(ui, id, names, name)) return now;
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  const std::size_t new_across = axis_choice("sweep.across", "across", across);
  const std::size_t new_down = axis_choice("sweep.down", "down", down);
  if (new_across != across || new_down != down) view.set_map_axes(new_across, new_down);
}

void cell_rectangle(App& app, const SweepCell& cell, ImVec2 least, ImVec2 most) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = app.theme();
  const bool has_value = !std::isnan(cell.value);
  const ImU32 fill =
      has_value ? faded(theme.accent, 0.12F + 0.5F * static_cast<float>(cell.share)) : theme.raised;
  list.AddRectFilled(least, most, fill);
  if (has_value)
    list.AddRectFilled(ImVec2(least.x, most.y - 3.0F), most,
                       cell.meets ? theme.better : theme.worse);
  if (cell.is_chosen) list.AddRect(least, most, theme.text, 0.0F, 0, 2.0F);
  const float width = most.x - least.x - 6.0F;
  if (width > 30.0F)
    draw_text(list, {least.x + 3.0F, least.y + 3.0F}, has_value ? theme.text : theme.dim, cell.text,
              width);
}

/// Rows and columns with the values of two axes beside them; a click goes to the design.
void heat_map(App& app, SweepView& view) {
  Ui ui = app.ui();
  const auto [across, down] = view.map_axes();
  const AxisSpec& columns = view.axes()[across];
  const bool is_row = across == down;
  const float names = is_row ? 0.0F : ui.px(110.0F);
  const auto count = static_cast<float>(columns.values.size());
  const float room = ImGui::GetContentRegionAvail().x - names - ui.px(8.0F);
  const float width = std::max(ui.px(26.0F), std::min(ui.px(140.0F), room / count));
  const float height = ImGui::GetFontSize() + ui.px(10.0F);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t column = 0; column < columns.values.size(); ++column)
    draw_text(list, {origin.x + names + width * static_cast<float>(column) + 3.0F, origin.y},
              app.theme().dim, columns.values[column].label, width - 4.0F);
  for (std::size_t row = 0; row < view.map().size(); ++row) {
    const float top = origin.y + height * static_cast<float>(row + 1);
    if (!is_row)
      draw_text(list, {origin.x, top + 3.0F}, app.theme().dim, view.axes()[down].values[row].label,
                names - 6.0F);
    for (std::size_t column = 0; column < view.map()[row].size(); ++column) {
      // A click makes the map anew: the cell is a copy.
      const SweepCell cell = view.map()[row][column];
      const ImVec2 least(origin.x + names + width * static_cast<float>(column), top);
      const ImVec2 most(least.x + width - 2.0F, top + height - 2.0F);
      const std::string id = fmt::format("sweep.cell.{}.{}", row, column);
      ImGui::SetCursorScreenPos(least);
      if (ImGui::InvisibleButton(id.c_str(), ImVec2(width - 2.0F, height - 2.0F))) {
        view.choose(across, column);
        if (!is_row) view.choose(down, row);
      }
      ui.widgets.note_last(id, cell.text);
      tooltip(ui, cell.about);
      cell_rectangle(app, cell, least, most);
    }
  }
}

}  // namespace

void sweep_details(App& app) {
  const SweepView& view = *app.folders().sweep();
  Ui ui = app.ui();
  heading(ui, "Design");
  for (const auto& [label, value] : view.facts()) {
    coloured_text(app.theme().dim, fitted(label, ImGui::GetContentRegionAvail().x));
    wrapped_text(app.theme().text, value);
    ui.widgets.note_last("sweep.fact." + label, value);
  }
}

void sweep_tab(App& app) {
  SweepView& view = *app.folders().sweep();
  Ui ui = app.ui();
  const float left = ui.px(250.0F);
  ImGui::BeginChild("sweep.left", ImVec2(left, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  axis_sliders(app, view);
  map_choices(app, view);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("sweep.right", ImVec2(0.0F, 0.0F), false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NavFlattened);
  if (button(ui, "sweep.best", "Go to the answer")) view.choose_best();
  ImGui::SameLine();
  const bool closes = button(ui, "sweep.close", "Close the folder");
  for (std::size_t i = 0; i < view.answers().size(); ++i)
    text(ui, fmt::format("sweep.answer.{}", i), view.answers()[i]);
  if (!view.map().empty()) heat_map(app, view);
  ImGui::EndChild();
  if (closes) app.folders().close_sweep();
}

}  // namespace gpuscape::gui
