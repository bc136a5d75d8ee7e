#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/view/map_view.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/topology/node_drawing.hpp"
#include "sim/report/topology/node_looks.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape::gui {

namespace {

constexpr double kMargin = 20.0;
constexpr double kTop = 80.0;  // room for memory above the sockets
constexpr double kMemoryAbove = 44.0;
constexpr double kMemoryWidth = 116.0;
constexpr double kMemoryHeight = 22.0;
constexpr double kSwitchBelow = 52.0;
constexpr double kSwitchHeight = 28.0;

/// The picture that `gpuscape topo` draws, as boxes and lines.
class Picture {
 public:
  Picture(const NodeGraph& graph, NodeMapView& view)
      : graph_(graph),
        drawing_(draw_node(graph, kMargin, view.width - kMargin, kTop)),
        view_(view) {}

  void draw() {
    view_.left_out = drawing_.left_out;
    bottom_ = drawing_.bottom;
    for (const DrawnDevice& box : drawing_.boxes) add_box(box);
    for (std::uint32_t i = 0; i < graph_.links().size(); ++i) add_link(i);
    for (const DeviceIndex device : graph_.of_kind(DeviceKind::nvswitch)) add_nvswitch(device);
    view_.height = bottom_ + kMargin;
  }

 private:
  void add_box(const DrawnDevice& box) {
    std::string text;
    for (const DeviceIndex device : box.devices)
      text += fmt::format("{}{}", text.empty() ? "" : "\n", device_text(device));
    view_.boxes.push_back({.label = box.label,
                           .kind = box.kind,
                           .left = box.x - box.width / 2.0,
                           .top = box.y - box.height / 2.0,
                           .right = box.x + box.width / 2.0,
                           .bottom = box.y + box.height / 2.0,
                           .text = std::move(text)});
  }

  [[nodiscard]] std::string device_text(DeviceIndex index) const {
    const Device& device = graph_.devices()[index];
    std::string text = fmt::format("{}: {}", device.name, device_kind_name(device.kind));
    if (!device.model.empty()) text += fmt::format(", {}", device.model);
    return text;
  }

  [[nodiscard]] std::string link_text(std::uint32_t index) const {
    return fmt::format("{}: {} GB/s, {} us", graph_.link_name(index),
                       gigabytes_text(graph_.links()[index].capacity),
                       microseconds_text(graph_.links()[index].latency));
  }

  void add_line(std::uint32_t index, std::array<double, 4> ends, double bend = 0.0) {
    const NodeLink& link = graph_.links()[index];
    view_.links.push_back({.link = index,
                           .kind = link.kind,
                           .x1 = ends[0],
                           .y1 = ends[1],
                           .x2 = ends[2],
                           .y2 = ends[3],
                           .width = width_of(link.capacity),
                           .bend = bend,
                           .text = link_text(index)});
  }

  void add_link(std::uint32_t index) {
    const NodeLink& link = graph_.links()[index];
    const DrawnDevice* from = drawing_.find(link.from);
    const DrawnDevice* to = drawing_.find(link.to);
    if (from == nullptr) return;
    if (link.kind == NodeLinkKind::memory) return add_memory(index, *from);
    if (to == nullptr || from == to) return;
    if (link.kind == NodeLinkKind::inter_socket) {
      if (link.from < link.to)
        add_line(index, {from->x + from->width / 2.0, from->y, to->x - to->width / 2.0, to->y});
      return;
    }
    if (link.kind == NodeLinkKind::nvlink) {
      if (link.from < link.to) add_arc(index, *from, *to);
      return;
    }
    // What hangs from a box, away from the sockets; devices that share a box share its line.
    const bool is_below = to->above < drawing_.boxes.size() && &drawing_.boxes[to->above] == from &&
                          to->devices.front() == link.to;
    if (is_below)
      add_line(index, {from->x, from->y + from->height / 2.0, to->x, to->y - to->height / 2.0});
  }

  /// Below the GPUs, deeper the farther it reaches.
  void add_arc(std::uint32_t index, const DrawnDevice& a, const DrawnDevice& b) {
    const double far = std::abs(b.x - a.x);
    const double depth = 26.0 + 0.24 * far;
    add_line(index, {a.x, a.y + a.height / 2.0, b.x, b.y + b.height / 2.0}, depth);
    bottom_ = std::max(bottom_, a.y + a.height / 2.0 + 0.75 * depth);
  }

  void add_memory(std::uint32_t index, const DrawnDevice& cpu) {
    const double y = cpu.y - kMemoryAbove;
    const DeviceIndex memory = graph_.links()[index].to;
    view_.boxes.push_back({.label = graph_.devices()[memory].name,
                           .kind = DeviceKind::memory,
                           .left = cpu.x - kMemoryWidth / 2.0,
                           .top = y - kMemoryHeight / 2.0,
                           .right = cpu.x + kMemoryWidth / 2.0,
                           .bottom = y + kMemoryHeight / 2.0,
                           .text = device_text(memory)});
    add_line(index, {cpu.x, cpu.y - cpu.height / 2.0, cpu.x, y + kMemoryHeight / 2.0});
  }

  void add_nvswitch(DeviceIndex device) {
    const double y = drawing_.bottom + kSwitchBelow;
    double left = view_.width;
    double right = 0.0;
    for (std::uint32_t i = 0; i < graph_.links().size(); ++i) {
      const NodeLink& link = graph_.links()[i];
      const DrawnDevice* gpu = drawing_.find(link.from);
      if (link.to != device || gpu == nullptr) continue;
      add_line(i, {gpu->x, gpu->y + gpu->height / 2.0, gpu->x, y});
      left = std::min(left, gpu->x);
      right = std::max(right, gpu->x);
    }
    if (left > right) return;
    view_.boxes.push_back({.label = graph_.devices()[device].name,
                           .kind = DeviceKind::nvswitch,
                           .left = left - 17.0,
                           .top = y,
                           .right = right + 17.0,
                           .bottom = y + kSwitchHeight,
                           .text = device_text(device)});
    bottom_ = std::max(bottom_, y + kSwitchHeight);
  }

  const NodeGraph& graph_;
  NodeDrawing drawing_;
  NodeMapView& view_;
  double bottom_ = 0.0;
};

struct Point {
  double x;
  double y;
};

double distance(Point from, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  const double along =
      square > 0.0 ? std::clamp(((from.x - a.x) * dx + (from.y - a.y) * dy) / square, 0.0, 1.0)
                   : 0.0;
  return std::hypot(from.x - a.x - along * dx, from.y - a.y - along * dy);
}

/// A place of the curve, from 0 to 1.
Point on_curve(const MapLink& link, double place) {
  const double rest = 1.0 - place;
  const double first = rest * rest * (rest + 3.0 * place);
  const double last = place * place * (place + 3.0 * rest);
  const double bent = 3.0 * rest * place * link.bend;
  return {first * link.x1 + last * link.x2, first * link.y1 + last * link.y2 + bent};
}

double distance(Point from, const MapLink& link) {
  if (link.bend == 0.0) return distance(from, {link.x1, link.y1}, {link.x2, link.y2});
  constexpr int kPieces = 24;
  double least = std::hypot(from.x - link.x1, from.y - link.y1);
  for (int i = 0; i < kPieces; ++i)
    least = std::min(least, distance(from, on_curve(link, i / double{kPieces}),
                                     on_curve(link, (i + 1) / double{kPieces})));
  return least;
}

const NodeGroup& group_of(const CheckedScenario& scenario, std::size_t group) {
  return scenario.cluster->platform().groups()[group];
}

}  // namespace

std::vector<std::size_t> mapped_groups(const CheckedScenario& scenario) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < scenario.cluster->platform().groups().size(); ++i)
    if (group_of(scenario, i).graph != nullptr) groups.push_back(i);
  return groups;
}

NodeMapView node_map_view(const CheckedScenario& scenario, std::size_t group, double width) {
  const NodeGroup& of = group_of(scenario, group);
  NodeMapView view;
  view.title = of.type.empty() ? of.name : of.name + std::string(kSeparator) + of.type;
  view.width = std::max(width, 4.0 * kMargin);
  if (of.graph != nullptr) Picture(*of.graph, view).draw();
  return view;
}

std::optional<std::size_t> box_at(const NodeMapView& view, double x, double y) {
  for (std::size_t i = 0; i < view.boxes.size(); ++i) {
    const MapBox& box = view.boxes[i];
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> link_at(const NodeMapView& view, double x, double y, double reach) {
  std::optional<std::size_t> nearest;
  double least = reach;
  for (std::size_t i = 0; i < view.links.size(); ++i) {
    const double far = distance({x, y}, view.links[i]);
    if (far > least) continue;
    least = far;
    nearest = i;
  }
  return nearest;
}

HeatView heat_view(const CheckedScenario& scenario, std::size_t group) {
  HeatView view;
  const NodeGroup& of = group_of(scenario, group);
  if (of.graph == nullptr || !crossings(*of.graph, kMostCrossings)) return view;
  const NodeMap map = map_node(of.graph);
  for (const DeviceIndex row : map.rows) view.rows.push_back(map.name(row));
  for (const DeviceIndex column : map.columns) view.columns.push_back(map.name(column));
  for (std::size_t i = 0; i < map.rows.size(); ++i)
    for (std::size_t j = 0; j < map.columns.size(); ++j) {
      const bool is_same = map.rows[i] == map.columns[j];
      view.alone.push_back(is_same ? 0.0 : map.pairs[i][j].alone.value());
      view.together.push_back(is_same ? 0.0 : map.pairs[i][j].when_all_talk.value());
      if (std::isfinite(view.alone.back())) view.most = std::max(view.most, view.alone.back());
    }
  return view;
}

std::string heat_text(const HeatView& view, std::size_t row, std::size_t column) {
  const std::size_t at = view.index(row, column);
  std::string text = fmt::format("{} → {}", view.rows[row], view.columns[column]);
  if (view.rows[row] == view.columns[column]) return text;
  text += fmt::format(": {} GB/s alone", gigabytes_text(BytesPerSecond(view.alone[at])));
  if (view.together[at] > 0.0)
    text +=
        fmt::format(", {} GB/s when all talk", gigabytes_text(BytesPerSecond(view.together[at])));
  return text;
}

}  // namespace gpuscape::gui
