#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "sim/topology/import/imported_node.hpp"

namespace gpuscape {

namespace {

/// Devices of the matrix, by the nearest thing that they have in common.
class Groups {
 public:
  Groups(const TopoMatrix& matrix, PathClass farthest)
      : matrix_(matrix), group_(matrix.names.size()) {
    std::iota(group_.begin(), group_.end(), 0U);
    for (std::size_t i = 0; i < group_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (is_said(i, j) && matrix.cells[i][j].path <= farthest) join(i, j);
    if (farthest >= PathClass::phb) join_hidden();
  }

  /// The lowest member.
  [[nodiscard]] std::size_t operator[](std::size_t device) const { return group_[device]; }

 private:
  bool is_said(std::size_t i, std::size_t j) const {
    return matrix_.cells[i][j].path != PathClass::nvlink;
  }

  /// NVLink hides what lies between two GPUs. Equal CPUs beside both put them together, unless a
  /// device of one group is said to be farther from one of the other.
  void join_hidden() {
    std::set<std::pair<std::size_t, std::size_t>> apart;
    for (std::size_t i = 0; i < matrix_.gpus; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::pair<std::size_t, std::size_t> both = std::minmax(group_[i], group_[j]);
        const bool beside =
            !matrix_.affinity[i].empty() && matrix_.affinity[i] == matrix_.affinity[j];
        if (!beside || is_said(i, j) || both.first == both.second || apart.contains(both)) continue;
        if (are_apart(both.first, both.second)) {
          apart.insert(both);
        } else {
          join(i, j);
        }
      }
    }
  }

  /// What is said between two groups is farther than these groups reach, or they were one.
  bool are_apart(std::size_t a, std::size_t b) const {
    for (std::size_t i = 0; i < group_.size(); ++i)
      for (std::size_t j = 0; j < group_.size() && group_[i] == a; ++j)
        if (group_[j] == b && is_said(i, j)) return true;
    return false;
  }

  void join(std::size_t a, std::size_t b) {
    const std::size_t from = std::max(group_[a], group_[b]);
    const std::size_t to = std::min(group_[a], group_[b]);
    std::ranges::replace(group_, from, to);
  }

  const TopoMatrix& matrix_;
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
        node_.nics.push_back({.name = matrix_.names[i], .speed = "100 Gbit/s", .assumed = true});
    }
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
    node_.links.push_back({.a = above,
                           .b = name,
                           .type = inside ? "" : "pcie-gen3",
                           .lanes = inside ? 0U : 16U,
                           .assumed = !inside});
  }

  const TopoMatrix& matrix_;
  ImportedNode node_;
  Named cpus_;
  Named bridges_;
  Named trees_;
  Named switches_;
};

std::string note_on(const ImportedNode& node) {
  if (!node.gpu)
    return "A matrix tells neither widths nor speeds: PCIe is taken as x16 of generation 3, "
           "adapters as 100 Gbit/s, NVLink as that of Volta; --gpu takes the GPU's, and put in "
           "what "
           "you know.";
  return fmt::format(
      "A matrix tells neither widths nor speeds: PCIe is taken as x16 of generation {}, the GPU's, "
      "and adapters as {}; put in what you know.",
      node.gpu->pcie_generation, node.nics.empty() ? "none" : node.nics.front().speed);
}

/// Where a GPU's memory is a NUMA node of the CPU, what joins the two is coherent and no PCIe.
void join_coherently(ImportedNode& node) {
  const std::vector<std::string> gpus = node.names(DeviceKind::gpu);
  for (ImportedNode::Link& link : node.links)
    if (std::ranges::find(gpus, link.b) != gpus.end()) link.bandwidth = "450 GB/s";
  node.notes.emplace_back(
      "GPU NUMA ID is a number: the GPUs' memory is a NUMA node of the CPU, and no PCIe leads to "
      "it. "
      "450 GB/s a direction are taken, NVLink-C2C by GH200's data sheet; where it is NVLink to a "
      "POWER9, put in 75 GB/s.");
}

/// Pairs of which the columns behind the devices say otherwise than their class.
std::string contradictions(const TopoMatrix& matrix) {
  const auto is_known = [](const std::string& numa) {
    return !numa.empty() && numa.find_first_not_of("0123456789") == std::string::npos;
  };
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < matrix.gpus; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_known(matrix.numa[i]) || !is_known(matrix.numa[j])) continue;
      const PathClass path = matrix.cells[i][j].path;
      if (path == PathClass::nvlink) continue;
      if ((path == PathClass::sys) != (matrix.numa[i] == matrix.numa[j])) continue;
      pairs.push_back(
          fmt::format("{} and {} ({})", matrix.names[j], matrix.names[i], path_class_name(path)));
    }
  constexpr std::size_t kMostNamed = 6;
  if (pairs.empty()) return "";
  const std::size_t more = pairs.size() - std::min(pairs.size(), kMostNamed);
  pairs.resize(pairs.size() - more);
  return fmt::format("The NUMA Affinity column contradicts the classes of {}{}: classes are taken.",
                     fmt::join(pairs, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

ImportedNode node_from_matrix(const TopoMatrix& matrix, const std::optional<ImportedGpu>& gpu) {
  ImportedNode node = MatrixNode(matrix).take();
  if (gpu) name_gpu(node, *gpu);
  complete_from_itself(node, matrix);
  if (matrix.own_numa) join_coherently(node);
  if (std::string text = contradictions(matrix); !text.empty()) node.notes.push_back(text);
  node.notes.push_back(note_on(node));
  if (node.names(DeviceKind::cpu).size() > 2)
    node.notes.emplace_back(
        "What the matrix has as SYS is taken as another socket; where firmware divides sockets "
        "into NUMA nodes there are fewer.");
  return node;
}

}  // namespace gpuscape
