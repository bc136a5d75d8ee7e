#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/panel/tabs.hpp"
#include "sim/platform/demand_text.hpp"

namespace gpuscape::gui {

namespace {

constexpr float kLeastRow = 4.0F;
constexpr float kMostRow = 26.0F;

struct Chart {
  float left = 0.0F;
  float top = 0.0F;
  float width = 0.0F;
  float row = 1.0F;  ///< height of a row
};

ImU32 box_colour(App& app, const GanttView& view, const GanttBox& box) {
  const Theme& theme = app.theme();
  if (view.detail == GanttView::Detail::shares)
    return faded(theme.design(app.work().current()), 0.15F + 0.85F * box.share);
  if (app.screen().job == box.job) return theme.focus;
  return theme.series[box.job % theme.series.size()];
}

void draw_boxes(App& app, const GanttView& view, const Chart& chart) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = chart.row > 8.0F ? 1.0F : 0.0F;
  for (const GanttBox& box : view.boxes) {
    const float top = chart.top + static_cast<float>(box.row) * chart.row;
    const float left = chart.left + box.left;
    const float right = std::max(left + 1.0F, chart.left + box.right - gap);
    list.AddRectFilled(ImVec2(left, top + box.top * chart.row),
                       ImVec2(right, top + box.bottom * chart.row - gap),
                       box_colour(app, view, box));
  }
}

void draw_away(App& app, const GanttView& view, const Chart& chart) {
  constexpr float kFaintest = 0.25F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const GanttAway& away : view.away) {
    const float top = chart.top + static_cast<float>(away.row) * chart.row;
    list.AddRectFilled(ImVec2(chart.left + away.left, top),
                       ImVec2(chart.left + away.right, top + chart.row),
                       faded(app.theme().dim, kFaintest + (0.6F - kFaintest) * away.share));
  }
}

void draw_rows(App& app, const GanttView& view, const Chart& chart, float gutter) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float text = ImGui::GetFontSize();
  float free_from = chart.top - text;
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const GanttRow& row = view.rows[i];
    const bool is_gpu = row.lane >= 0;
    const float top = chart.top + static_cast<float>(i) * chart.row;
    list.AddLine(ImVec2(chart.left, top), ImVec2(chart.left + chart.width, top),
                 faded(app.theme().line, 0.5F));
    const float at = is_gpu ? top : top + (chart.row - text) / 2.0F;
    if (at < free_from || row.lane > 0) continue;
    // "gpu/3" of "gpu/3 GPU 2": all of it is in the tooltip.
    draw_text(list, {chart.left - gutter, at}, app.theme().dim,
              is_gpu ? row.label.substr(0, row.label.find(' ')) : row.label,
              gutter - app.ui().px(6.0F));
    free_from = at + text + 1.0F;
  }
}

void draw_cursor(App& app, const GanttView& view, const Chart& chart) {
  const std::optional<Seconds> cursor = app.screen().cursor;
  if (!cursor) return;
  const TimeWindow& window = view.frame.window;
  const double share = (*cursor - window.from) / window.length();
  if (share < 0.0 || share > 1.0) return;
  const float x = chart.left + chart.width * static_cast<float>(share);
  const float bottom = chart.top + chart.row * static_cast<float>(view.rows.size());
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, chart.top), ImVec2(x, bottom), app.theme().text,
                                      app.ui().px(1.5F));
}

void take_mouse(App& app, const GanttView& view, const Chart& chart) {
  const float height = chart.row * static_cast<float>(view.rows.size());
  ImGui::SetCursorScreenPos(ImVec2(chart.left, chart.top));
  ImGui::InvisibleButton("gantt", ImVec2(chart.width, std::max(1.0F, height)));
  app.widgets().note_last("gantt", "");
  if (!ImGui::IsItemHovered()) return;
  const RunResult& run = app.views().outcome()->result.first;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto hit = gantt_hit(view, run, static_cast<double>(mouse.x - chart.left),
                             static_cast<double>((mouse.y - chart.top) / chart.row));
  if (!hit) return;
  std::string lines = fmt::format("{} · {}", view.rows[hit->row].label, date_label(run, hit->date));
  for (const std::uint32_t job : hit->jobs) {
    lines += fmt::format("\njob {} · {}", run.jobs.id(job), gpu_amount_text(run.jobs.demand(job)));
  }
  if (hit->more) lines += "\n…";
  if (hit->away) lines += "\nout of service";
  Ui ui = app.ui();
  tooltip(ui, lines);
  if (!ImGui::IsMouseClicked(0)) return;
  app.screen().cursor = hit->date;
  if (!hit->jobs.empty()) app.screen().job = hit->jobs.front();
}

bool tells_gpus_apart(App& app) {
  const auto& nodes = app.views().outcome()->result.first.nodes;
  return std::ranges::all_of(
      nodes, [](const NodeLabel& node) { return node.gpus == 0 || !node.gpu_names.empty(); });
}

const char* detail_text(GanttView::Detail detail, bool is_known) {
  switch (detail) {
    case GanttView::Detail::gpus:
      return is_known ? "a row is a GPU, a box a job that holds it; click one for its details"
                      : "a row is a GPU; which GPU of its node a job holds is drawn, not known";
    case GanttView::Detail::jobs:
      return "a row is a node, a box a job on it; click one for its details";
    case GanttView::Detail::shares:
      return "darker: more of the row is held; zoom in for jobs (+)";
  }
  return "";
}

}  // namespace

void nodes_tab(App& app) {
  Ui ui = app.ui();
  ImGui::BeginChild("nodes", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  const float gutter = ui.px(kGutter);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float caption = ImGui::GetFontSize() + ui.px(6.0F);
  GanttFrame frame;
  frame.window = app.screen().window.value_or(app.views().whole());
  frame.width = std::max(10, static_cast<int>(room.x - gutter));
  frame.most_rows = std::max(1, static_cast<int>((room.y - caption) / ui.px(kLeastRow)));
  const GanttView& view = app.views().gantt(frame);
  line_of(app, app.theme().dim, detail_text(view.detail, tells_gpus_apart(app)));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float rows = static_cast<float>(std::max<std::size_t>(1, view.rows.size()));
  const Chart chart{origin.x + gutter, origin.y, static_cast<float>(frame.width),
                    std::clamp((room.y - caption) / rows, ui.px(kLeastRow), ui.px(kMostRow))};
  draw_rows(app, view, chart, gutter);
  draw_away(app, view, chart);
  draw_boxes(app, view, chart);
  draw_cursor(app, view, chart);
  take_mouse(app, view, chart);
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
