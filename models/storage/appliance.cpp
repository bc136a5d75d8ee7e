/// Arrays and parallel file systems that are bought as a whole: `count` equal ones, over all of
/// which data are striped. All who read share
///   read_bandwidth · count · controllers in service ÷ controllers − background,
/// their ports, and read_iops · count, likewise; a client reads no faster than the controllers of
/// its stripe together. Controllers can be lost in a run: the array keeps its data, and serves
/// nobody without any. Writing takes as large a part of the controllers' time as of what they can
/// write. Figures are the catalogue's or the user's. Leaves out: caches of the controllers, unequal
/// load on them, and their drives, which fail without harm.

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
      serve(reader, down);
    if (stripe && down < controllers_)
      bound_by_stripe(std::min(*stripe, controllers_ - down), controllers_ - down);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  /// The first limit of which other users take all while so many more are lost; null: none.
  [[nodiscard]] const StoreLimit* taken(std::int64_t lost) const {
    const StoreState state{.machines = {.lost = lost}};
    for (std::size_t i = 0; i < facts_.limits.size(); ++i)
      if (!(capacity_of(facts_, i, state) > 0.0)) return &facts_.limits[i];
    return nullptr;
  }

  void serve(ObjectReader& reader, std::int64_t down) {
    const auto count = static_cast<double>(count_);
    const auto add = [&](const char* what, BytesPerSecond each) {
      facts_.limits.push_back(
          {.what = what, .all = (each * count).value(), .others = background_.value()});
    };
    add("controllers", unit_.read);
    if (ports_) add("ports", *ports_);
    if (unit_.iops < storage::kNoBound)
      facts_.limits.push_back({.what = "operations", .of_reads = true, .all = unit_.iops * count});
    facts_.makeup.machines = {.name = "controller", .count = controllers_, .down = down};
    facts_.write_of_all = unit_.write * count;
    facts_.writes_meet_reads = true;
    if (const StoreLimit* of = taken(0))
      return reader.issue(
          "background",
          fmt::format(
              "other users take all that its {} give: {}", of->what,
              human_text(BytesPerSecond(of->all * share_in_service(facts_.makeup, {}, false)))),
          "less, or a faster store");
    for (std::size_t i = 0; i < facts_.limits.size(); ++i)
      facts_.limits[i].capacity = capacity_of(facts_, i, {});
    const double up = static_cast<double>(controllers_ - down) / static_cast<double>(controllers_);
    read_ = unit_.read * (count * up);
    facts_.write_bandwidth = unit_.write * (count * up);
    facts_.latency = unit_.latency;
    if (unit_.capacity) facts_.capacity = *unit_.capacity * count;
    facts_.makeup.survives = most_lost(controllers_ - down - 1);
  }

  /// The most that can be lost, up to `most`, with which something is left for jobs.
  [[nodiscard]] std::int64_t most_lost(std::int64_t most) const {
    std::int64_t least = 0;
    while (least < most) {
      const std::int64_t middle = most - (most - least) / 2;
      if (taken(middle) == nullptr)
        least = middle;
      else
        most = middle - 1;
    }
    return least;
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
