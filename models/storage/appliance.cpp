/// Arrays and parallel file systems that are bought as a whole: `count` equal ones, over all of
/// which data are striped. All who read share
///   read_bandwidth · count · controllers in service ÷ controllers − background,
/// their ports, and read_iops · count, likewise; a client reads no faster than the controllers of
/// its stripe together. Figures are the catalogue's or the user's. Leaves out: that reads and
/// writes take of the same bandwidth, caches of the controllers, and unequal load on them.

#include <fmt/format.h>

#include <algorithm>

#include "models/storage/unit/read_unit.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Appliance final : public Storage {
 public:
  explicit Appliance(ObjectReader& reader)
      : unit_(storage::read_unit(reader, storage::kModel, "What is bought.")) {
    const std::int64_t count =
        reader.count("count", 1, "How many equal ones.", Bounds{.least = 1.0, .most = 1e5});
    const std::int64_t down = reader.count("controllers_down", 0,
                                           "Controllers that are lost: the others serve in their "
                                           "place, at their own speed.");
    ports_ = storage::read_ports(reader);
    background_ = reader
                      .optional_quantity<BytesPerSecond>(
                          "background", "What other users read all the time.", storage::kRates)
                      .value_or(BytesPerSecond(0.0));
    const auto stripe = reader.optional_count(
        "stripe", "Controllers over which what a node reads at one time lies; without it all.",
        Bounds{.least = 1.0, .most = 1e6});
    storage::read_reach(reader, facts_);
    facts_.model = unit_.entry;
    facts_.count = count;
    const std::int64_t controllers = unit_.controllers * count;
    if (down >= controllers)
      reader.issue("controllers_down",
                   fmt::format("{} of {} controllers are lost: nothing serves", down, controllers),
                   "fewer of them, or more \"controllers\" of the model");
    else
      serve(reader, static_cast<double>(count), controllers - down, controllers);
    if (stripe && down < controllers)
      bound_by_stripe(std::min(*stripe, controllers - down), controllers - down);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  /// With so many of its controllers.
  void serve(ObjectReader& reader, double count, std::int64_t up, std::int64_t controllers) {
    const double of_all = count * static_cast<double>(up) / static_cast<double>(controllers);
    read_ = unit_.read * of_all;
    add_limit(reader, "controllers", read_);
    if (ports_) add_limit(reader, "ports", *ports_ * of_all);
    if (unit_.iops < storage::kNoBound)
      facts_.limits.push_back(
          {.what = "operations", .capacity = unit_.iops * of_all, .of_reads = true});
    facts_.write_bandwidth = unit_.write * of_all;
    facts_.latency = unit_.latency;
    if (unit_.capacity) facts_.capacity = *unit_.capacity * count;
  }

  /// What other users leave of it.
  void add_limit(ObjectReader& reader, const char* what, BytesPerSecond all) {
    if (background_ < all)
      facts_.limits.push_back({.what = what, .capacity = (all - background_).value()});
    else
      reader.issue("background",
                   fmt::format("other users take all that its {} give: {}", what, human_text(all)),
                   "less, or a faster store");
  }

  void bound_by_stripe(std::int64_t stripe, std::int64_t controllers) {
    const BytesPerSecond most =
        read_ * (static_cast<double>(stripe) / static_cast<double>(controllers));
    facts_.read_per_node = facts_.read_per_node ? std::min(*facts_.read_per_node, most) : most;
  }

  storage::Unit unit_;
  std::optional<BytesPerSecond> ports_;
  BytesPerSecond background_{0.0};
  BytesPerSecond read_{1.0};  // of all in service
  StoreFacts facts_;
};

}  // namespace

void register_storage_appliance(Registry& registry) {
  registry.of<Storage>().add(
      {.name = "appliance",
       .summary = "Arrays and parallel file systems with controllers, ports and mounts.",
       .example = R"({"model": {"read_bandwidth": "20 GB/s", "write_bandwidth": "16 GB/s"}})",
       .parts = {storage::kModel}},
      [](ObjectReader& reader) { return std::make_unique<Appliance>(reader); });
}

}  // namespace gpuscape
