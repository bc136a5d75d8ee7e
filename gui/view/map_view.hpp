#pragma once
/// The inside of a node as boxes and links, what pairs of its devices attain, and the links of the
/// network that jobs use most, with who is slowed by them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/study/metrics/study_result.hpp"
#include "sim/topology/node_topology.hpp"

namespace gpuscape::gui {

struct MapBox {
  std::string label = {};
  DeviceKind kind = DeviceKind::cpu;
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;  ///< pixels
  std::string text = {};                                    ///< "gpu0: NVIDIA A100", for a tooltip
};

/// A line between two boxes, both directions of a link.
struct MapLink {
  std::uint32_t link = 0;  ///< in the node's graph, away from the sockets
  NodeLinkKind kind = NodeLinkKind::pcie;
  double x1 = 0.0, y1 = 0.0, x2 = 0.0, y2 = 0.0;
  double width = 1.0;
  /// Of a curve with the control points (x1, y1 + bend) and (x2, y2 + bend); 0: a straight line.
  double bend = 0.0;
  std::string text = {};  ///< "gpu0 → sw0: 25 GB/s"
};

struct NodeMapView {
  std::string title = {};  ///< the group and its type: "gpu · dgx-a100"
  double width = 0.0, height = 0.0;
  std::vector<MapBox> boxes = {};
  std::vector<MapLink> links = {};
  std::size_t left_out = 0;  ///< sockets that there is no room for
};

/// The node groups of which a map is known, by index among those of the cluster.
std::vector<std::size_t> mapped_groups(const CheckedScenario& scenario);
NodeMapView node_map_view(const CheckedScenario& scenario, std::size_t group, double width);
std::optional<std::size_t> box_at(const NodeMapView& view, double x, double y);
/// The nearest link within `reach` pixels.
std::optional<std::size_t> link_at(const NodeMapView& view, double x, double y, double reach = 5.0);

/// What each device copies to each other: rows are GPUs, or adapters and memory where there are
/// none.
struct HeatView {
  std::vector<std::string> rows, columns;
  std::vector<double> alone = {};     ///< bytes a second, row by row; 0: the device itself
  std::vector<double> together = {};  ///< when all pairs of rows copy at once; 0: not known
  double most = 0.0;                  ///< of both: the darkest colour
  [[nodiscard]] std::size_t index(std::size_t row, std::size_t column) const {
    return row * columns.size() + column;
  }
};
HeatView heat_view(const CheckedScenario& scenario, std::size_t group);
/// "gpu0 → gpu3: 25 GB/s alone, 12.5 GB/s when all talk".
std::string heat_text(const HeatView& view, std::size_t row, std::size_t column);

/// A link of the network between nodes.
struct UsedLink {
  std::string name = {};  ///< "leaf 0 → spine 1"
  LinkTier tier = LinkTier::host;
  double mean = 0.0;         ///< used share of its capacity
  double nearly_full = 0.0;  ///< share of the time with more than 90 % used
  GpuSeconds gpus_lost{0.0};
  double lost_share = 0.0;  ///< of all that jobs lost to the network
  std::string text = {};
};
struct NetworkUse {
  std::string summary = {};          ///< as `gpuscape run` says it: slowdowns, bottleneck
  std::vector<UsedLink> links = {};  ///< the ten busiest and the ten costliest, the costliest first
};
/// None where no job exchanges data.
std::optional<NetworkUse> network_use(const StudyResult& result);

/// Jobs that a link cost more time than any other did, those that lost most GPU time first.
struct LinkUser {
  std::uint32_t job = 0;
  double slowdown = 1.0;
  GpuSeconds gpus_lost{0.0};  ///< in all, by whatever link
  std::string text = {};      ///< "job 8123 · ann · 16 GPUs · 1.31 times as long"
};
std::vector<LinkUser> users_of_link(const RunResult& run, const std::string& link,
                                    std::size_t most = 20);

}  // namespace gpuscape::gui
