#pragma once
/// What the catalogue says of money about the parts of a design: prices, power, height, each with
/// its range and source.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// The GPUs of one node, as the scenario has them.
struct Boards {
  std::string model;  ///< in the catalogue; empty: not said
  std::int64_t count = 0;
  friend bool operator==(const Boards&, const Boards&) = default;
};

struct CatalogPrices {
  /// The entry that a group of nodes is of, by the group's name: section "nodes" or "cloud", and
  /// its id. Groups described in place have none.
  std::map<std::string, std::pair<std::string, std::string>> nodes;
  /// Of groups that say it, by their names.
  std::map<std::string, Boards> boards;
  /// Rows on prices, their region, power and height, by section and id: nodes and their GPUs,
  /// cloud, switches, PCIe fabrics; of all cables where there is a network.
  std::map<std::pair<std::string, std::string>, std::vector<CatalogRow>> rows;

  /// Null where the entry says nothing of it.
  [[nodiscard]] const CatalogRow* find(const std::string& section, const std::string& id,
                                       std::string_view field) const;
};

/// Of the entries that a resolved scenario names.
CatalogPrices prices_of(const Catalog& catalog, const JsonValue& scenario,
                        const ModelNames& models);

}  // namespace gpuscape
