#pragma once
/// What a buyer asks of the parts of a design, as the catalogue has it: who makes them, what GPUs
/// compute, what else would do, which cloud rents the like.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalog/catalog_prices.hpp"

namespace gpuscape {

/// The most that a GPU computes: its dense rate in half precision on tensor cores where it has
/// them, else the higher of half and single precision.
struct PeakRate {
  double flops = 0.0;     ///< FLOP/s
  std::string precision;  ///< "fp16 tensor", "fp16", "fp32"
  FieldKind kind = FieldKind::guess;
};

/// An instance of a cloud, or another machine that is sold.
struct PartOffer {
  std::string id;
  std::string from;       ///< the provider, or the vendor
  std::int64_t gpus = 0;  ///< of one
};

struct GpuPart {
  std::string vendor;
  std::optional<PeakRate> peak = {};
  double memory_bytes = 0.0;  ///< 0: not known
  std::vector<PartOffer> offers =
      {};  ///< instances with GPUs of the model, in the catalogue's order
};

/// A node that is sold, or an instance.
struct MachinePart {
  std::string vendor;    ///< of an instance: its provider
  bool is_rack = false;  ///< one machine fills a rack, as an NVL72
  /// Between its GPUs: "nvlink-4"; empty: PCIe alone, or not known.
  std::string fabric = {};
  std::string fabric_vendor = {};     ///< empty: not known
  std::vector<PartOffer> alike = {};  ///< others with as many GPUs of the model that are sold
};

/// A switch, or a PCIe fabric.
struct SwitchPart {
  std::string vendor;
  /// Who else makes a switch for that kind of network that is as fast or faster.
  std::vector<std::string> others = {};
};

struct PartBook {
  CatalogPrices prices;
  std::map<std::string, GpuPart> gpus;          ///< by model
  std::map<std::string, MachinePart> machines;  ///< by the name of the group of nodes
  std::map<std::string, SwitchPart> switches;   ///< by id
  std::map<std::string, SwitchPart> fabrics;    ///< PCIe fabrics, by id
};

/// Whether a vendor's name is that of one: not "various", "Supermicro and others".
[[nodiscard]] bool is_one_vendor(std::string_view vendor);

/// Of the entries that a resolved scenario names.
PartBook part_book(const Catalog& catalog, const JsonValue& scenario, const ModelNames& models);

}  // namespace gpuscape
