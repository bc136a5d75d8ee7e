#pragma once
/// What the catalogue says of the price, power and height of a design's parts.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/catalog/catalog_prices.hpp"
#include "sim/cost/inventory.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

/// A quote of the user's own for a catalogue entry; none where there is none.
using QuoteOf = std::function<std::optional<CostPrice>(const std::string& item, PaidFor paid_for,
                                                       const std::string& name)>;

class CatalogFacts {
 public:
  /// `catalog` null: it says nothing. What readers should know goes to `notes`.
  CatalogFacts(const CatalogPrices* catalog, const CostSpec& spec, QuoteOf quote_of,
               std::vector<std::string>& notes)
      : catalog_(catalog), spec_(spec), quote_of_(std::move(quote_of)), notes_(notes) {}

  /// Of an owned node: its entry's, with the boards that it has in place of the entry's. Of a box:
  /// its GPUs and its chassis.
  void take_owned(NodePool& pool);
  /// Of a rented one. A reservation of another term than one or three years has no price.
  void take_rented(NodePool& pool, const CostPoolSpec& said);
  /// Of switches, PCIe fabrics, cables. A cable that is not named becomes the catalogue's that
  /// fits.
  void take(PartCount& part);

 private:
  /// What an entry says of one thing, and the field that says its date.
  struct Wanted {
    std::string section;
    std::string id;
    std::string_view field;
    std::string_view date;
  };

  [[nodiscard]] const CatalogRow* find(const std::string& section, const std::string& id,
                                       std::string_view field) const;
  [[nodiscard]] std::optional<CostPrice> price_of(const std::string& name, const Wanted& wanted);
  void take_store(PartCount& part);
  void take_node(NodePool& pool, const std::string& id);
  void take_boards(NodePool& pool, const Boards& own, const Boards& there);
  void take_limit(NodePool& pool, const std::string& model) const;
  void take_box(NodePool& pool);
  void take_chassis(NodePool& pool);
  [[nodiscard]] bool covers(const std::string& fabric, std::string_view what) const;
  /// Of so many GPUs together; none where one of them has none.
  [[nodiscard]] std::optional<CostPrice> price_of(const Boards& boards);
  [[nodiscard]] std::optional<CostInput> power_of(const Boards& boards,
                                                  std::string_view field) const;
  [[nodiscard]] std::string cable_for(const PartCount& part) const;

  const CatalogPrices* catalog_;
  const CostSpec& spec_;
  QuoteOf quote_of_;
  std::vector<std::string>& notes_;
  std::map<std::string, std::int64_t> boxes_in_price_;  ///< by network, of those seen so far
};

}  // namespace gpuscape
