#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

/// From the ground over the accent to the warning colour: lightness rises with use.
ImU32 use_colour(const Theme& theme, double share) {
  if (share > 0.9) return theme.worse;
  if (share > 0.6) return theme.notice;
  return faded(theme.accent, 0.35F + 0.65F * static_cast<float>(share));
}

void draw_link_row(App& app, const UsedLink& link) {
  Ui ui = app.ui();
  const float bar = ui.px(90.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool is_chosen = app.screen().link == link.name;
  if (selectable(ui, "link." + link.name, "", is_chosen, ImGuiSelectableFlags_AllowItemOverlap))
    app.screen().link = link.name;
  tooltip(ui, link.text);
  draw_bar(app, {at.x, at.y}, bar, link.mean, use_colour(app.theme(), link.mean));
  draw_text(*ImGui::GetWindowDrawList(), {at.x + bar + ui.px(8.0F), at.y}, app.theme().text,
            fmt::format("{:.0f} %  {}{}", 100.0 * link.mean, link.name,
                        link.lost_share > 0.0
                            ? fmt::format("  ·  {:.0f} % of what is lost", 100.0 * link.lost_share)
                            : ""),
            ImGui::GetContentRegionAvail().x - bar - ui.px(8.0F));
}

/// The lines of a report, one sentence after the other.
std::string as_sentences(const std::string& lines) {
  std::string text;
  for (const char letter : lines) {
    const bool is_blank = letter == ' ' || letter == '\n';
    if (is_blank && (text.empty() || text.back() == ' ' || text.back() == '\n')) continue;
    text += letter;
  }
  return text;
}

void network_part(App& app, const NetworkUse& use) {
  Ui ui = app.ui();
  heading(ui, "Links and how much they are used");
  for (const UsedLink& link : use.links) draw_link_row(app, link);
  if (!app.screen().link && !use.links.empty())
    wrapped_text(app.theme().dim, "Click a link to see whom it slows.");
  ImGui::Spacing();
  wrapped_text(app.theme().dim, as_sentences(use.summary));
}

void users_part(App& app, const std::string& link) {
  Ui ui = app.ui();
  heading(ui, "Slowed by " + link);
  const std::vector<LinkUser>& users = app.views().link_users(link);
  ImGui::PushStyleColor(ImGuiCol_Text, app.theme().dim);
  text(ui, "users.count",
       users.empty() ? "no job" : fmt::format("{} jobs, those that lose most first", users.size()));
  ImGui::PopStyleColor();
  for (const LinkUser& user : users) {
    const std::string line = fitted(user.text, ImGui::GetContentRegionAvail().x);
    if (selectable(ui, fmt::format("user.{}", user.job), line, app.screen().job == user.job))
      app.screen().job = user.job;
  }
  ImGui::Spacing();
}

void draw_node(App& app, const NodeMapView& view) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = app.theme();
  const auto point = [&](double x, double y) {
    return ImVec2(at.x + static_cast<float>(x), at.y + static_cast<float>(y));
  };
  for (const MapLink& link : view.links) {
    const ImU32 colour = link.kind == NodeLinkKind::pcie ? theme.dim : theme.accent;
    const float width = app.ui().px(static_cast<float>(link.width));
    if (link.bend == 0.0) {
      list.AddLine(point(link.x1, link.y1), point(link.x2, link.y2), colour, width);
      continue;
    }
    const double low = std::max(link.y1, link.y2) + link.bend * 4.0 / 3.0;
    list.AddBezierCubic(point(link.x1, link.y1), point(link.x1, low), point(link.x2, low),
                        point(link.x2, link.y2), colour, width);
  }
  for (const MapBox& box : view.boxes) {
    const ImVec2 least = point(box.left, box.top);
    const ImVec2 most = point(box.right, box.bottom);
    list.AddRectFilled(least, most, theme.raised, 3.0F);
    list.AddRect(least, most, box.kind == DeviceKind::gpu ? theme.better : theme.line, 3.0F);
    const std::string label = fitted(box.label, most.x - least.x - 2.0F);
    draw_text(list,
              {(least.x + most.x - text_width(label)) / 2.0F,
               (least.y + most.y - ImGui::GetFontSize()) / 2.0F},
              theme.text, label);
  }
  ImGui::Dummy(ImVec2(static_cast<float>(view.width), static_cast<float>(view.height)));
  Ui ui = app.ui();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = static_cast<double>(mouse.x - at.x);
  const double y = static_cast<double>(mouse.y - at.y);
  if (const auto box = box_at(view, x, y)) {
    tooltip(ui, view.boxes[*box].text);
  } else if (const auto link = link_at(view, x, y)) {
    tooltip(ui, view.links[*link].text);
  }
}

void draw_heat(App& app, const HeatView& heat) {
  if (heat.rows.empty() || heat.most <= 0.0) return;
  Ui ui = app.ui();
  heading(ui, "Copies between devices, alone");
  const float label = ui.px(60.0F);
  const auto columns = static_cast<float>(heat.columns.size());
  const float cell =
      std::clamp((ImGui::GetContentRegionAvail().x - label) / columns, 6.0F, ui.px(26.0F));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto rows = static_cast<float>(heat.rows.size());
  ImGui::Dummy(ImVec2(label + cell * columns, cell * rows));
  for (std::size_t row = 0; row < heat.rows.size(); ++row) {
    const float top = at.y + cell * static_cast<float>(row);
    if (cell >= ImGui::GetFontSize())
      draw_text(list, {at.x, top}, app.theme().dim, heat.rows[row], label - 4.0F);
    for (std::size_t column = 0; column < heat.columns.size(); ++column) {
      const float left = at.x + label + cell * static_cast<float>(column);
      const double share = heat.alone[heat.index(row, column)] / heat.most;
      const ImVec2 most(left + cell - 1.0F, top + cell - 1.0F);
      list.AddRectFilled(ImVec2(left, top), most,
                         share > 0.0
                             ? faded(app.theme().accent, 0.1F + 0.9F * static_cast<float>(share))
                             : app.theme().raised);
      if (ImGui::IsMouseHoveringRect(ImVec2(left, top), most))
        tooltip(ui, heat_text(heat, row, column));
    }
  }
}

void node_part(App& app, std::size_t group) {
  Ui ui = app.ui();
  const double width = static_cast<double>(ImGui::GetContentRegionAvail().x);
  const NodeMapView& node = app.views().node_map(group, std::max(50.0, width));
  heading(ui, node.title);
  draw_node(app, node);
  draw_heat(app, app.views().heat(group));
}

}  // namespace

void map_tab(App& app) {
  const std::optional<NetworkUse>& use = app.views().network();
  if (use) {
    ImGui::BeginChild("map.network", ImVec2(ImGui::GetContentRegionAvail().x * 0.48F, 0.0F), false,
                      ImGuiWindowFlags_NavFlattened);
    network_part(app, *use);
    ImGui::EndChild();
    ImGui::SameLine();
  }
  ImGui::BeginChild("map.nodes", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  const std::optional<std::string> link = app.screen().link;
  if (use && link) users_part(app, *link);
  if (const auto scenario = app.views().scenario()) {
    for (const std::size_t group : mapped_groups(*scenario)) node_part(app, group);
  }
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
