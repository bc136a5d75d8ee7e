/// Drives in every node, for the jobs on it alone. Figures are the catalogue's or the user's.
/// Leaves out: what holds the drives back within the node, and filling them before a job begins.

#include <fmt/format.h>

#include "models/storage/unit/read_unit.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class NodeLocal final : public Storage {
 public:
  explicit NodeLocal(ObjectReader& reader) {
    const storage::Unit drive = storage::read_unit(reader, storage::kDrive, "One drive of a node.");
    const std::int64_t drives =
        reader.count("drives", 1, "Drives of each node.", Bounds{.least = 1.0, .most = 1e4});
    const storage::Protection of = storage::read_protection(reader, false);
    if (of.least > drives && !reader.describing())
      reader.issue("protection",
                   fmt::format("it needs {} drives, and there is {}", of.least, drives),
                   "more drives, or raid0");
    storage::read_path(reader, facts_);
    const auto count = static_cast<double>(drives);
    facts_.in_nodes = true;
    facts_.limits.push_back({.what = "drives", .capacity = drive.read.value() * count});
    if (drive.iops < storage::kNoBound)
      facts_.limits.push_back(
          {.what = "operations", .capacity = drive.iops * count, .of_reads = true});
    facts_.write_bandwidth = drive.write * (count / of.written_per_byte);
    facts_.latency = drive.latency;
    if (drive.capacity) facts_.capacity = *drive.capacity * (count / of.raw_per_usable);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  StoreFacts facts_;
};

}  // namespace

void register_storage_node_local(Registry& registry) {
  registry.of<Storage>().add(
      {.name = "node-local",
       .summary = "Drives in every node, for the jobs on it alone.",
       .example = R"({"drive": {"read_bandwidth": "3 GB/s", "write_bandwidth": "2 GB/s"}})",
       .parts = {storage::kDrive}},
      [](ObjectReader& reader) { return std::make_unique<NodeLocal>(reader); });
}

}  // namespace gpuscape
