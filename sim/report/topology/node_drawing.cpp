#include "sim/report/topology/node_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gpuscape {

namespace {

constexpr double kRow = 86.0;
constexpr std::size_t kRoomForNics =
    20;  // boxes in the lowest row, beyond which adapters share one
constexpr std::size_t kMostGpus = 16;

bool hangs(NodeLinkKind kind) { return kind == NodeLinkKind::pcie || kind == NodeLinkKind::c2c; }

bool is_branch(DeviceKind kind) {
  return kind == DeviceKind::cpu || kind == DeviceKind::pcie_switch ||
         kind == DeviceKind::host_bridge;
}

class Layout {
 public:
  Layout(const NodeGraph& graph, NodeDrawing& drawing) : graph_(graph), drawing_(drawing) {}

  void run(double left, double right, double top) {
    std::size_t gpus = 0;
    for (const DeviceIndex cpu : graph_.of_kind(DeviceKind::cpu)) {
      if (gpus >= kMostGpus / 2 && graph_.of_kind(DeviceKind::gpu).size() > kMostGpus) {
        ++drawing_.left_out;
        continue;
      }
      add(cpu, drawing_.boxes.size(), 0);
      gpus = static_cast<std::size_t>(
          std::ranges::count(drawing_.boxes, DeviceKind::gpu, &DrawnDevice::kind));
    }
    const std::size_t leaves = leaf_count();
    const double slot = (right - left) / static_cast<double>(std::max<std::size_t>(leaves, 1));
    place(left, slot, top);
  }

 private:
  void add(DeviceIndex device, std::size_t above, std::size_t depth) {
    const std::size_t index = drawing_.boxes.size();
    seen_.insert(device);
    const DeviceKind kind = graph_.devices()[device].kind;
    drawing_.boxes.push_back({.devices = {device},
                              .kind = kind,
                              .label = graph_.devices()[device].name,
                              .above = above});
    depths_.push_back(depth);
    deepest_ = std::max(deepest_, depth);
    if (!is_branch(kind)) return;
    for (const NodeLink& link : graph_.links()) {
      if (link.from != device || !hangs(link.kind) || seen_.contains(link.to)) continue;
      if (graph_.devices()[link.to].kind == DeviceKind::cpu) continue;
      if (!join_sibling(link.to, index)) add(link.to, index, depth + 1);
    }
  }

  /// Drives, and adapters where there are many, share the box of a like one beside them.
  bool join_sibling(DeviceIndex device, std::size_t above) {
    const DeviceKind kind = graph_.devices()[device].kind;
    const bool drive = kind == DeviceKind::nvme || kind == DeviceKind::storage_controller;
    const bool adapter = kind == DeviceKind::nic && ends() > kRoomForNics;
    if (!drive && !adapter) return false;
    for (std::size_t i = above + 1; i < drawing_.boxes.size(); ++i) {
      DrawnDevice& box = drawing_.boxes[i];
      if (box.above != above || box.kind != kind) continue;
      box.devices.push_back(device);
      box.label = fmt::format("{} {}", box.devices.size(), drive ? "drives" : "adapters");
      seen_.insert(device);
      return true;
    }
    return false;
  }

  std::size_t ends() const {
    return graph_.of_kind(DeviceKind::gpu).size() + graph_.of_kind(DeviceKind::nic).size();
  }

  bool has_children(std::size_t box) const {
    return std::ranges::any_of(drawing_.boxes, [&](const DrawnDevice& other) {
      return other.above == box && &other != &drawing_.boxes[box];
    });
  }
  std::size_t leaf_count() const {
    std::size_t leaves = 0;
    for (std::size_t i = 0; i < drawing_.boxes.size(); ++i) leaves += has_children(i) ? 0U : 1U;
    return leaves;
  }

  /// Boxes stand in the order of a walk, what hangs from one right behind it.
  std::size_t leaves_below(std::size_t box) const {
    std::size_t leaves = 0;
    for (std::size_t i = box; i < drawing_.boxes.size(); ++i) {
      if (i > box && depths_[i] <= depths_[box]) break;
      leaves += has_children(i) ? 0U : 1U;
    }
    return leaves;
  }

  /// Leaves in their order from left to right; what they hang from above the middle of them.
  void place(double left, double slot, double top) {
    double x = left + slot / 2.0;
    for (std::size_t i = 0; i < drawing_.boxes.size(); ++i) {
      if (has_children(i)) continue;
      drawing_.boxes[i].x = x;
      x += slot;
    }
    for (std::size_t i = drawing_.boxes.size(); i-- > 0;) {
      DrawnDevice& box = drawing_.boxes[i];
      const bool branch = has_children(i);
      if (branch) centre(i);
      const std::size_t row = box.kind == DeviceKind::gpu ? deepest_ : depths_[i];
      box.y = top + kRow * static_cast<double>(row);
      box.height = box.kind == DeviceKind::cpu || box.kind == DeviceKind::gpu ? 36.0 : 28.0;
      const double widest = box.kind == DeviceKind::cpu ? 96.0 : 72.0;
      box.width = std::min(widest, slot * static_cast<double>(leaves_below(i)) - 6.0);
      drawing_.bottom = std::max(drawing_.bottom, box.y + box.height / 2.0);
    }
  }

  void centre(std::size_t box) {
    double first = 1e9;
    double last = 0.0;
    for (std::size_t i = box + 1; i < drawing_.boxes.size(); ++i) {
      if (drawing_.boxes[i].above != box) continue;
      first = std::min(first, drawing_.boxes[i].x);
      last = std::max(last, drawing_.boxes[i].x);
    }
    drawing_.boxes[box].x = (first + last) / 2.0;
  }

  const NodeGraph& graph_;
  NodeDrawing& drawing_;
  std::set<DeviceIndex> seen_;
  std::vector<std::size_t> depths_;
  std::size_t deepest_ = 0;
};

}  // namespace

const DrawnDevice* NodeDrawing::find(DeviceIndex device) const {
  for (const DrawnDevice& box : boxes)
    if (std::ranges::find(box.devices, device) != box.devices.end()) return &box;
  return nullptr;
}

NodeDrawing draw_node(const NodeGraph& graph, double left, double right, double top) {
  NodeDrawing drawing;
  Layout(graph, drawing).run(left, right, top);
  return drawing;
}

}  // namespace gpuscape
