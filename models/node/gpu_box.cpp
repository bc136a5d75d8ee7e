/// A box of GPUs below one PCIe switch, without CPU and memory: what a composed-pcie network lends
/// to hosts. No job runs in it, so that it has no capacity of its own.
/// Leaves out: several switches in a box, drives. Numbers are the user's; what the GPU's copy
/// engine attains is the catalogue's.

#include <fmt/format.h>

#include "models/node/graph/entry.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class GpuBox final : public NodeModel {
 public:
  explicit GpuBox(ObjectReader& reader) {
    group_.type = "gpu-box";
    group_.count = static_cast<std::uint32_t>(reader.count(
        "count", 1, "How many of these boxes there are.", Bounds{.least = 1, .most = 1e5}));
    const std::int64_t gpus =
        reader.count("gpus", "GPUs in a box.", Bounds{.least = 1, .most = 64});
    const std::string model =
        reader.optional_text("gpu", "The catalogue's name of the GPU.").value_or("");
    const BytesPerSecond link = reader.quantity<BytesPerSecond>(
        "link", "Payload bandwidth of a GPU's PCIe link, per direction.",
        Bounds{.least = 1.0, .most = 1e18});
    const Seconds latency = reader.quantity<Seconds>(
        "latency", Seconds(150e-9), "Latency of that link and the switch or GPU behind it.",
        Bounds{.least = 0.0, .most = 1.0});
    group_.rack_units = reader
                            .optional_number("rack_units", "Height of a box in rack units.",
                                             Bounds{.least = 0.0, .most = 1000.0})
                            .value_or(0.0);
    const BytesPerSecond copy_rate = read_copy_rate(reader, model);
    std::vector<Device> devices{{.name = "sw0", .kind = DeviceKind::pcie_switch}};
    std::vector<NodeLink> links;
    for (DeviceIndex gpu = 1; gpu <= gpus; ++gpu) {
      devices.push_back({.name = fmt::format("gpu{}", gpu - 1),
                         .kind = DeviceKind::gpu,
                         .model = model,
                         .copy_rate = copy_rate});
      constexpr std::uint32_t kLanes = 16;
      for (const auto& [from, to] :
           {std::pair{DeviceIndex{0}, gpu}, std::pair{gpu, DeviceIndex{0}}})
        links.push_back({from, to, NodeLinkKind::pcie, link, latency, kLanes});
    }
    group_.graph = std::make_shared<NodeGraph>(std::move(devices), std::move(links));
  }
  [[nodiscard]] NodeGroup group() const override { return group_; }

 private:
  /// 0 where nothing is known of it.
  static BytesPerSecond read_copy_rate(ObjectReader& reader, const std::string& gpu) {
    graph_node::Parts parts;
    reader.optional_object("parts", "Definition of the GPU model; filled in from the catalogue.",
                           [&](ObjectReader& r) { parts = graph_node::read_parts(r); });
    const auto known = parts.copy_rates.find(gpu);
    return known == parts.copy_rates.end() ? BytesPerSecond(0.0) : known->second;
  }

  NodeGroup group_;
};

}  // namespace

void register_node_gpu_box(Registry& registry) {
  registry.nodes.add({.name = "gpu-box",
                      .summary = "GPUs below one PCIe switch, for a composed-pcie network to lend.",
                      .example = R"({"count": 2, "gpus": 8, "link": "12.6 GB/s"})",
                      .parts = {{"gpu", "gpus"}}},
                     [](ObjectReader& reader) { return std::make_unique<GpuBox>(reader); });
}

}  // namespace gpuscape
