#include "sim/report/reading/saved_bill.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpuscape {

namespace {

template <class Kind, std::size_t size>
Kind kind_named(const std::string& name, const std::array<Kind, size>& kinds,
                std::string_view (*name_of)(Kind)) {
  for (const Kind kind : kinds)
    if (name == name_of(kind)) return kind;
  return kinds.front();
}

Currency saved_currency(const SavedObject& says) {
  return Currency::named(says.text("currency")).value_or(Currency{});
}

CostPrice saved_price(const SavedObject& says) {
  CostPrice price;
  price.input.value = says.number("price");
  price.input.source_class = says.text("price_class");
  price.input.date = says.text_or("price_date", "");
  price.unit.currency = saved_currency(says);
  price.unit.paid_for = says.text("paid_for") == "hour" ? PaidFor::time : PaidFor::once;
  return price;
}

BillRow saved_row(const SavedObject& says) {
  constexpr std::array kKinds{BillKind::nodes,  BillKind::gpus,    BillKind::switches,
                              BillKind::cables, BillKind::uplinks, BillKind::adapters};
  BillRow row{.kind = kind_named(says.text("kind"), kKinds, bill_kind_name),
              .what = says.text("what"),
              .of = says.text("of"),
              .count = says.count("count"),
              .is_rented = says.boolean("rented")};
  row.vendor = says.text_or("vendor", "");
  const std::string inside = says.text_or("price_is_in", "");
  row.is_inside = inside == "nodes";
  row.is_in_price = inside == "another part";
  if (says.has("flops_each"))
    row.peak = PeakRate{.flops = says.number("flops_each"), .precision = says.text("precision")};
  if (says.has("power_max_w")) {
    row.power.emplace();
    row.power->value = says.number("power_max_w");
  }
  if (says.has("price")) row.price = saved_price(says);
  return row;
}

GpuFabric saved_fabric(const SavedObject& says) {
  constexpr std::array kReaches{FabricReach::box, FabricReach::rack, FabricReach::row,
                                FabricReach::hall};
  return {.name = says.text("name"),
          .of = says.text("of"),
          .gpus = says.count("gpus"),
          .reach = kind_named(says.text("reach"), kReaches, reach_name)};
}

CloudLike saved_cloud(const SavedObject& says) {
  CloudLike like{.gpu_model = says.text("gpu_model")};
  for (const JsonValue& item : says.list("offers")) {
    const SavedObject offer(item, "/results/bill/clouds/offers");
    like.offers.push_back({.id = offer.text("instance"),
                           .from = offer.text("provider"),
                           .gpus = offer.count("gpus")});
  }
  return like;
}

/// Of each GPU, times their number; 0 where it is null.
double of_all(const SavedObject& says, const char* key) {
  if (says.value().find(key) == nullptr || says.value().find(key)->is_null()) return 0.0;
  return says.number(key) * static_cast<double>(says.count("gpus"));
}

void add_rates(Bill& bill) {
  for (const BillRow& row : bill.rows) {
    if (!row.peak) continue;
    const double flops = row.peak->flops * static_cast<double>(row.count);
    (row.is_rented ? bill.rented_flops : bill.owned_flops) += flops;
  }
}

}  // namespace

Bill saved_bill(const SavedObject& says) {
  Bill bill;
  bill.currency = saved_currency(says);
  for (const JsonValue& item : says.list("parts"))
    bill.rows.push_back(saved_row({item, "/results/bill/parts"}));
  for (const JsonValue& item : says.list("fabrics"))
    bill.fabrics.push_back(saved_fabric({item, "/results/bill/fabrics"}));
  for (const JsonValue& item : says.list("vendors")) {
    const SavedObject one(item, "/results/bill/vendors");
    bill.vendors.push_back({.what = one.text("what"),
                            .kind = one.text("kind"),
                            .vendor = one.text("vendor"),
                            .is_only = one.boolean("one_vendor"),
                            .others = one.texts("others")});
  }
  for (const JsonValue& item : says.list("clouds"))
    bill.clouds.push_back(saved_cloud({item, "/results/bill/clouds"}));
  bill.gpus = says.count("gpus");
  bill.flops = says.number("flops");
  bill.precisions = says.texts("precisions");
  bill.without_peak = says.texts("without_rate");
  bill.cores = of_all(says, "cores_per_gpu");
  bill.memory_bytes = of_all(says, "memory_bytes_per_gpu");
  bill.gpu_memory_bytes = of_all(says, "gpu_memory_bytes_per_gpu");
  bill.price = says.number("list_price");
  bill.rent_per_hour = says.number("rent_per_hour");
  bill.without_price = says.texts("without_price");
  add_rates(bill);
  return bill;
}

}  // namespace gpuscape
