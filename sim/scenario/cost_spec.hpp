#pragma once
/// What a scenario says of money, beside what its cost items read for themselves.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/money.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/fields/uncertain.hpp"
#include "sim/scenario/axis_spec.hpp"

namespace gpuscape {

struct CatalogPrices;

/// How the nodes of a group come to be there.
enum class Acquire : std::uint8_t { owned, on_demand, reserved, spot };

/// What is said of one group of nodes; it overrides the catalogue.
struct CostPoolSpec {
  std::string name;
  Acquire acquire = Acquire::owned;
  Seconds term{0.0};                         ///< of a reservation: 1 y or 3 y
  bool billed_in_use = false;                ///< else for every hour
  Seconds least_bill{60.0};                  ///< each time a node is up
  std::string region = {};                   ///< of a rented one; empty: whatever the catalogue has
  std::optional<UncertainPrice> price = {};  ///< of one node: once where it is owned, else per time
  /// Of a reserved one per time, after its last whole term.
  std::optional<UncertainPrice> price_after = {};
  std::optional<Watts> power_max = {};
  std::optional<Watts> power_idle = {};
  std::optional<double> rack_units = {};
  std::string pointer = {};
  SourcePlace place = {};
};

/// What is said of parts of a network; it overrides the catalogue.
struct CostPartSpec {
  std::string network;
  std::string part;                          ///< one of kNetworkParts
  std::optional<UncertainPrice> price = {};  ///< of one
  std::optional<Watts> power = {};
  std::optional<double> rack_units = {};  ///< of a switch
};
/// Switches or the PCIe fabric, cables to nodes, cables between switches, adapters of a PCIe
/// fabric.
inline constexpr std::array<std::string_view, 4> kNetworkParts{"switches", "cables", "uplinks",
                                                               "adapters"};

/// Whether a text is a month or a day: "2026-10" or "2026-10-31".
bool is_month(std::string_view text);

/// A line of a price list.
struct PriceQuote {
  std::string item;  ///< a group of nodes, or an entry of the catalogue
  UncertainPrice price;
  std::string date;  ///< "2026-10"
};

struct CostSpec {
  SourcePlace place = {};
  Currency currency;
  std::string prices_as_of;  ///< "2026-10"; empty: the scenario gives no price of its own
  std::vector<std::pair<Currency, UncertainNumber>> exchange;  ///< of one unit, in `currency`
  Seconds horizon{0.0};
  std::optional<UncertainNumber> tax = {};  ///< on what is paid, as a share of it
  Seconds build{0.0};  ///< from the purchase to the first job; part of the horizon
  std::vector<CostPoolSpec> pools;
  std::vector<CostPartSpec> parts = {};  ///< of networks
  std::uint64_t seed = 1;                ///< of the run: ranges are drawn by it
  std::string price_list = {};           ///< the file that holds the quotes; empty: none
  std::string price_list_as_written = {};
  SourcePlace price_list_place = {};
  std::vector<PriceQuote> quotes = {};
  /// Whether a design of the same file has something that the list prices.
  bool quotes_are_of_file = false;
  std::vector<AxisSpec> vary = {};               ///< the design is run at each value of each
  std::shared_ptr<const CatalogPrices> catalog;  ///< what it says of the entries in use

  /// Null where nothing is said of that group.
  [[nodiscard]] const CostPoolSpec* pool(std::string_view name) const;
};

}  // namespace gpuscape
