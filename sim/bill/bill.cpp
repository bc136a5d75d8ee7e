#include "sim/bill/bill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/units/clock_units.hpp"
#include "sim/bill/gpu_fabrics.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kInPlace = "described in place";

void add_once(std::vector<std::string>& all, std::string text) {
  if (std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
}

class BillWriter {
 public:
  explicit BillWriter(const BillInputs& inputs) : in_(inputs) {
    bill_.currency = in_.exchange.report();
  }

  Bill bill() {
    const std::vector<NodeGroup>& groups = in_.cluster.platform().groups();
    for (std::size_t i = 0; i < groups.size(); ++i) add(in_.inventory.pools[i], groups[i]);
    for (const PartCount& part : in_.inventory.parts) add(part);
    for (const BillRow& row : bill_.rows) count_price(row);
    bill_.fabrics = gpu_fabrics(in_);
    for (const GpuFabric& fabric : bill_.fabrics) add_tie(fabric);
    return std::move(bill_);
  }

 private:
  [[nodiscard]] bool is_rented(const NodePool& pool) const {
    const CostPoolSpec* said = in_.spec.pool(pool.name);
    return said != nullptr && said->acquire != Acquire::owned;
  }

  /// An instance whose host is not known has a type of its own, and keeps its entry's name.
  [[nodiscard]] std::string entry_of(const NodePool& pool) const {
    if (!pool.type.empty()) return pool.type;
    const auto entry = in_.parts.prices.nodes.find(pool.name);
    return entry == in_.parts.prices.nodes.end() ? std::string(kInPlace) : entry->second.second;
  }

  /// A pool of processors is no hardware that could be bought.
  void add(const NodePool& pool, const NodeGroup& group) {
    if (group.pool) return;
    const bool rented = is_rented(pool);
    BillRow row{.kind = BillKind::nodes,
                .what = entry_of(pool),
                .of = pool.name,
                .count = pool.count,
                .is_rented = rented,
                .power = pool.facts.power_max,
                .price = pool.facts.price};
    if (const auto machine = in_.parts.machines.find(pool.name);
        machine != in_.parts.machines.end()) {
      row.vendor = machine->second.vendor;
      if (!rented) add_machine_tie(row, machine->second);
    }
    bill_.rows.push_back(std::move(row));
    const auto nodes = static_cast<double>(pool.count);
    bill_.cores += nodes * static_cast<double>(group.capacity.milli_cores) / 1000.0;
    bill_.memory_bytes += nodes * static_cast<double>(group.capacity.memory_mib) * kMebibyte;
    if (pool.gpus > 0) add_gpus(pool, group, rented);
  }

  void add_gpus(const NodePool& pool, const NodeGroup& group, bool rented) {
    const std::string model = gpu_model(pool, group);
    BillRow row{.kind = BillKind::gpus,
                .what = model.empty() ? std::string(kInPlace) : model,
                .of = pool.name,
                .count = pool.count * pool.gpus,
                .is_rented = rented,
                .is_inside = true};
    bill_.gpus += row.count;
    const auto part = in_.parts.gpus.find(model);
    if (part != in_.parts.gpus.end()) {
      row.peak = part->second.peak;
      row.vendor = part->second.vendor;
      bill_.gpu_memory_bytes += static_cast<double>(row.count) * part->second.memory_bytes;
      add_gpu_tie(row);
      add_clouds(model, part->second, pool.gpus);
    }
    if (row.peak) {
      const double flops = static_cast<double>(row.count) * row.peak->flops;
      bill_.flops += flops;
      (rented ? bill_.rented_flops : bill_.owned_flops) += flops;
      add_once(bill_.precisions, row.peak->precision);
    } else {
      add_once(bill_.without_peak, model.empty() ? "GPUs of " + pool.name : model);
    }
    bill_.rows.push_back(std::move(row));
  }

  [[nodiscard]] std::string gpu_model(const NodePool& pool, const NodeGroup& group) const {
    const auto boards = in_.parts.prices.boards.find(pool.name);
    if (boards != in_.parts.prices.boards.end() && !boards->second.model.empty())
      return boards->second.model;
    return group.gpu_model;
  }

  void add(const PartCount& part) {
    constexpr std::array<BillKind, 5> kKinds{BillKind::switches, BillKind::cables,
                                             BillKind::uplinks, BillKind::adapters,
                                             BillKind::storage};
    BillRow row{.kind = kKinds.at(static_cast<std::size_t>(part.kind)),
                .what = part.type.empty() ? std::string(kInPlace) : part.type,
                .of = part.network,
                .count = part.count,
                .is_in_price = part.facts.is_in_price,
                .power = part.facts.power_max,
                .price = part.facts.price};
    if (part.kind == PartCount::Kind::switches) add_switch_tie(row, part.of_kind == "pcie");
    bill_.rows.push_back(std::move(row));
  }

  void add_tie(VendorTie tie) {
    const auto same = std::ranges::find(bill_.vendors, tie.what, &VendorTie::what);
    if (same == bill_.vendors.end() && !tie.vendor.empty()) bill_.vendors.push_back(std::move(tie));
  }

  /// A model of GPU is its maker's.
  void add_gpu_tie(const BillRow& row) {
    add_tie({.what = row.what,
             .kind = "GPU",
             .vendor = row.vendor,
             .is_only = is_one_vendor(row.vendor)});
  }

  void add_machine_tie(const BillRow& row, const MachinePart& machine) {
    VendorTie tie{.what = row.what, .kind = "node", .vendor = machine.vendor};
    tie.is_only = is_one_vendor(machine.vendor);
    for (const PartOffer& other : machine.alike) {
      if (other.from == machine.vendor) continue;
      tie.others.push_back(other.id);
      tie.is_only = false;
    }
    add_tie(std::move(tie));
  }

  void add_switch_tie(BillRow& row, bool is_pcie) {
    const auto& known = is_pcie ? in_.parts.fabrics : in_.parts.switches;
    const auto part = known.find(row.what);
    if (part == known.end()) return;
    row.vendor = part->second.vendor;
    add_tie({.what = row.what,
             .kind = is_pcie ? "PCIe fabric" : "switch",
             .vendor = row.vendor,
             .is_only = is_one_vendor(row.vendor) && part->second.others.empty(),
             .others = part->second.others});
  }

  /// Links between GPUs are those of the GPUs' maker.
  void add_tie(const GpuFabric& fabric) {
    const auto machine = in_.parts.machines.find(fabric.of);
    if (machine == in_.parts.machines.end() || machine->second.fabric != fabric.name) return;
    const std::string& vendor = machine->second.fabric_vendor;
    add_tie({.what = fabric.name,
             .kind = "GPU fabric",
             .vendor = vendor,
             .is_only = is_one_vendor(vendor)});
  }

  void add_clouds(const std::string& model, const GpuPart& part, std::int64_t of_node) {
    if (std::ranges::find(bill_.clouds, model, &CloudLike::gpu_model) != bill_.clouds.end()) return;
    CloudLike like{.gpu_model = model};
    for (const PartOffer& offer : part.offers) {
      const auto known = std::ranges::find(like.offers, offer.from, &PartOffer::from);
      if (known == like.offers.end())
        like.offers.push_back(offer);
      else if (known->gpus != of_node && (offer.gpus == of_node || offer.gpus > known->gpus))
        *known = offer;
    }
    bill_.clouds.push_back(std::move(like));
  }

  void count_price(const BillRow& row) {
    const bool counts = row.price && in_.exchange.knows(row.price->unit.currency);
    if (!counts) {
      if (row.lacks_price() || row.price) bill_.without_price.push_back(row.name());
      return;
    }
    const auto count = static_cast<double>(row.count);
    if (row.is_rented)
      bill_.rent_per_hour += count * in_.exchange.cost(*row.price, kSecondsPerHour, {});
    else
      bill_.price += in_.exchange.cost(*row.price, count, {});
  }

  static constexpr double kMebibyte = 1048576.0;

  const BillInputs& in_;
  Bill bill_;
};

}  // namespace

std::string_view bill_kind_name(BillKind kind) {
  constexpr std::string_view kNames[] = {"nodes",   "GPUs",     "switches", "cables",
                                         "uplinks", "adapters", "storage"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view reach_name(FabricReach reach) {
  constexpr std::string_view kNames[] = {"box", "rack", "row", "hall"};
  return kNames[static_cast<std::size_t>(reach)];
}

std::string BillRow::name() const {
  if (what == kInPlace) return fmt::format("{} {} of {}", count, bill_kind_name(kind), of);
  return fmt::format("{} {}{} of {}", count, what,
                     kind == BillKind::uplinks ? " between switches" : "", of);
}

std::optional<FabricReach> Bill::reach() const {
  std::optional<FabricReach> farthest;
  for (const GpuFabric& fabric : fabrics)
    if (!farthest || fabric.reach > *farthest) farthest = fabric.reach;
  return farthest;
}

Bill bill_of(const BillInputs& inputs) { return BillWriter(inputs).bill(); }

}  // namespace gpuscape
