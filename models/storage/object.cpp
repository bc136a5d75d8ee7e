/// An object store: all who read share read_bandwidth and read_iops requests; a node has so many
/// requests under way at once, each of which takes latency + bytes ÷ per_connection. So a job reads
/// on each of its nodes at most
///   connections · request ÷ (latency + request ÷ per_connection).
/// Figures are the user's. Leaves out: listing, retries, and that services throttle by prefix.

#include "models/storage/unit/read_unit.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class ObjectStore final : public Storage {
 public:
  explicit ObjectStore(ObjectReader& reader) {
    const auto read = reader.quantity<BytesPerSecond>(
        "read_bandwidth", "What it gives to all who read together.", storage::kRates);
    facts_.write_bandwidth = reader.quantity<BytesPerSecond>(
        "write_bandwidth", read, "What all who write have together; without it as for reading.",
        storage::kRates);
    const auto iops = reader.optional_number(
        "read_iops", "Requests that it answers in a second; without it any number.",
        Bounds{.least = 1.0, .most = 1e12});
    facts_.connections =
        reader.count("connections", 16, "Requests that a node has under way at once.",
                     Bounds{.least = 1.0, .most = 1e6});
    facts_.per_connection = reader.optional_quantity<BytesPerSecond>(
        "per_connection", "What one connection carries at most; without it that bounds nothing.",
        storage::kRates);
    facts_.latency = reader.quantity<Seconds>(
        "latency", Seconds(0.03), "Time from a request to its first byte; 30 ms without it.",
        Bounds{.least = 0.0, .most = 100.0});
    facts_.capacity = reader.optional_quantity<Bytes>(
        "size", "What it holds; without it as much as it takes.", storage::kSizes);
    storage::read_reach(reader, facts_);
    facts_.limits.push_back({.what = "bandwidth", .capacity = read.value()});
    if (iops) facts_.limits.push_back({.what = "operations", .capacity = *iops, .of_reads = true});
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  StoreFacts facts_;
};

}  // namespace

void register_storage_object(Registry& registry) {
  registry.of<Storage>().add(
      {.name = "object",
       .summary = "A store of objects, with so many connections of a node and a latency of each.",
       .example = R"({"read_bandwidth": "50 GB/s", "per_connection": "100 MB/s"})"},
      [](ObjectReader& reader) { return std::make_unique<ObjectStore>(reader); });
}

}  // namespace gpuscape
