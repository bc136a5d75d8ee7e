#include "gui/view/gantt/gantt_away.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace gpuscape::gui {

namespace {

/// The row's nodes that are away, pixel by pixel, become stretches of equal shares.
void add_row(std::uint32_t row, const std::vector<double>& nodes, GanttView& view) {
  const double all = view.rows[row].nodes;
  double before = 0.0;
  for (std::size_t x = 0; x < nodes.size(); ++x) {
    const auto at = static_cast<float>(x);
    if (nodes[x] > 0.0 && nodes[x] == before)
      view.away.back().right = at + 1.0F;
    else if (nodes[x] > 0.0)
      view.away.push_back({.row = row,
                           .left = at,
                           .right = at + 1.0F,
                           .share = static_cast<float>(std::min(1.0, nodes[x] / all))});
    before = nodes[x];
  }
}

}  // namespace

void add_away(const RunResult& run, GanttView& view) {
  if (run.nodes_away.empty()) return;
  const auto width = static_cast<std::size_t>(view.frame.width);
  const TimeWindow& window = view.frame.window;
  const auto pixel_of = [&](Seconds date) {
    return std::clamp((date - window.from) / window.length(), 0.0, 1.0) *
           static_cast<double>(width);
  };
  std::vector<double> nodes;
  for (std::uint32_t row = 0; row < view.rows.size(); ++row) {
    const GanttRow& of = view.rows[row];
    nodes.assign(width, 0.0);
    auto away = std::ranges::lower_bound(run.nodes_away, of.first_node, {}, &NodeAway::node);
    for (; away != run.nodes_away.end() && away->node < of.first_node + of.nodes; ++away) {
      if (!(away->begin < window.until) || !(window.from < away->end)) continue;
      const auto first = static_cast<std::size_t>(pixel_of(away->begin));
      const auto last = static_cast<std::size_t>(pixel_of(away->end));
      for (std::size_t x = first; x < std::min(width, std::max(last, first + 1)); ++x)
        nodes[x] += 1.0;
    }
    add_row(row, nodes, view);
  }
}

}  // namespace gpuscape::gui
