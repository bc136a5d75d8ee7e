#pragma once
/// The bill of materials in result.json and compare.json, and as a table.

#include <span>
#include <string>

#include "sim/base/json/json.hpp"
#include "sim/bill/bill.hpp"

namespace gpuscape {

JsonValue bill_json(const Bill& bill);

/// A design and its bill.
struct DesignBill {
  std::string name;
  const Bill* bill = nullptr;  ///< never null
};

/// bill.csv of a run: a row for each part, and one of kind `total` after them.
std::string bill_csv(const Bill& bill);
/// compare-bill.csv: the same of each design, whose name begins the row.
std::string bill_csv(std::span<const DesignBill> designs);

/// Where a price is from: "list price", "quote", "measured", "guess", …; "scenario" of what the
/// user gives, "scenario, with a source" where a source is given with it.
std::string price_class(const CostInput& price);

}  // namespace gpuscape
