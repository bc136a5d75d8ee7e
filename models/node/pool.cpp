/// A pool of equal processors without nodes: any free ones serve any job. What logs in the Standard
/// Workload Format describe, and in strict order (not with a backfill) a bound for every placement
/// on nodes. Leaves out: node borders, cores, memory. Has no numbers of its own.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Pool final : public NodeModel {
 public:
  explicit Pool(ObjectReader& reader) {
    group_.pool = true;
    group_.capacity.gpus = static_cast<std::int32_t>(
        reader.count("count", "Processors in the pool.", Bounds{.least = 1, .most = 1e9}));
  }
  [[nodiscard]] NodeGroup group() const override { return group_; }

 private:
  NodeGroup group_;
};

}  // namespace

void register_node_pool(Registry& registry) {
  registry.nodes.add({.name = "pool",
                      .summary = "Processors without nodes: any free ones serve any job.",
                      .example = R"({"count": 256})"},
                     [](ObjectReader& reader) { return std::make_unique<Pool>(reader); });
}

}  // namespace gpuscape
