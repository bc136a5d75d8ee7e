/// A store that is as fast as its figures here say, for all who read or write together. Leaves out:
/// what it is made of.

#include "models/storage/unit/read_unit.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class DeclaredStorage final : public Storage {
 public:
  explicit DeclaredStorage(ObjectReader& reader) {
    facts_.write_bandwidth = reader.quantity<BytesPerSecond>(
        "write_bandwidth", "What all who write at one date have together.", storage::kRates);
    const auto read = reader.optional_quantity<BytesPerSecond>(
        "read_bandwidth",
        "What all who read at one date have together; without it as much as they ask for.",
        storage::kRates);
    if (read) facts_.limits.push_back({.what = "bandwidth", .capacity = read->value()});
    facts_.read_per_node = reader.optional_quantity<BytesPerSecond>(
        "per_node", "What one node can read or write at most; without it as much as is there.",
        storage::kRates);
    facts_.write_per_node = facts_.read_per_node;
    facts_.capacity =
        reader.optional_quantity<Bytes>("capacity", "Capacity for data.", storage::kSizes);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  StoreFacts facts_;
};

}  // namespace

void register_storage_declared(Registry& registry) {
  registry.of<Storage>().add(
      {.name = "declared",
       .summary = "A store as fast as its figures here say.",
       .example = R"({"write_bandwidth": "40 GB/s"})"},
      [](ObjectReader& reader) { return std::make_unique<DeclaredStorage>(reader); });
}

}  // namespace gpuscape
