#include "sim/report/topology/topology_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/report/format/heat_map.hpp"
#include "sim/report/topology/node_drawing.hpp"
#include "sim/report/topology/node_looks.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

constexpr double kLeft = 30.0;
constexpr double kRight = 930.0;
constexpr double kTop = 130.0;
constexpr std::size_t kMostInMap = 16;

class TopologyPicture {
 public:
  /// `most`: what the darkest colour of the heat maps stands for; 0: the most of each.
  TopologyPicture(const NodeMap& map, std::string_view title, double most)
      : map_(map),
        graph_(*map.graph),
        title_(title),
        most_(most),
        drawing_(draw_node(graph_, kLeft, kRight, kTop)) {}

  /// From (0, 0), `kPictureWidth` wide.
  std::string body() {
    const std::string links = pcie_links() + socket_links();
    const std::string arcs = nvlinks();
    const std::string fabric = arcs + nvswitches();
    const std::string node = links + memory() + fabric + boxes() + legend();
    const std::string maps = heat_maps();
    return header() + node + maps;
  }
  /// Of what `body` drew.
  [[nodiscard]] double height() const { return bottom_; }

 private:
  std::string header() const {
    std::string sub = inventory_text(graph_);
    if (drawing_.left_out > 0)
      sub += fmt::format(" · drawn without the {} sockets that follow", drawing_.left_out);
    return fmt::format(
        "<text class=\"title\" x=\"{0}\" y=\"34\">{1}</text>\n<text class=\"sub\" x=\"{0}\" "
        "y=\"54\">{2}</text>\n",
        kLeft, xml_text(title_), xml_text(sub));
  }

  static std::string line(const std::string& path, NodeLinkKind kind, BytesPerSecond capacity) {
    return fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
        "stroke-opacity=\".8\"/>\n",
        path, colour_of(kind), width_of(capacity));
  }

  static std::string label(double x, double y, const std::string& text) {
    const double width = 6.4 * static_cast<double>(text.size()) + 6.0;
    return fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"15\" rx=\"3\" "
        "fill=\"#ffffff\"/>\n"
        "<text class=\"tick\" style=\"font-size:11px\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{}</text>\n",
        x - width / 2.0, y - 11.5, width, x, y, xml_text(text));
  }

  const NodeLink* link_between(DeviceIndex a, DeviceIndex b) const {
    for (const NodeLink& link : graph_.links())
      if (link.from == a && link.to == b && link.kind != NodeLinkKind::nvlink) return &link;
    return nullptr;
  }

  std::string pcie_links() const {
    std::string lines;
    std::string labels;
    for (std::size_t i = 0; i < drawing_.boxes.size(); ++i) {
      const DrawnDevice& box = drawing_.boxes[i];
      const DrawnDevice& above = drawing_.boxes[box.above];
      if (&box == &above) continue;
      const NodeLink* link = link_between(above.devices.front(), box.devices.front());
      if (link == nullptr) continue;
      const double from = above.y + above.height / 2.0;
      const double to = box.y - box.height / 2.0;
      const double middle = (from + to) / 2.0;
      lines += line(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", above.x,
                                from, above.x, middle, box.x, middle, box.x, to),
                    link->kind, link->capacity);
      const bool inside = box.kind == DeviceKind::host_bridge;  // no link that one could measure
      const bool root = above.kind == DeviceKind::cpu || above.kind == DeviceKind::host_bridge;
      if (!inside && (root || drawing_.boxes.size() <= 24))
        labels += label((above.x + 3.0 * box.x) / 4.0, to - 12.0, gigabytes_text(link->capacity));
    }
    return lines + labels;
  }

  std::string socket_links() const {
    std::string svg;
    for (const NodeLink& link : graph_.links()) {
      if (link.kind != NodeLinkKind::inter_socket || link.from > link.to) continue;
      const DrawnDevice* a = drawing_.find(link.from);
      const DrawnDevice* b = drawing_.find(link.to);
      if (a == nullptr || b == nullptr) continue;
      svg += line(
          fmt::format("M{:.1f} {:.1f}H{:.1f}", a->x + a->width / 2.0, a->y, b->x - b->width / 2.0),
          link.kind, link.capacity);
      svg += label((a->x + b->x) / 2.0, a->y - 10.0, gigabytes_text(link.capacity) + " GB/s");
    }
    return svg;
  }

  std::string memory() const {
    std::string svg;
    for (const NodeLink& link : graph_.links()) {
      const DrawnDevice* cpu = drawing_.find(link.from);
      if (link.kind != NodeLinkKind::memory || cpu == nullptr) continue;
      const double y = cpu->y - 44.0;
      svg += line(fmt::format("M{:.1f} {:.1f}V{:.1f}", cpu->x, y + 11.0, cpu->y), link.kind,
                  link.capacity);
      const std::string rate = gigabytes_text(link.capacity);
      svg += rectangle({.left = cpu->x - 58.0, .top = y - 11.0, .width = 116.0, .height = 22.0},
                       look_of(DeviceKind::memory));
      svg += centred(cpu->x, y + 4.0, 11.0,
                     graph_.devices()[link.to].name + (rate == "–" ? "" : " · " + rate + " GB/s"));
    }
    return svg;
  }

  static std::string rectangle(const PanelBox& box, const Look& look) {
    return fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\" fill=\"{}\" "
        "stroke=\"{}\" stroke-width=\"1.3\"/>\n",
        box.left, box.top, box.width, box.height, look.fill, look.edge);
  }

  static std::string centred(double x, double y, double size, const std::string& text) {
    return fmt::format(
        "<text style=\"font-size:{:.1f}px\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{}</text>\n",
        size, x, y, xml_text(text));
  }

  std::string boxes() const {
    std::string svg;
    for (const DrawnDevice& box : drawing_.boxes) {
      svg += rectangle({.left = box.x - box.width / 2.0,
                        .top = box.y - box.height / 2.0,
                        .width = box.width,
                        .height = box.height},
                       look_of(box.kind));
      const double letters = 0.58 * static_cast<double>(box.label.size());
      const double size = std::clamp((box.width - 4.0) / letters, 6.0, 12.5);
      svg += centred(box.x, box.y + size * 0.35, size, box.label);
    }
    return svg;
  }

  /// Arcs below the GPUs, deeper the farther they reach.
  std::string nvlinks() {
    std::string svg;
    deepest_ = drawing_.bottom;
    for (const NodeLink& link : graph_.links()) {
      const DrawnDevice* a = drawing_.find(link.from);
      const DrawnDevice* b = drawing_.find(link.to);
      if (link.kind != NodeLinkKind::nvlink || link.from > link.to || a == nullptr || b == nullptr)
        continue;
      const double from = a->y + a->height / 2.0;
      const double depth = 26.0 + 0.24 * std::abs(b->x - a->x);
      const double aside = std::min(a->width / 3.0, 1.0 + 0.02 * std::abs(b->x - a->x));
      svg += line(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}",
                              a->x + aside, from, a->x + aside, from + depth, b->x - aside,
                              from + depth, b->x - aside, from),
                  link.kind, BytesPerSecond(link.capacity.value() / 3.0));
      deepest_ = std::max(deepest_, from + depth * 0.75);
    }
    return svg;
  }

  std::string nvswitches() {
    std::string svg;
    for (const DeviceIndex nvswitch : graph_.of_kind(DeviceKind::nvswitch)) {
      double first = kRight;
      double last = kLeft;
      const NodeLink* one = nullptr;
      const double y = drawing_.bottom + 52.0;
      for (const NodeLink& link : graph_.links()) {
        const DrawnDevice* gpu = drawing_.find(link.from);
        if (link.to != nvswitch || gpu == nullptr) continue;
        one = &link;
        first = std::min(first, gpu->x);
        last = std::max(last, gpu->x);
        svg += line(fmt::format("M{:.1f} {:.1f}V{:.1f}", gpu->x, gpu->y + gpu->height / 2.0, y),
                    link.kind, BytesPerSecond(link.capacity.value() / 6.0));
      }
      if (one == nullptr) continue;
      svg +=
          rectangle({.left = first - 17.0, .top = y, .width = last - first + 34.0, .height = 28.0},
                    look_of(DeviceKind::nvswitch));
      svg += centred(
          (first + last) / 2.0, y + 18.0, 12.0,
          fmt::format("{} · {} links, {} GB/s from each GPU", graph_.devices()[nvswitch].name,
                      one->lanes, gigabytes_text(one->capacity)));
      deepest_ = std::max(deepest_, y + 28.0);
    }
    return svg;
  }

  std::string legend() {
    struct Entry {
      NodeLinkKind kind;
      const char* text;
    };
    static constexpr std::array<Entry, 5> kEntries{{{NodeLinkKind::pcie, "PCIe"},
                                                    {NodeLinkKind::nvlink, "NVLink"},
                                                    {NodeLinkKind::c2c, "CPU to GPU, coherent"},
                                                    {NodeLinkKind::inter_socket, "between sockets"},
                                                    {NodeLinkKind::memory, "memory"}}};
    const double y = deepest_ + 34.0;
    double x = kLeft;
    std::string svg;
    for (const Entry& entry : kEntries) {
      if (std::ranges::find(graph_.links(), entry.kind, &NodeLink::kind) == graph_.links().end())
        continue;
      svg += line(fmt::format("M{:.1f} {:.1f}h26", x, y), entry.kind, BytesPerSecond(25e9));
      svg += fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 33.0,
                         y + 4.0, entry.text);
      x += 62.0 + 7.0 * static_cast<double>(std::string_view(entry.text).size());
    }
    svg +=
        fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                    kRight, y + 4.0, "numbers are GB/s of payload, each way");
    bottom_ = y + 24.0;
    return svg;
  }

  std::string heat_maps() {
    const std::size_t count = map_.rows.size();
    if (count < 2 || count > kMostInMap) return "";
    std::vector<std::string> names;
    names.reserve(count);
    for (const DeviceIndex row : map_.rows) names.push_back(map_.name(row));
    const auto text = [](double value) { return gigabytes_text(BytesPerSecond(value)); };
    const HeatMap alone{
        .title = "alone, GB/s from row to column",
        .names = names,
        .value = [this](std::size_t i,
                        std::size_t j) { return i == j ? 0.0 : map_.pairs[i][j].alone.value(); },
        .text = text,
        .most = most_};
    HeatMap all = alone;
    all.title = "when every pair talks at once, GB/s";
    all.value = [this](std::size_t i, std::size_t j) {
      return map_.pairs[i][j].when_all_talk.value();
    };
    all.most = std::max(most_, most_alone(map_));
    constexpr double kSize = 430.0;
    const double top = bottom_ + 50.0;
    bottom_ = top + kSize - 20.0;
    return heat_map_svg(alone, {.left = kLeft, .top = top, .width = kSize, .height = kSize}) +
           heat_map_svg(all, {.left = kRight - kSize, .top = top, .width = kSize, .height = kSize});
  }

  const NodeMap& map_;
  const NodeGraph& graph_;
  std::string_view title_;
  double most_;
  NodeDrawing drawing_;
  double deepest_ = 0.0;
  double bottom_ = 0.0;
};

}  // namespace

double most_alone(const NodeMap& map) {
  double most = 0.0;
  for (std::size_t i = 0; i < map.rows.size(); ++i)
    for (std::size_t j = 0; j < map.rows.size(); ++j)
      if (i != j) most = std::max(most, map.pairs[i][j].alone.value());
  return most;
}

NodePicture node_picture(const NodeMap& map, std::string_view title, double most) {
  TopologyPicture picture(map, title, most);
  std::string body = picture.body();
  return {.body = std::move(body), .height = picture.height()};
}

}  // namespace gpuscape
