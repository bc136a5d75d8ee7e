#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "gui/panel/answer_colours.hpp"
#include "gui/panel/app.hpp"

namespace gpuscape::gui {

namespace {

/// Where the curves of one panel go, in pixels.
struct Plot {
  float left = 0.0F;
  float top = 0.0F;
  float width = 0.0F;
  float height = 0.0F;
  double most = 1.0;  ///< value at the top
  [[nodiscard]] float bottom() const { return top + height; }
  [[nodiscard]] float right() const { return left + width; }
  [[nodiscard]] ImVec2 at(double x, double y) const {
    const double share = std::clamp(y / most, 0.0, 1.0);
    return {left + static_cast<float>(x), bottom() - height * static_cast<float>(share)};
  }
};

ImU32 layer_colour(const Theme& theme, const CurveStack& stack, CurveKind kind) {
  switch (kind) {
    case CurveKind::stranded:
      return faded(theme.worse, 0.55F);
    case CurveKind::idle_queued:
      return faded(theme.notice, 0.35F);
    default:
      return faded(theme.design(stack.column), 0.28F);
  }
}

void draw_stack(App& app, const Plot& plot, const CurveStack& stack) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t layer = 0; layer < stack.layers.size(); ++layer) {
    const std::vector<double>& upper = stack.layers[layer];
    const ImU32 colour = layer_colour(app.theme(), stack, stack.kinds[layer]);
    for (std::size_t x = 0; x < upper.size(); ++x) {
      const double lower = layer == 0 ? 0.0 : stack.layers[layer - 1][x];
      if (!(upper[x] > lower)) continue;
      list.AddRectFilled(plot.at(static_cast<double>(x), upper[x]),
                         plot.at(static_cast<double>(x + 1), lower), colour);
    }
  }
}

/// Lines of what the areas of the chosen design show already are left out.
bool has_line(const Curve& curve) {
  return curve.kind != CurveKind::stranded && curve.kind != CurveKind::idle_queued;
}

void draw_curve(App& app, const Plot& plot, const Curve& curve) {
  if (curve.points.size() < 2 || !has_line(curve)) return;
  std::vector<ImVec2> points;
  points.reserve(curve.points.size());
  for (const PlotPoint& point : curve.points) points.push_back(plot.at(point.x, point.y));
  const ImU32 colour = curve_colour(app.theme(), curve);
  const float width =
      app.ui().px(curve.is_pale || curve.kind == CurveKind::host_links ? 0.8F : 1.5F);
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()),
                                          faded(colour, curve.is_pale ? 0.35F : 1.0F), 0, width);
}

void draw_value_axis(App& app, const Plot& plot, const TimelinePanel& panel) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = app.theme();
  const float half = ImGui::GetFontSize() / 2.0F;
  float free_below = plot.bottom() + 2.0F * half;
  for (const AxisTick& tick : panel.ticks) {
    const float y = plot.at(0.0, tick.at).y;
    list.AddLine(ImVec2(plot.left, y), ImVec2(plot.right(), y), faded(theme.line, 0.6F));
    if (y > free_below) continue;
    free_below = y - 2.0F * half;
    draw_text(list, {plot.left - text_width(tick.label) - app.ui().px(6.0F), y - half}, theme.dim,
              tick.label);
  }
  if (panel.level > 0.0) {
    const float y = plot.at(0.0, panel.level).y;
    list.AddLine(ImVec2(plot.left, y), ImVec2(plot.right(), y), theme.dim);
  }
}

/// One sign of the legend; where the next begins.
float legend_entry(App& app, float left, float top, ImU32 colour, std::string_view label) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = app.ui().px(9.0F);
  const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - app.ui().px(24.0F);
  if (left + size + app.ui().px(5.0F) + text_width(label) > edge) return edge;  // no room
  const float middle = top + ImGui::GetFontSize() / 2.0F;
  list.AddRectFilled(ImVec2(left, middle - size / 2), ImVec2(left + size, middle + size / 2),
                     colour);
  draw_text(list, {left + size + app.ui().px(5.0F), top}, app.theme().dim, label);
  return left + size + app.ui().px(19.0F) + text_width(label);
}

const char* layer_name(CurveKind kind) {
  switch (kind) {
    case CurveKind::stranded:
      return "stranded";
    case CurveKind::idle_queued:
      return "idle while jobs wait";
    default:
      return "";
  }
}

void draw_legend(App& app, const Plot& plot, const TimelinePanel& panel) {
  const float top = plot.top - ImGui::GetFontSize() - app.ui().px(4.0F);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, {plot.left, top}, app.theme().text, panel.title);
  float left = plot.left + text_width(panel.title) + app.ui().px(18.0F);
  for (const Curve& curve : panel.curves) {
    if (curve.is_pale || !has_line(curve) || curve.kind == CurveKind::host_links) continue;
    const bool is_plain = curve.kind != CurveKind::as_logged;
    left = legend_entry(app, left, top, curve_colour(app.theme(), curve),
                        is_plain ? curve.design : curve.design + " " + curve.label);
  }
  for (const Curve& curve : panel.curves) {
    if (curve.kind != CurveKind::host_links) continue;
    draw_text(list, {left, top}, app.theme().dim, "thick: between switches, thin: of nodes",
              std::max(0.0F, plot.right() - left));
    break;
  }
  for (const CurveStack& stack : panel.stacks) {
    if (stack.column != app.current_column()) continue;
    for (const CurveKind kind : stack.kinds) {
      const std::string_view name = layer_name(kind);
      if (!name.empty())
        left = legend_entry(app, left, top, layer_colour(app.theme(), stack, kind), name);
    }
  }
}

void draw_panel(App& app, const Plot& plot, const TimelinePanel& panel) {
  draw_value_axis(app, plot, panel);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(ImVec2(plot.left, plot.top - 1.0F), ImVec2(plot.right(), plot.bottom() + 1.0F),
                    true);
  for (const CurveStack& stack : panel.stacks)
    if (stack.column == app.current_column()) draw_stack(app, plot, stack);
  for (const Curve& curve : panel.curves) draw_curve(app, plot, curve);
  list.PopClipRect();
  draw_legend(app, plot, panel);
}

void draw_time_axis(App& app, const Plot& all, const TimelineView& view) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = app.theme();
  float free_from = all.left - app.ui().px(20.0F);
  for (const AxisTick& tick : view.ticks) {
    const float x = all.left + static_cast<float>(tick.at);
    list.AddLine(ImVec2(x, all.top), ImVec2(x, all.bottom()), faded(theme.line, 0.6F));
    const float width = text_width(tick.label);
    const float left = std::min(x - width / 2.0F, all.right() - width);
    if (left < free_from) continue;
    draw_text(list, {left, all.bottom() + app.ui().px(3.0F)}, theme.dim, tick.label);
    free_from = left + width + app.ui().px(10.0F);
  }
  if (view.warm_up_until > 0.0) {
    list.AddRectFilled(ImVec2(all.left, all.top),
                       ImVec2(all.left + static_cast<float>(view.warm_up_until), all.bottom()),
                       faded(theme.dim, 0.12F));
  }
}

void draw_cursor(App& app, const Plot& all, const TimelineView& view, Seconds date,
                 const std::string& label) {
  const double at = view.x_of(date);
  if (at < 0.0 || at > view.width) return;
  const float x = all.left + static_cast<float>(at);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine(ImVec2(x, all.top), ImVec2(x, all.bottom()), app.theme().focus, app.ui().px(1.5F));
  // Below the axis, where no curve is.
  const float width = text_width(label);
  const float left =
      std::clamp(x - width / 2.0F, all.left, std::max(all.left, all.right() - width));
  const float top = all.bottom() + ImGui::GetFontSize() + app.ui().px(3.0F);
  list.AddRectFilled(ImVec2(left - app.ui().px(5.0F), top),
                     ImVec2(left + width + app.ui().px(5.0F), top + ImGui::GetFontSize() + 1.0F),
                     app.theme().panel);
  draw_text(list, {left, top}, app.theme().text, label);
}

/// Click: cursor. Drag: move along. Wheel: closer. Double click: all of it.
void take_mouse(App& app, const Plot& all, const TimelineView& view) {
  Screen& screen = app.screen();
  ImGui::SetCursorScreenPos(ImVec2(all.left, all.top));
  ImGui::InvisibleButton("plot", ImVec2(std::max(1.0F, all.width), std::max(1.0F, all.height)));
  app.widgets().note_last("plot", "");
  const ImGuiIO& io = ImGui::GetIO();
  const TimeWindow whole = app.views().whole();
  const Seconds under = view.date_at(static_cast<double>(io.MousePos.x - all.left));
  if (ImGui::IsItemHovered() && io.MouseWheel != 0.0F)
    screen.window =
        zoomed(view.window, std::pow(0.8, static_cast<double>(io.MouseWheel)), under, whole);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    screen.window.reset();
    return;
  }
  if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
  if (ImGui::IsMouseDragging(0)) {
    if (io.MouseDelta.x != 0.0F)
      screen.window = panned(view.window, static_cast<double>(-io.MouseDelta.x / all.width), whole);
  } else if (ImGui::IsItemDeactivated() && ImGui::IsItemHovered()) {
    screen.cursor = under;
  }
}

/// The panel of GPUs is the highest; the others share the rest.
std::vector<Plot> plots_of(App& app, const Plot& all, const TimelineView& view) {
  std::vector<Plot> plots;
  const float legend = ImGui::GetFontSize() + app.ui().px(8.0F);
  const std::size_t count = view.panels.size();
  const float room = all.height - legend * static_cast<float>(count);
  const float first = count < 2 ? room : room * 0.5F;
  float top = all.top;
  for (std::size_t i = 0; i < count; ++i) {
    const float height = i == 0 ? first : (room - first) / static_cast<float>(count - 1);
    plots.push_back(
        {all.left, top + legend, all.width, std::max(4.0F, height), view.panels[i].top});
    top += legend + height;
  }
  return plots;
}

}  // namespace

void timeline_panel(App& app) {
  Ui ui = app.ui();
  if (app.views().shown().empty()) {
    heading(ui, "Timeline");
    return;
  }
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gutter = ui.px(kGutter);
  const float axis = ImGui::GetFontSize() * 2.0F + ui.px(4.0F);
  const Plot all{origin.x + gutter, origin.y, std::max(10.0F, room.x - gutter),
                 std::max(10.0F, room.y - axis)};
  const TimeWindow window = app.screen().window.value_or(app.views().whole());
  const TimelineView& view = app.views().timeline(window, static_cast<int>(all.width));
  draw_time_axis(app, all, view);
  const std::vector<Plot> plots = plots_of(app, all, view);
  for (std::size_t i = 0; i < plots.size(); ++i) draw_panel(app, plots[i], view.panels[i]);
  draw_text(*ImGui::GetWindowDrawList(),
            {all.left, all.bottom() + ImGui::GetFontSize() + ui.px(3.0F)}, app.theme().dim,
            view.axis_title, all.width);
  const std::optional<Seconds> cursor = app.screen().cursor;
  if (cursor) draw_cursor(app, all, view, *cursor, app.views().cursor(*cursor).date_text);
  take_mouse(app, all, view);
}

}  // namespace gpuscape::gui
