/// A node described in place: GPUs, CPU cores, memory.
/// Leaves out: what is inside (sockets, PCIe, NVLink). Numbers are the user's.

#include <cmath>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class CustomNode final : public NodeModel {
 public:
  explicit CustomNode(ObjectReader& reader) {
    group_.count = static_cast<std::uint32_t>(reader.count(
        "count", 1, "How many of these nodes there are.", Bounds{.least = 1, .most = 1e6}));
    group_.capacity.gpus = static_cast<std::int32_t>(
        reader.count("gpus", "GPUs in a node.", Bounds{.least = 0, .most = 1024}));
    group_.capacity.milli_cores =
        1000 * reader.count("cores", 0, "CPU cores in a node; jobs that ask for cores need them.",
                            Bounds{.least = 0, .most = 1e6});
    const Bytes memory = reader.quantity<Bytes>(
        "memory", Bytes(0), "Memory in a node; jobs that ask for memory need it.",
        Bounds{.least = 0, .most = 1e18});
    group_.gpu_model =
        reader.optional_text("gpu_model", "Model of its GPUs, for jobs that ask for one.")
            .value_or("");
    group_.gpu_memory =
        reader
            .optional_quantity<Bytes>("gpu_memory",
                                      "Memory of one GPU, for jobs that ask for some of it.",
                                      Bounds{.least = 1e6, .most = 1e13})
            .value_or(Bytes(0.0));
    reader.keep(kGpuSharingPlace.key);
    for (const auto& [value, pointer] :
         reader.values("features", FieldType::texts,
                       "What a job may ask of these nodes by name, as Slurm's features."))
      group_.features.push_back(value->text());
    reader.keep("x-entry");  // of a rented node: its name, by which the catalogue knows its price
    group_.capacity.memory_mib = static_cast<std::int64_t>(std::floor(memory.value() / 1048576.0));
  }
  [[nodiscard]] NodeGroup group() const override { return group_; }

 private:
  NodeGroup group_;
};

}  // namespace

void register_node_custom(Registry& registry) {
  registry.nodes.add({.name = "custom",
                      .summary = "A node described in place by its GPUs, CPU cores and memory.",
                      .example = R"({"count": 4, "gpus": 8, "cores": 64, "memory": "1 TiB"})"},
                     [](ObjectReader& reader) { return std::make_unique<CustomNode>(reader); });
}

}  // namespace gpuscape
