#include "sim/report/bill/bill_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr double kTera = 1e12;
constexpr double kThousand = 1e3;

std::string at_most(const Bill& bill, const std::string& text) {
  return (bill.without_price.empty() ? "" : "≤ ") + text;
}

bool same_parts(const Bill& a, const Bill& b) {
  return std::ranges::equal(a.rows, b.rows, [](const BillRow& one, const BillRow& other) {
    return one.kind == other.kind && one.what == other.what && one.count == other.count &&
           one.is_rented == other.is_rented;
  });
}

}  // namespace

std::string flops_text(double flops) {
  constexpr double kPeta = 1e15;
  return flops >= kPeta ? fmt::format("{:.3g} PFLOP/s", flops / kPeta)
                        : fmt::format("{:.3g} TFLOP/s", flops / kTera);
}

std::string flops_per_price_text(const Bill& bill) {
  const std::optional<double> flops = bill.flops_per_price();
  if (!flops) return "";
  return at_most(bill, fmt::format("{:.3g} TFLOP/s per k{}", *flops * kThousand / kTera,
                                   bill.currency.code()));
}

std::string flops_per_rent_text(const Bill& bill) {
  const std::optional<double> flops = bill.flops_per_rent();
  if (!flops) return "";
  return at_most(bill,
                 fmt::format("{:.3g} TFLOP/s per {}/h", *flops / kTera, bill.currency.code()));
}

std::string bill_price_text(const BillRow& row) {
  if (row.price) {
    const std::string date = row.price->input.date;
    Price price = row.price->unit;
    price.amount = row.price->input.value;
    return fmt::format("{}, {}{}", human_text(price), price_class(row.price->input),
                       date.empty() ? "" : " of " + date);
  }
  if (row.is_inside) return row.is_rented ? "in the rent of its node" : "in the price of its node";
  return row.is_in_price ? "in the price of another part" : "no price";
}

std::string fabric_text(const GpuFabric& fabric) {
  const std::string joined = quantity(fabric.gpus, "GPU");
  switch (fabric.reach) {
    case FabricReach::box:
      return fmt::format("{} joins {} within a box ({})", fabric.name, joined, fabric.of);
    case FabricReach::rack:
      return fmt::format("{} joins {} within a rack ({})", fabric.name, joined, fabric.of);
    case FabricReach::row:
      return fmt::format("{} joins {} along a row ({})", fabric.name, joined, fabric.of);
    case FabricReach::hall:
      break;
  }
  return fmt::format("{} joins {} across the hall ({})", fabric.name, joined, fabric.of);
}

std::vector<std::string> one_vendor_texts(const Bill& bill) {
  std::vector<std::string> all;
  for (const VendorTie& tie : bill.vendors)
    if (tie.is_only) all.push_back(fmt::format("{} ({})", tie.what, tie.vendor));
  return all;
}

std::vector<std::string> other_vendor_texts(const Bill& bill) {
  std::vector<std::string> all;
  for (const VendorTie& tie : bill.vendors) {
    if (tie.is_only) continue;
    if (!tie.others.empty())
      all.push_back(fmt::format("{}: also {}", tie.what, fmt::join(tie.others, ", ")));
    else
      all.push_back(fmt::format("{}: {}", tie.what, tie.vendor));
  }
  return all;
}

std::vector<std::string> cloud_texts(const Bill& bill) {
  std::vector<std::string> all;
  for (const CloudLike& like : bill.clouds) {
    std::vector<std::string> offers;
    offers.reserve(like.offers.size());
    for (const PartOffer& offer : like.offers)
      offers.push_back(
          fmt::format("{} ({}, {})", offer.from, offer.id, quantity(offer.gpus, "GPU")));
    all.push_back(offers.empty()
                      ? fmt::format("no cloud of the catalogue rents {}", like.gpu_model)
                      : fmt::format("{} at {}", like.gpu_model, fmt::join(offers, ", ")));
  }
  return all;
}

std::string per_gpu_text(const Bill& bill) {
  std::vector<std::string> parts;
  if (const auto cores = bill.cores_per_gpu()) parts.push_back(fmt::format("{:.3g} cores", *cores));
  if (const auto memory = bill.memory_per_gpu())
    parts.push_back(human_text(Bytes(*memory)) + " of host memory");
  if (const auto memory = bill.gpu_memory_per_gpu())
    parts.push_back(fmt::format("{:.3g} GB of its own", *memory / 1e9));
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

bool differ(std::span<const DesignBill> designs) {
  for (std::size_t i = 1; i < designs.size(); ++i)
    if (!same_parts(*designs[0].bill, *designs[i].bill)) return true;
  return false;
}

}  // namespace gpuscape
