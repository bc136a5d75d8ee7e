#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

void totals(App& app, const MoneyView& money) {
  Ui ui = app.ui();
  const int columns = static_cast<int>(money.designs.size()) + 1;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
  if (money.designs.empty() || !ImGui::BeginTable("totals", columns, kFlags)) return;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const DesignMoney& design : money.designs) {
    ImGui::TableNextColumn();
    const BoldText bold;
    line_of(app, app.theme().design(design.column), design.design);
  }
  for (std::size_t i = 0; i < money.designs.front().totals.size(); ++i) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    line_of(app, app.theme().text, money.designs.front().totals[i].label);
    for (const DesignMoney& design : money.designs) {
      ImGui::TableNextColumn();
      if (i >= design.totals.size()) continue;
      text(ui, fmt::format("money.{}.{}", design.totals[i].key, design.column),
           fitted(design.totals[i].text, ImGui::GetContentRegionAvail().x));
    }
  }
  ImGui::EndTable();
}

/// Value axis of the stacked years: zero lies where `least` puts it.
struct Axis {
  float top = 0.0F;
  float height = 1.0F;
  double least = 0.0;
  double most = 1.0;
  [[nodiscard]] float at(double value) const {
    const double share = (most - value) / std::max(1e-9, most - least);
    return top + height * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
};

void draw_year(App& app, const DesignMoney& design, const MoneyYear& year, const Axis& axis,
               float left, float right) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  double above = 0.0;
  double below = 0.0;
  for (std::size_t item = 0; item < year.amounts.size(); ++item) {
    const double amount = year.amounts[item];
    double& edge = amount < 0.0 ? below : above;
    const ImVec2 least(left, axis.at(std::max(edge, edge + amount)));
    const ImVec2 most(right, axis.at(std::min(edge, edge + amount)));
    list.AddRectFilled(least, most, app.theme().series[item % app.theme().series.size()]);
    if (item < design.items.size() && ImGui::IsMouseHoveringRect(least, most))
      ImGui::SetTooltip("%s", fmt::format("{} · {} · {:.3g} {}", design.items[item].name,
                                          year.label, amount, design.currency)
                                  .c_str());
    edge += amount;
  }
  const float width = text_width(year.text);
  if (width <= right - left + app.ui().px(10.0F))
    draw_text(list, {(left + right - width) / 2.0F, axis.at(above) - ImGui::GetFontSize() - 1.0F},
              app.theme().text, year.text);
}

void draw_years(App& app, const MoneyView& money, const DesignMoney& design) {
  Ui ui = app.ui();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.px(8.0F);
  const float height = ui.px(120.0F);
  const float text = ImGui::GetFontSize();
  const Axis axis{at.y + text, height - 2.0F * text, std::min(0.0, money.least),
                  std::max(1.0, money.most)};
  const auto count = static_cast<float>(std::max<std::size_t>(1, design.years.size()));
  const float step = std::min(width / count, ui.px(110.0F));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < design.years.size(); ++i) {
    const float left = at.x + step * static_cast<float>(i) + ui.px(4.0F);
    draw_year(app, design, design.years[i], axis, left, left + step - ui.px(10.0F));
    draw_text(list, {left, at.y + height - text}, app.theme().dim, design.years[i].label,
              step - ui.px(8.0F));
  }
  list.AddLine(ImVec2(at.x, axis.at(0.0)), ImVec2(at.x + width, axis.at(0.0)), app.theme().dim);
  ImGui::Dummy(ImVec2(width, height));
}

void draw_items(App& app, const DesignMoney& design) {
  Ui ui = app.ui();
  const float size = ui.px(9.0F);
  for (std::size_t i = 0; i < design.items.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float middle = at.y + ImGui::GetFontSize() / 2.0F;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, middle - size / 2),
                                              ImVec2(at.x + size, middle + size / 2),
                                              app.theme().series[i % app.theme().series.size()]);
    ImGui::Dummy(ImVec2(size, size));
    ImGui::SameLine();
    line_of(app, app.theme().text,
            fmt::format("{}  {}", design.items[i].name, design.items[i].text));
  }
}

/// What the total becomes with each input at either end of its range.
void draw_tornado(App& app, const DesignMoney& design) {
  Ui ui = app.ui();
  constexpr std::size_t kMost = 8;
  if (design.tornado.empty()) return;
  heading(ui, "What decides the total");
  double reach = 1e-9;
  for (const TornadoBar& bar : design.tornado)
    reach = std::max(
        {reach, std::abs(bar.at_low - design.total), std::abs(bar.at_high - design.total)});
  const float half = ui.px(80.0F);
  for (std::size_t i = 0; i < design.tornado.size() && i < kMost; ++i) {
    const TornadoBar& bar = design.tornado[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto x = [&](double total) {
      return at.x + half + half * static_cast<float>((total - design.total) / reach);
    };
    const float top = at.y + 2.0F;
    const float bottom = at.y + ImGui::GetFontSize() - 1.0F;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(std::min(x(bar.at_low), x(design.total)), top),
                       ImVec2(std::max(x(bar.at_low), x(design.total)), bottom),
                       app.theme().series[0]);
    list.AddRectFilled(ImVec2(std::min(x(bar.at_high), x(design.total)), top),
                       ImVec2(std::max(x(bar.at_high), x(design.total)), bottom),
                       app.theme().series[1]);
    ImGui::Dummy(ImVec2(2.0F * half, ImGui::GetFontSize()));
    tooltip(ui, bar.text);
    ImGui::SameLine();
    line_of(app, app.theme().text, bar.input);
    tooltip(ui, bar.text);
  }
}

void draw_design(App& app, const MoneyView& money, const DesignMoney& design) {
  ImGui::TableNextColumn();
  {
    const BoldText bold;
    line_of(app, app.theme().design(design.column), design.design + " by year");
  }
  draw_years(app, money, design);
  draw_items(app, design);
  ImGui::Spacing();
  draw_tornado(app, design);
  for (const std::string& note : design.notes) wrapped_text(app.theme().dim, note);
  for (const std::string& missing : design.missing)
    wrapped_text(app.theme().notice, "not counted: " + missing);
}

/// Owning costs less to the right of the mark; within the band the inputs decide.
void draw_band(App& app, const BreakEvenBand& band) {
  Ui ui = app.ui();
  const float width = ui.px(240.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto x = [&](double value) {
    const double share = band.axis_end > 0.0 ? value / band.axis_end : 0.0;
    return at.x + width * static_cast<float>(std::clamp(share, 0.0, 1.0));
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = at.y + ImGui::GetFontSize();
  list.AddRectFilled(at, ImVec2(at.x + width, bottom), app.theme().raised);
  list.AddRectFilled(ImVec2(x(band.low), at.y), ImVec2(x(band.high), bottom),
                     faded(app.theme().accent, 0.4F));
  list.AddLine(ImVec2(x(band.value), at.y), ImVec2(x(band.value), bottom), app.theme().accent,
               ui.px(2.0F));
  list.AddLine(ImVec2(x(band.current), at.y), ImVec2(x(band.current), bottom), app.theme().text,
               ui.px(2.0F));
  ImGui::Dummy(ImVec2(width, ImGui::GetFontSize()));
  ImGui::SameLine();
  line_of(app, app.theme().text, band.label);
  tooltip(ui, band.text);
}

}  // namespace

void money_tab(App& app) {
  const MoneyView& money = app.views().money();
  ImGui::BeginChild("money", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  totals(app, money);
  ImGui::Spacing();
  const int columns = static_cast<int>(std::max<std::size_t>(1, money.designs.size()));
  if (ImGui::BeginTable("years", columns, ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextRow();
    for (const DesignMoney& design : money.designs) draw_design(app, money, design);
    ImGui::EndTable();
  }
  ImGui::Spacing();
  for (const MoneyComparison& comparison : money.comparisons) {
    if (!comparison.cheaper.empty())
      wrapped_text(app.theme().text, "cheaper: " + comparison.design + ": " + comparison.cheaper);
    if (!comparison.break_even.empty()) wrapped_text(app.theme().text, comparison.break_even);
    if (!comparison.own_part.empty()) wrapped_text(app.theme().dim, comparison.own_part);
    for (const BreakEvenBand& band : comparison.bands) draw_band(app, band);
  }
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
