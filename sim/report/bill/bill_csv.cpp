/// bill.csv.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/bill/bill_json.hpp"
#include "sim/report/format/csv.hpp"

namespace gpuscape {

namespace {

std::string cell_of(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

/// Of a row after `kind`, `what`, `of`, `count`.
std::string part_cells(const BillRow& row) {
  std::optional<double> each;
  std::optional<double> all;
  if (row.peak) {
    each = row.peak->flops;
    all = static_cast<double>(row.count) * row.peak->flops;
  }
  std::string text =
      fmt::format("{},{},{},{},{},{}", row.is_rented, csv_cell(row.vendor),
                  row.peak ? row.peak->precision : "", cell_of(each), cell_of(all),
                  cell_of(row.power ? std::optional(row.power->value) : std::nullopt));
  if (row.price) {
    const CostInput& price = row.price->input;
    text += fmt::format(",{},{},{},{},{},{},{}", price.value, price.low, price.high,
                        row.price->unit.currency.code(),
                        row.price->unit.paid_for == PaidFor::time ? "hour" : "once",
                        csv_cell(price_class(price)), csv_cell(price.date));
  } else {
    text += ",,,,,,,";
  }
  return text + (row.is_inside ? ",nodes" : row.is_in_price ? ",another part" : ",");
}

/// The sum of what has a price, once and by the hour, each a row where there is any; `lead` begins
/// each.
std::string bill_totals(const std::string& lead, const Bill& bill) {
  std::string text;
  const auto row = [&](double flops, double price, std::string_view paid_for, bool rented) {
    text += fmt::format("{}total,,,{},{},,{},,{},,{},,,{},{},,,\n", lead, bill.gpus, rented,
                        csv_cell(fmt::format("{}", fmt::join(bill.precisions, " and "))), flops,
                        price, bill.currency.code(), paid_for);
  };
  const bool any_rent = bill.rent_per_hour > 0.0 || bill.rented_flops > 0.0;
  if (bill.price > 0.0 || bill.owned_flops > 0.0 || !any_rent)
    row(bill.owned_flops, bill.price, "once", false);
  if (any_rent) row(bill.rented_flops, bill.rent_per_hour, "hour", true);
  return text;
}

constexpr std::string_view kBillColumns =
    "kind,what,of,count,rented,vendor,precision,flops_each,flops,power_max_w,price,price_low,"
    "price_high,currency,paid_for,price_class,price_date,price_is_in\n";

std::string bill_rows(const std::string& lead, const Bill& bill) {
  std::string text;
  for (const BillRow& row : bill.rows)
    text += fmt::format("{}{},{},{},{},{}\n", lead, bill_kind_name(row.kind), csv_cell(row.what),
                        csv_cell(row.of), row.count, part_cells(row));
  return text + bill_totals(lead, bill);
}

}  // namespace

std::string bill_csv(const Bill& bill) { return std::string(kBillColumns) + bill_rows("", bill); }

std::string bill_csv(std::span<const DesignBill> designs) {
  std::string text = "design," + std::string(kBillColumns);
  for (const DesignBill& design : designs)
    text += bill_rows(csv_cell(design.name) + ",", *design.bill);
  return text;
}

}  // namespace gpuscape
