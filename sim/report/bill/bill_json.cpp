#include "sim/report/bill/bill_json.hpp"

#include "sim/report/format/json_values.hpp"

namespace gpuscape {

namespace {

JsonValue text_list(const std::vector<std::string>& all) {
  return json::list(all, [](const std::string& one) { return json::text(one); });
}

void set_part_price(const CostPrice& price, JsonValue& row) {
  row.set("price", json::number(price.input.value));
  row.set("price_low", json::number(price.input.low));
  row.set("price_high", json::number(price.input.high));
  row.set("currency", json::text(std::string(price.unit.currency.code())));
  row.set("paid_for", json::text(price.unit.paid_for == PaidFor::time ? "hour" : "once"));
  row.set("price_class", json::text(price_class(price.input)));
  row.set("price_source", json::text(price.input.source));
  if (!price.input.date.empty()) row.set("price_date", json::text(price.input.date));
}

JsonValue part_json(const BillRow& row) {
  JsonValue value = JsonValue::make_object();
  value.set("kind", json::text(std::string(bill_kind_name(row.kind))));
  value.set("what", json::text(row.what));
  value.set("of", json::text(row.of));
  value.set("count", json::integer(row.count));
  value.set("rented", json::boolean(row.is_rented));
  if (!row.vendor.empty()) value.set("vendor", json::text(row.vendor));
  if (row.peak) {
    value.set("flops_each", json::number(row.peak->flops));
    value.set("precision", json::text(row.peak->precision));
    value.set("flops_class", json::text(std::string(field_kind_name(row.peak->kind))));
  }
  if (row.power) value.set("power_max_w", json::number(row.power->value));
  if (row.price) set_part_price(*row.price, value);
  if (row.is_inside || row.is_in_price)
    value.set("price_is_in", json::text(row.is_inside ? "nodes" : "another part"));
  return value;
}

JsonValue fabric_json(const GpuFabric& fabric) {
  JsonValue value = JsonValue::make_object();
  value.set("name", json::text(fabric.name));
  value.set("of", json::text(fabric.of));
  value.set("gpus", json::integer(fabric.gpus));
  value.set("reach", json::text(std::string(reach_name(fabric.reach))));
  return value;
}

JsonValue vendor_json(const VendorTie& tie) {
  JsonValue value = JsonValue::make_object();
  value.set("what", json::text(tie.what));
  value.set("kind", json::text(tie.kind));
  value.set("vendor", json::text(tie.vendor));
  value.set("one_vendor", json::boolean(tie.is_only));
  value.set("others", text_list(tie.others));
  return value;
}

JsonValue cloud_json(const CloudLike& like) {
  JsonValue value = JsonValue::make_object();
  value.set("gpu_model", json::text(like.gpu_model));
  value.set("offers", json::list(like.offers, [](const PartOffer& offer) {
              JsonValue one = JsonValue::make_object();
              one.set("instance", json::text(offer.id));
              one.set("provider", json::text(offer.from));
              one.set("gpus", json::integer(offer.gpus));
              return one;
            }));
  return value;
}

}  // namespace

std::string price_class(const CostInput& price) {
  if (!price.source_class.empty()) return price.source_class;
  return price.source.empty() ? "scenario" : "scenario, with a source";
}

JsonValue bill_json(const Bill& bill) {
  JsonValue value = JsonValue::make_object();
  value.set("gpus", json::integer(bill.gpus));
  value.set("flops", json::number(bill.flops));
  value.set("precisions", text_list(bill.precisions));
  value.set("without_rate", text_list(bill.without_peak));
  value.set("cores_per_gpu", json::number(bill.cores_per_gpu()));
  value.set("memory_bytes_per_gpu", json::number(bill.memory_per_gpu()));
  value.set("gpu_memory_bytes_per_gpu", json::number(bill.gpu_memory_per_gpu()));
  value.set("currency", json::text(std::string(bill.currency.code())));
  value.set("list_price", json::number(bill.price));
  value.set("rent_per_hour", json::number(bill.rent_per_hour));
  value.set("flops_per_list_price", json::number(bill.flops_per_price()));
  value.set("flops_per_rent_hour", json::number(bill.flops_per_rent()));
  value.set("without_price", text_list(bill.without_price));
  const std::optional<FabricReach> reach = bill.reach();
  value.set("reach", reach ? json::text(std::string(reach_name(*reach))) : JsonValue::make_null());
  value.set("fabrics", json::list(bill.fabrics, fabric_json));
  value.set("vendors", json::list(bill.vendors, vendor_json));
  value.set("clouds", json::list(bill.clouds, cloud_json));
  value.set("parts", json::list(bill.rows, part_json));
  return value;
}

}  // namespace gpuscape
