#pragma once
/// What a design is made of, as a buyer reads it: its parts with what they cost and draw, what its
/// GPUs compute, how far the fabric between them reaches, which parts have one vendor only, and
/// which cloud rents the like. All of it is counted from the cluster and read from the catalogue;
/// nothing is simulated.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/money.hpp"
#include "sim/catalog/parts/part_book.hpp"
#include "sim/cost/cost_inputs.hpp"
#include "sim/cost/inventory.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

enum class BillKind : unsigned char { nodes, gpus, switches, cables, uplinks, adapters, storage };
/// "nodes", "GPUs", "switches", "cables", "uplinks", "adapters", "storage".
[[nodiscard]] std::string_view bill_kind_name(BillKind kind);

/// So many of one part.
struct BillRow {
  BillKind kind = BillKind::nodes;
  std::string what;  ///< the catalogue's id; "described in place"
  std::string of;    ///< the group of nodes, or the network
  std::int64_t count = 0;
  bool is_rented = false;
  bool is_inside = false;             ///< GPUs: the price and the power of their nodes have theirs
  bool is_in_price = false;           ///< the price of another part covers it
  std::optional<PeakRate> peak = {};  ///< of one GPU
  std::optional<CostInput> power = {};  ///< W at most, of one
  std::optional<CostPrice> price = {};  ///< of one: once, or per time where it is rented
  std::string vendor = {};              ///< empty: not known

  /// Whether a price is missing: not where another row has it.
  [[nodiscard]] bool lacks_price() const { return !price && !is_inside && !is_in_price; }
  /// "8 dgx-h100 of gpu".
  [[nodiscard]] std::string name() const;
};

/// The farthest that two GPUs may be from each other: in one machine; in one rack or the next one
/// (copper cables to one tier of switches, or a machine that fills a rack); along a row of racks
/// (optical cables to one tier, or copper to several); anywhere in the hall (several tiers with
/// optical cables).
enum class FabricReach : unsigned char { box, rack, row, hall };
[[nodiscard]] std::string_view reach_name(FabricReach reach);

/// Something over which GPUs exchange data.
struct GpuFabric {
  std::string name;       ///< "nvlink-4", "PCIe", "infiniband", "composed PCIe"
  std::string of;         ///< the group of nodes, or the network
  std::int64_t gpus = 0;  ///< that one of it joins
  FabricReach reach = FabricReach::box;
};

/// A part, who sells it, and who else sells what does the same.
struct VendorTie {
  std::string what;    ///< "h100-sxm5-80gb", "nvlink-4"
  std::string kind;    ///< "GPU", "GPU fabric", "node", "switch", "PCIe fabric"
  std::string vendor;  ///< "NVIDIA", "various"
  bool is_only = false;
  std::vector<std::string> others = {};  ///< of nodes the ids of those alike, of switches vendors
};

/// Which clouds rent GPUs of a model: of each provider one instance, of as many GPUs as a node of
/// the design where there is one, else its largest.
struct CloudLike {
  std::string gpu_model;
  std::vector<PartOffer> offers = {};
};

struct Bill {
  Currency currency;          ///< of the sums below
  std::vector<BillRow> rows;  ///< groups of nodes, each followed by its GPUs; then networks
  std::vector<GpuFabric> fabrics = {};
  std::vector<VendorTie> vendors = {};
  std::vector<CloudLike> clouds = {};

  std::int64_t gpus = 0;
  double flops = 0.0;                          ///< FLOP/s, of all GPUs whose rate is known
  std::vector<std::string> precisions = {};    ///< of those rates
  std::vector<std::string> without_peak = {};  ///< models, or groups that name none
  double cores = 0.0;
  double memory_bytes = 0.0;
  double gpu_memory_bytes = 0.0;

  double price = 0.0;          ///< of what is owned and has a price, at list prices
  double rent_per_hour = 0.0;  ///< of what is rented and has one
  double owned_flops = 0.0;
  double rented_flops = 0.0;
  std::vector<std::string> without_price = {};  ///< BillRow::name()

  // Of all nodes together, clients of lent GPUs too; none where no node says it.
  [[nodiscard]] std::optional<double> cores_per_gpu() const { return per_gpu(cores); }
  [[nodiscard]] std::optional<double> memory_per_gpu() const { return per_gpu(memory_bytes); }
  [[nodiscard]] std::optional<double> gpu_memory_per_gpu() const {
    return per_gpu(gpu_memory_bytes);
  }
  /// FLOP/s of the owned GPUs ÷ what is owned costs; at most that where something has no price.
  [[nodiscard]] std::optional<double> flops_per_price() const {
    return price > 0.0 && owned_flops > 0.0 ? std::optional(owned_flops / price) : std::nullopt;
  }
  /// FLOP/s of the rented GPUs ÷ what an hour of them costs.
  [[nodiscard]] std::optional<double> flops_per_rent() const {
    return rent_per_hour > 0.0 && rented_flops > 0.0 ? std::optional(rented_flops / rent_per_hour)
                                                     : std::nullopt;
  }
  /// Of the fabric that reaches farthest; none where no two GPUs are joined.
  [[nodiscard]] std::optional<FabricReach> reach() const;

 private:
  [[nodiscard]] std::optional<double> per_gpu(double all) const {
    return gpus > 0 && all > 0.0 ? std::optional(all / static_cast<double>(gpus)) : std::nullopt;
  }
};

/// What a bill is made from. Prices and powers of the inventory are those that count; where the
/// design has a cost, of that.
struct BillInputs {
  const Cluster& cluster;
  const Inventory& inventory;
  const Exchange& exchange;
  const CostSpec& spec;
  const PartBook& parts;
};
Bill bill_of(const BillInputs& inputs);

}  // namespace gpuscape
