#include "sim/topology/import/imported_node.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

JsonValue text(std::string value) { return JsonValue::make_text(std::move(value)); }

JsonValue between(const ImportedNode::Link& link) {
  JsonValue ends = JsonValue::make_array();
  ends.items() = {text(link.a), text(link.b)};
  JsonValue item = JsonValue::make_object();
  item.set("between", std::move(ends));
  return item;
}

JsonValue links_json(const ImportedNode& node) {
  JsonValue links = JsonValue::make_array();
  for (const ImportedNode::Link& link : node.links) {
    JsonValue item = between(link);
    if (link.type.empty() || !link.bandwidth.empty()) {
      item.set("bandwidth", text(link.bandwidth.empty() ? "200 GB/s" : link.bandwidth));
    } else {
      item.set("type", text(link.type));
      item.set("lanes", JsonValue::make_integer(link.lanes));
    }
    links.items().push_back(std::move(item));
  }
  return links;
}

JsonValue fabric_json(const ImportedNode& node) {
  JsonValue fabric = JsonValue::make_object();
  const bool switched = node.switched_links > 0;
  fabric.set("kind", text(switched ? "nvswitch" : "point_to_point"));
  fabric.set("type", text(node.nvlink_type));
  if (node.gpu && !node.gpu->nvlink_rate.empty())
    fabric.set("bandwidth_per_link", text(node.gpu->nvlink_rate));
  if (switched) {
    // What it adds up by itself, and how long it takes, is the chip's.
    if (node.gpu && !node.gpu->nvswitch.empty()) fabric.set("switch", text(node.gpu->nvswitch));
    fabric.set("links_per_gpu", JsonValue::make_integer(node.switched_links));
    JsonValue gpus = JsonValue::make_array();
    for (const std::string& name : node.switched) gpus.items().push_back(text(name));
    if (!node.switched.empty()) fabric.set("gpus", std::move(gpus));
    return fabric;
  }
  JsonValue links = JsonValue::make_array();
  for (const ImportedNode::Link& link : node.nvlinks) {
    links.items().push_back(between(link));
    links.items().back().set("count", JsonValue::make_integer(link.lanes));
  }
  fabric.set("links", std::move(links));
  return fabric;
}

JsonValue cpu_json(const ImportedNode& node) {
  const std::size_t sockets = node.names(DeviceKind::cpu).size();
  JsonValue cpu = JsonValue::make_object();
  cpu.set("sockets", JsonValue::make_integer(static_cast<std::int64_t>(sockets)));
  if (!node.cpu_model.empty()) cpu.set("model", text(node.cpu_model));
  if (node.cores_per_socket > 0)
    cpu.set("cores_per_socket", JsonValue::make_integer(node.cores_per_socket));
  if (sockets < 2) return cpu;
  JsonValue inter_socket = JsonValue::make_object();
  inter_socket.set("type", text("upi"));
  inter_socket.set("links", JsonValue::make_integer(2));
  cpu.set("inter_socket", std::move(inter_socket));
  return cpu;
}

JsonValue nics_json(const ImportedNode& node) {
  JsonValue nics = JsonValue::make_object();
  for (const ImportedNode::Nic& nic : node.nics) {
    JsonValue item = JsonValue::make_object();
    item.set("speed", text(nic.speed));
    item.set("role", text("all"));
    nics.set(nic.name, std::move(item));
  }
  return nics;
}

std::string class_text(const TopoMatrix::Cell& cell) {
  return cell.nvlinks > 0 ? fmt::format("NV{}", cell.nvlinks)
                          : std::string(path_class_name(cell.path));
}

constexpr const char* kOneMachine = "the matrix and the other file must be of one machine";

Issue issue_at(const TopoMatrix& matrix, std::size_t row, std::string message, std::string hint) {
  return {.file = matrix.file,
          .line = row < matrix.lines.size() ? matrix.lines[row] : 1,
          .column = 1,
          .pointer = "",
          .message = std::move(message),
          .hint = std::move(hint)};
}

/// Where firmware divides a socket into several NUMA nodes, what is between those is SYS too.
bool agree(PathClass said, PathClass ours, bool divided_sockets) {
  const bool within_socket = ours == PathClass::phb || ours == PathClass::node;
  return said == ours || (divided_sockets && said == PathClass::sys && within_socket);
}

/// Refuses a matrix of which the graph has some pairs otherwise; `why` says what the graph is from.
void check_classes(const ImportedNode& node, const TopoMatrix& matrix, std::string_view why,
                   const std::string& hint) {
  std::vector<Issue> issues;
  const NodeGraph graph = graph_of(node);
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const TopoMatrix::Cell& cell = matrix.cells[i][j];
      const auto from = graph.find(matrix.names[i]);
      const auto to = graph.find(matrix.names[j]);
      if (!from || !to) continue;
      const PathClass ours = graph.path_class(*from, *to);
      if (agree(cell.path, ours, node.divided_sockets)) continue;
      issues.push_back(
          issue_at(matrix, i,
                   fmt::format("{} to {} is {} here, and {} by {}", matrix.names[i],
                               matrix.names[j], class_text(cell), path_class_name(ours), why),
                   hint));
    }
  }
  if (!issues.empty()) throw ScenarioError(issues);
}

constexpr std::uint32_t kMostLinksOfAnyGpu = 18;

/// GPUs that NVSwitches join: all of them that have NVLink at all, every pair alike, by more links
/// than a GPU has. Others may be off the switches. None where it is not so.
std::vector<std::size_t> switched_gpus(const TopoMatrix& matrix,
                                       const std::optional<ImportedGpu>& gpu) {
  const std::uint32_t most = gpu && gpu->nvlinks > 0 ? gpu->nvlinks : kMostLinksOfAnyGpu;
  std::vector<std::size_t> linked;
  for (std::size_t i = 0; i < matrix.gpus; ++i)
    for (std::size_t j = 0; j < matrix.gpus; ++j)
      if (matrix.cells[i][j].nvlinks > 0 && (linked.empty() || linked.back() != i))
        linked.push_back(i);
  if (linked.size() < 2) return {};
  const std::uint32_t first = matrix.cells[linked[1]][linked[0]].nvlinks;
  for (const std::size_t i : linked)
    for (const std::size_t j : linked)
      if (i != j && matrix.cells[i][j].nvlinks != first) return {};
  return first * (linked.size() - 1) > most ? linked : std::vector<std::size_t>();
}

/// A GPU has as many links as the catalogue says, or fewer; of a GPU that is not named, as many as
/// any has. The first that has more says it all.
void check_nvlinks(const ImportedNode& node, const TopoMatrix& matrix) {
  for (std::size_t i = 0; i < matrix.gpus; ++i) {
    std::uint32_t links = node.switched_links;
    for (std::size_t j = 0; j < matrix.gpus && node.switched_links == 0; ++j)
      links += matrix.cells[i][j].nvlinks;
    const std::uint32_t most = node.gpu ? node.gpu->nvlinks : kMostLinksOfAnyGpu;
    if (links <= most) continue;
    const std::string has =
        fmt::format("{} has {} NVLink{} here", matrix.names[i], links, links == 1 ? "" : "s");
    if (!node.gpu)
      throw ScenarioError(
          {issue_at(matrix, i, fmt::format("{}, and no GPU has more than {}", has, most),
                    "GPUs on NVSwitches see each other by equally many links")});
    throw ScenarioError(
        {issue_at(matrix, i,
                  fmt::format("{}, and the catalogue's {} has {}", has, node.gpu->id,
                              most == 0 ? "none" : fmt::format("{}", most)),
                  "is --gpu another model? `gpuscape catalog gpus` lists them")});
  }
}

void add_nvlinks(ImportedNode& node, const TopoMatrix& matrix) {
  const std::vector<std::size_t> switched = switched_gpus(matrix, node.gpu);
  node.nvlinks.clear();  // another file may have told some: the matrix tells all
  if (!switched.empty()) {
    node.switched_links = matrix.cells[switched[1]][switched[0]].nvlinks;
    for (const std::size_t i : switched)
      if (switched.size() < matrix.gpus) node.switched.push_back(matrix.names[i]);
  } else {
    for (std::size_t i = 0; i < matrix.gpus; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (const std::uint32_t count = matrix.cells[i][j].nvlinks; count > 0)
          node.nvlinks.push_back({.a = matrix.names[j],
                                  .b = matrix.names[i],
                                  .type = node.nvlink_type,
                                  .lanes = count});
  }
  check_nvlinks(node, matrix);
}

void check_devices(const ImportedNode& node, const TopoMatrix& matrix) {
  const std::vector<std::string> gpus = node.names(DeviceKind::gpu);
  if (gpus.size() != matrix.gpus)
    throw ScenarioError({issue_at(
        matrix, 0,
        fmt::format("the matrix has {} GPUs, and the machine has {}", matrix.gpus, gpus.size()),
        kOneMachine)});
  std::vector<Issue> issues;
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    const auto same = [&](const auto& device) { return device.first == matrix.names[i]; };
    if (!std::ranges::any_of(node.devices, same))
      issues.push_back(issue_at(matrix, i,
                                fmt::format("the machine has no \"{}\"", excerpt(matrix.names[i])),
                                kOneMachine));
  }
  if (!issues.empty()) throw ScenarioError(issues);
}

}  // namespace

std::vector<std::string> ImportedNode::names(DeviceKind kind) const {
  std::vector<std::string> result;
  for (const auto& [name, its_kind] : devices)
    if (its_kind == kind) result.push_back(name);
  return result;
}

NodeGraph graph_of(const ImportedNode& node) {
  std::vector<Device> devices;
  devices.reserve(node.devices.size() + 1);
  for (const auto& [name, kind] : node.devices) devices.push_back({.name = name, .kind = kind});
  std::vector<NodeLink> links;
  const auto index = [&](const std::string& name) {
    const auto found = std::ranges::find(devices, name, &Device::name);
    return static_cast<DeviceIndex>(found - devices.begin());
  };
  const auto join = [&](const std::string& a, const std::string& b, NodeLinkKind kind,
                        std::uint32_t lanes) {
    links.push_back({.from = index(a), .to = index(b), .kind = kind, .lanes = lanes});
    links.push_back({.from = index(b), .to = index(a), .kind = kind, .lanes = lanes});
  };
  for (const auto& link : node.links) join(link.a, link.b, NodeLinkKind::pcie, link.lanes);
  for (const auto& link : node.nvlinks) join(link.a, link.b, NodeLinkKind::nvlink, link.lanes);
  const std::vector<std::string> cpus = node.names(DeviceKind::cpu);
  for (std::size_t a = 0; a < cpus.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) join(cpus[a], cpus[b], NodeLinkKind::inter_socket, 0);
  if (node.switched_links > 0) {
    devices.push_back({.name = "nvswitch", .kind = DeviceKind::nvswitch});
    for (const std::string& gpu :
         node.switched.empty() ? node.names(DeviceKind::gpu) : node.switched)
      join(gpu, "nvswitch", NodeLinkKind::nvlink, node.switched_links);
  }
  return {std::move(devices), std::move(links)};
}

void add_matrix(ImportedNode& node, const TopoMatrix& matrix) {
  check_devices(node, matrix);
  add_nvlinks(node, matrix);
  check_classes(node, matrix, "where they are plugged in", kOneMachine);
}

void complete_from_itself(ImportedNode& node, const TopoMatrix& matrix) {
  add_nvlinks(node, matrix);
  check_classes(node, matrix, "what else the matrix says of the two",
                "two devices near the same third one are near each other: no machine has both");
}

JsonValue imported_catalog(const ImportedNode& node, const std::string& id,
                           const std::string& source) {
  JsonValue entry = JsonValue::make_object();
  entry.set("about", text(fmt::format("imported from {}", source)));
  entry.set("cpu", cpu_json(node));
  if (node.memory_bytes > 0.0)
    entry.set("memory", text(fmt::format(
                            "{} MiB", static_cast<std::int64_t>(node.memory_bytes / 1048576.0))));
  JsonValue gpu = JsonValue::make_object();
  if (node.gpu) gpu.set("model", text(node.gpu->id));
  gpu.set("count", JsonValue::make_integer(std::ssize(node.names(DeviceKind::gpu))));
  entry.set("gpu", std::move(gpu));
  JsonValue devices = JsonValue::make_object();
  for (const auto& [name, kind] : node.devices)
    devices.set(name, text(std::string(device_kind_name(kind))));
  entry.set("devices", std::move(devices));
  entry.set("links", links_json(node));
  if (!node.nvlinks.empty() || node.switched_links > 0) entry.set("gpu_fabric", fabric_json(node));
  if (!node.nics.empty()) entry.set("nics", nics_json(node));
  std::vector<std::string> notes = node.notes;
  if (node.names(DeviceKind::cpu).size() > 1)
    notes.emplace_back("Between sockets two UPI links are assumed.");
  if (!notes.empty()) entry.set("notes", text(fmt::format("{}", fmt::join(notes, " "))));
  JsonValue nodes = JsonValue::make_object();
  nodes.set(id, std::move(entry));
  JsonValue result = JsonValue::make_object();
  result.set("nodes", std::move(nodes));
  return result;
}

}  // namespace gpuscape
