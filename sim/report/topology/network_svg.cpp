#include "sim/report/topology/network_svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/topology/node_looks.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

constexpr double kMapLeft = 30.0;
constexpr double kMapRight = 930.0;
constexpr double kMapTop = 90.0;
constexpr double kBox = 30.0;        ///< height of a row of boxes
constexpr double kBetween = 84.0;    ///< from one row to the next
constexpr double kLine = 20.0;       ///< from one line of text to the next
constexpr std::int64_t kDrawn = 12;  ///< boxes of a row; more are counted

/// One row of the drawing: nodes, or the switches of a tier.
struct Row {
  std::string name;   ///< "node", "leaf"
  std::string label;  ///< "32 leaf switches (nvidia-qm9700)"
  std::int64_t count = 0;
  DeviceKind look = DeviceKind::nic;
  double y = 0.0;  ///< of its upper edge
};

std::string words_at(double x, double y, std::string_view style, const std::string& text,
                     std::string_view anchor = "start") {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                     style, x, y, anchor, xml_text(text));
}

std::string switches_text(const NetworkParts::Switches& switches) {
  return fmt::format("{}{}{}{}", human_count(switches.count),
                     switches.tier.empty() || switches.tier == "switch" ? "" : " " + switches.tier,
                     switches.count == 1 ? " switch" : " switches",
                     switches.model.empty() ? "" : " (" + switches.model + ")");
}

class NetworkPicture {
 public:
  explicit NetworkPicture(const NetworkTopologyMap& map) : map_(map) { lay_out(); }

  std::string body() {
    std::string svg = header() + cables();
    for (const Row& row : rows_) svg += boxes(row);
    return svg + table();
  }
  /// Of what `body` drew.
  [[nodiscard]] double height() const { return bottom_; }

 private:
  /// The highest tier first; nodes, or whatever else cables come from, last.
  void lay_out() {
    const auto& switches = map_.parts.switches;
    for (auto tier = switches.rbegin(); tier != switches.rend(); ++tier)
      rows_.push_back({.name = tier->tier,
                       .label = switches_text(*tier),
                       .count = tier->count,
                       .look = DeviceKind::pcie_switch});
    rows_.push_back(
        {.name = "node",
         .label =
             quantity(map_.nodes, "node") +
             (map_.groups.size() > 1 ? fmt::format(" of {}", fmt::join(map_.groups, ", ")) : ""),
         .count = map_.nodes,
         .look = DeviceKind::gpu});
    double y = kMapTop;
    for (Row& row : rows_) {
      row.y = y;
      y += kBetween;
    }
    bottom_ = rows_.back().y + kBox;
  }

  std::string header() const {
    std::string sub = fmt::format("joins {} · {}", quantity(map_.nodes, "node"),
                                  quantity(map_.parts.adapters, "adapter"));
    if (!map_.routing.path.empty()) sub += " · routing: " + routing_text(map_.routing);
    return words_at(kMapLeft, 34.0, "title", "network " + map_.name) +
           words_at(kMapLeft, 54.0, "sub", sub);
  }

  /// The row of a cable's end. An end that is not a switch is in the row below all tiers.
  const Row& row_of(std::string_view name) const {
    const auto found = std::ranges::find(rows_, name, &Row::name);
    return found == rows_.end() ? rows_.back() : *found;
  }

  /// A band between two rows for each kind of cable, with what it is; several beside each other.
  std::string cables() const {
    constexpr std::string_view kAnd = " and ";
    std::string svg;
    std::vector<const Row*> labelled;
    for (const NetworkParts::Cables& cable : map_.parts.cables) {
      const std::size_t at = cable.between.find(kAnd);
      if (at == std::string::npos) continue;
      const Row& below = row_of(std::string_view(cable.between).substr(0, at));
      const Row& above = row_of(std::string_view(cable.between).substr(at + kAnd.size()));
      const auto before = std::ranges::count(labelled, &below);
      labelled.push_back(&below);
      const double y = above.y + kBox + 24.0 + 18.0 * static_cast<double>(before);
      svg += fmt::format(
          "<path d=\"M{0:.1f} {2:.1f}H{1:.1f}V{3:.1f}H{0:.1f}Z\" fill=\"{4}\" "
          "fill-opacity=\".12\"/>\n",
          kMapLeft, kMapRight, above.y + kBox, below.y, colour_of(NodeLinkKind::pcie));
      svg += words_at(
          (kMapLeft + kMapRight) / 2.0, y, "key",
          fmt::format("{} {} {} of {} between {}", human_count(cable.count),
                      cable.optical ? "optical" : "copper", cable.count == 1 ? "cable" : "cables",
                      human_text(cable.speed), cable.between),
          "middle");
    }
    return svg;
  }

  static std::string boxes(const Row& row) {
    const Look look = look_of(row.look);
    const std::int64_t drawn = std::clamp<std::int64_t>(row.count, 1, kDrawn);
    const double step = (kMapRight - kMapLeft) / static_cast<double>(drawn);
    std::string svg;
    for (std::int64_t i = 0; i < drawn; ++i)
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"5\" fill=\"{}\" "
          "stroke=\"{}\" stroke-width=\"1.3\"/>\n",
          kMapLeft + step * static_cast<double>(i) + 3.0, row.y, step - 6.0, kBox, look.fill,
          look.edge);
    const std::string label =
        row.count > drawn ? fmt::format("{}, {} of them drawn", row.label, drawn) : row.label;
    const double width = 7.4 * static_cast<double>(display_width(label)) + 14.0;
    const double middle = (kMapLeft + kMapRight) / 2.0;
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" rx=\"4\" "
        "fill=\"#ffffff\"/>\n",
        middle - width / 2.0, row.y + 5.0, width);
    return svg + words_at(middle, row.y + 20.0, "head", label, "middle");
  }

  std::string line(const std::vector<std::string>& cells, std::string_view style) {
    constexpr double kColumns[] = {kMapLeft, 300.0, 400.0, 540.0, 720.0};
    bottom_ += kLine;
    std::string svg;
    for (std::size_t i = 0; i < cells.size(); ++i)
      svg += words_at(kColumns[i], bottom_, style, cells[i]);
    return svg;
  }

  /// What the terminal shows of pairs of nodes.
  std::string table() {
    bottom_ += 16.0;
    if (map_.classes.empty())
      return line({"the devices inside its nodes are not known: no map of pairs"}, "key") + end();
    std::string svg = line(
        {"from end to end", "us", "alone, GB/s", "each when all talk", "pairs of nodes"}, "head");
    for (const HopClass& hop : map_.classes)
      svg += line(
          {hop.path ? fmt::format("{} ({})", hop.name, path_class_name(*hop.path)) : hop.name,
           microseconds_text(hop.latency), gigabytes_text(hop.alone),
           gigabytes_text(hop.all_talk.least),
           hop.path || hop.pairs == 0 ? "" : human_count(static_cast<std::int64_t>(hop.pairs))},
          "key");
    svg += line({"injection of a node", "", gigabytes_text(map_.injection)}, "key");
    if (map_.bisection.injection > BytesPerSecond(0.0))
      svg += line({"bisection by halves", "", gigabytes_text(map_.bisection.bandwidth),
                   fmt::format("{:.0f} % of what a half's adapters send",
                               100.0 * (map_.bisection.bandwidth / map_.bisection.injection))},
                  "key");
    return svg + end();
  }

  std::string end() {
    bottom_ += 24.0;
    return "";
  }

  const NetworkTopologyMap& map_;
  std::vector<Row> rows_;
  double bottom_ = 0.0;
};

}  // namespace

NodePicture network_picture(const NetworkTopologyMap& map) {
  NetworkPicture picture(map);
  std::string body = picture.body();
  return {.body = std::move(body), .height = picture.height()};
}

}  // namespace gpuscape
