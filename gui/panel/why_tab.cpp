#include <fmt/format.h>
#include <imgui.h>

#include "gui/panel/tabs.hpp"

namespace gpuscape::gui {

namespace {

/// Reasons keep their colours, whatever their order.
ImU32 colour_of(const Theme& theme, WaitReason reason) {
  return theme.series[(static_cast<std::size_t>(reason) + 1) % theme.series.size()];
}

void share_rows(App& app, const std::vector<WaitShare>& shares) {
  Ui ui = app.ui();
  const float bar = ui.px(110.0F);
  for (const WaitShare& share : shares) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_bar(app, {at.x, at.y}, bar, share.share, colour_of(app.theme(), share.reason));
    ImGui::Dummy(ImVec2(bar, ImGui::GetFontSize()));
    ImGui::SameLine();
    line_of(app, app.theme().text, fmt::format("{}  {}", share.text, share.label));
  }
}

/// One bar of all reasons beside each other.
void stacked_bar(App& app, const std::vector<WaitShare>& shares, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFontSize() * 0.8F;
  float left = at.x;
  for (const WaitShare& share : shares) {
    const float right = left + width * static_cast<float>(share.share);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(left, at.y + 2.0F),
                                              ImVec2(right, at.y + 2.0F + height),
                                              colour_of(app.theme(), share.reason));
    left = right;
  }
  ImGui::Dummy(ImVec2(width, height));
}

void whole_run(App& app, const WaitsView& waits) {
  Ui ui = app.ui();
  heading(ui, "Over the whole run");
  if (waits.shares.empty()) {
    coloured_text(app.theme().dim, "No job waited.");
    return;
  }
  share_rows(app, waits.shares);
  if (waits.groups.empty()) return;
  ImGui::Spacing();
  heading(ui, "By " + waits.grouped_by);
  for (const WaitGroup& group : waits.groups) {
    stacked_bar(app, group.shares, ui.px(110.0F));
    ImGui::SameLine();
    line_of(app, app.theme().text,
            fmt::format("{}  {:.0f} h", group.name.empty() ? "not known" : group.name,
                        group.waited / Seconds(3600.0)));
  }
}

void at_cursor(App& app, const WaitsAt& waits, const std::string& date) {
  Ui ui = app.ui();
  heading(ui, date);
  text(ui, "waits.jobs", fmt::format("{} jobs wait", waits.jobs));
  share_rows(app, waits.shares);
  if (waits.heads.empty()) return;
  ImGui::Spacing();
  heading(ui, "Waiting for longest");
  for (const WaitingJob& waiting : waits.heads) {
    const std::string label = fitted(waiting.text, ImGui::GetContentRegionAvail().x);
    if (selectable(ui, fmt::format("waiting.{}", waiting.job), label,
                   app.screen().job == waiting.job))
      app.screen().job = waiting.job;
  }
}

}  // namespace

void why_tab(App& app) {
  Ui ui = app.ui();
  const float half = ImGui::GetContentRegionAvail().x * 0.45F;
  ImGui::BeginChild("why.run", ImVec2(half, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  whole_run(app, app.views().waits());
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("why.at", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  const std::optional<Seconds> cursor = app.screen().cursor;
  if (cursor) {
    const Seconds date = *cursor;
    at_cursor(app, app.views().waits_at_date(date),
              date_label(app.views().outcome()->result.first, date));
  } else {
    heading(ui, "At a date");
    wrapped_text(app.theme().dim, "Click the timeline to see who waits then, and for what.");
  }
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
