#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "sim/study/imported_node.hpp"

namespace gpuscape {

namespace {

/// Devices of the matrix, by the nearest thing that they have in common.
class Groups {
 public:
  Groups(const TopoMatrix& matrix, PathClass farthest) : group_(matrix.names.size()) {
    std::iota(group_.begin(), group_.end(), 0U);
    for (std::size_t i = 0; i < group_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (are_near(matrix, i, j, farthest)) join(i, j);
  }

  /// The lowest member.
  [[nodiscard]] std::size_t operator[](std::size_t device) const { return group_[device]; }

 private:
  /// NVLink hides what lies between two GPUs; equal CPUs beside both say that it is one socket.
  static bool are_near(const TopoMatrix& matrix, std::size_t i, std::size_t j, PathClass farthest) {
    const PathClass path = matrix.cells[i][j].path;
    if (path != PathClass::nvlink) return path <= farthest;
    return farthest >= PathClass::phb && !matrix.affinity[i].empty() &&
           matrix.affinity[i] == matrix.affinity[j];
  }

  void join(std::size_t a, std::size_t b) {
    const std::size_t from = std::max(group_[a], group_[b]);
    const std::size_t to = std::min(group_[a], group_[b]);
    std::ranges::replace(group_, from, to);
  }

  std::vector<std::size_t> group_;
};

class MatrixNode {
 public:
  explicit MatrixNode(const TopoMatrix& matrix) : matrix_(matrix) {}

  ImportedNode take() {
    const Groups sockets(matrix_, PathClass::node);
    const Groups bridges(matrix_, PathClass::phb);
    const Groups trees(matrix_, PathClass::pxb);
    const Groups switches(matrix_, PathClass::pix);
    for (std::size_t i = 0; i < matrix_.names.size(); ++i) {
      const std::string cpu = one(cpus_, sockets[i], "cpu", DeviceKind::cpu, "");
      const std::string bridge = several(bridges, sockets, sockets[i])
                                     ? one(bridges_, bridges[i], "hb", DeviceKind::host_bridge, cpu)
                                     : cpu;
      const bool nested = several(switches, trees, trees[i]);
      const std::string tree =
          nested ? one(trees_, trees[i], "psw", DeviceKind::pcie_switch, bridge) : bridge;
      const bool shared = nested || members(switches, switches[i]) > 1;
      const std::string above =
          shared ? one(switches_, switches[i], "sw", DeviceKind::pcie_switch, tree) : tree;
      add(matrix_.names[i], i < matrix_.gpus ? DeviceKind::gpu : DeviceKind::nic, above);
      if (i >= matrix_.gpus)
        node_.nics.push_back({.name = matrix_.names[i], .speed = "100 Gbit/s"});
    }
    node_.notes = {
        "A matrix tells neither widths nor speeds: PCIe is taken as x16 of generation 3, "
        "adapters as 100 Gbit/s, NVLink as that of Volta; put in what you know."};
    return std::move(node_);
  }

 private:
  using Named = std::map<std::size_t, std::string>;

  std::size_t members(const Groups& groups, std::size_t group) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < matrix_.names.size(); ++i) count += groups[i] == group ? 1U : 0U;
    return count;
  }

  /// Whether devices of one outer group are in several inner ones.
  bool several(const Groups& inner, const Groups& outer, std::size_t group) const {
    for (std::size_t i = 0; i < matrix_.names.size(); ++i)
      if (outer[i] == group && inner[i] != inner[group]) return true;
    return false;
  }

  /// The device that stands for a group, made when it is first asked for.
  std::string one(Named& named, std::size_t group, const char* stem, DeviceKind kind,
                  const std::string& above) {
    const auto found = named.find(group);
    if (found != named.end()) return found->second;
    const std::string name = fmt::format("{}{}", stem, named.size());
    named[group] = name;
    add(name, kind, above);
    return name;
  }

  void add(const std::string& name, DeviceKind kind, const std::string& above) {
    node_.devices.emplace_back(name, kind);
    if (above.empty()) return;
    const bool inside = kind == DeviceKind::host_bridge;
    node_.links.push_back(
        {.a = above, .b = name, .type = inside ? "" : "pcie-gen3", .lanes = inside ? 0U : 16U});
  }

  const TopoMatrix& matrix_;
  ImportedNode node_;
  Named cpus_;
  Named bridges_;
  Named trees_;
  Named switches_;
};

}  // namespace

ImportedNode node_from_matrix(const TopoMatrix& matrix) {
  ImportedNode node = MatrixNode(matrix).take();
  add_matrix(node, matrix);
  return node;
}

}  // namespace gpuscape
