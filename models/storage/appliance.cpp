/// Arrays and parallel file systems that are bought as a whole: `count` equal ones, over all of
/// which data are striped. All who read share
///   read_bandwidth · count · controllers in service ÷ controllers − background,
/// their ports, and read_iops · count, likewise; a client reads no faster than the controllers of
/// its stripe together. Controllers can be lost in a run: the array keeps its data, and serves
/// nobody without any. Figures are the catalogue's or the user's. Leaves out: that reads and writes
/// take of the same bandwidth, caches of the controllers, and unequal load on them.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/storage/unit/read_unit.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Appliance final : public Storage {
 public:
  explicit Appliance(ObjectReader& reader)
      : unit_(storage::read_unit(reader, storage::kModel, "What is bought.")) {
    count_ = reader.count("count", 1, "How many equal ones.", Bounds{.least = 1.0, .most = 1e5});
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
    facts_.count = count_;
    controllers_ = unit_.controllers * count_;
    if (down >= controllers_)
      reader.issue("controllers_down",
                   fmt::format("{} of {} controllers are lost: nothing serves", down, controllers_),
                   "fewer of them, or more \"controllers\" of the model");
    else
      serve(reader, controllers_ - down);
    if (stripe && down < controllers_)
      bound_by_stripe(std::min(*stripe, controllers_ - down), controllers_ - down);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  /// What so many controllers give, and the first limit of which other users take all.
  struct Served {
    StoreService service;
    std::string taken = {};  ///< empty: none
  };
  [[nodiscard]] Served served(std::int64_t up) const {
    const double of_all =
        static_cast<double>(count_) * static_cast<double>(up) / static_cast<double>(controllers_);
    Served made{.service = {.write_bandwidth = unit_.write * of_all}};
    const auto add = [&](const char* what, BytesPerSecond all) {
      if (!(background_ < all) && made.taken.empty())
        made.taken = fmt::format("its {} give: {}", what, human_text(all));
      made.service.limits.push_back((all - background_).value());
    };
    add("controllers", unit_.read * of_all);
    if (ports_) add("ports", *ports_ * of_all);
    if (unit_.iops < storage::kNoBound) made.service.limits.push_back(unit_.iops * of_all);
    return made;
  }

  void serve(ObjectReader& reader, std::int64_t up) {
    const Served now = served(up);
    if (!now.taken.empty())
      return reader.issue("background", "other users take all that " + now.taken,
                          "less, or a faster store");
    const std::vector<double>& capacities = now.service.limits;
    facts_.limits.push_back({.what = "controllers", .capacity = capacities[0]});
    if (ports_) facts_.limits.push_back({.what = "ports", .capacity = capacities[1]});
    if (unit_.iops < storage::kNoBound)
      facts_.limits.push_back(
          {.what = "operations", .capacity = capacities.back(), .of_reads = true});
    read_ = unit_.read * (static_cast<double>(count_) * static_cast<double>(up) /
                          static_cast<double>(controllers_));
    facts_.write_bandwidth = now.service.write_bandwidth;
    facts_.latency = unit_.latency;
    if (unit_.capacity) facts_.capacity = *unit_.capacity * static_cast<double>(count_);
    facts_.machine = "controller";
    facts_.machines = up;
    for (std::int64_t left = up - 1; left > 0; --left) {
      Served then = served(left);
      if (!then.taken.empty()) return;
      facts_.with_lost.push_back(std::move(then.service));
    }
  }

  void bound_by_stripe(std::int64_t stripe, std::int64_t controllers) {
    const BytesPerSecond most =
        read_ * (static_cast<double>(stripe) / static_cast<double>(controllers));
    facts_.read_per_node = facts_.read_per_node ? std::min(*facts_.read_per_node, most) : most;
  }

  storage::Unit unit_;
  std::int64_t count_ = 1;
  std::int64_t controllers_ = 1;
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
