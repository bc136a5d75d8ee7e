#include "sim/report/bill/bill_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

std::string in_a_row(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

std::string text_of_parts(std::span<const DesignBill> designs) {
  std::vector<std::vector<std::string>> rows{
      {"design", "part", "of", "count", "computes", "draws", "price of one"}};
  for (const DesignBill& design : designs) {
    std::string name = design.name;
    for (const BillRow& row : design.bill->rows) {
      rows.push_back(
          {std::exchange(name, ""), (row.is_inside ? "  " : "") + row.what, row.of,
           human_count(row.count),
           row.peak ? fmt::format("{}, {}", flops_text(row.peak->flops), row.peak->precision) : "",
           row.power ? human_text(Watts(row.power->value)) : "", bill_price_text(row)});
    }
  }
  return text_table(rows);
}

/// "32 GPUs · 31.7 PFLOP/s (fp16 tensor) · 1.6 MUSD at list prices · 19.8 TFLOP/s per kUSD".
std::vector<std::string> bill_sums(const Bill& bill) {
  std::vector<std::string> parts{quantity(bill.gpus, "GPU")};
  if (bill.flops > 0.0)
    parts.push_back(
        fmt::format("{} ({})", flops_text(bill.flops), fmt::join(bill.precisions, " and ")));
  const std::string least = bill.without_price.empty() ? "" : "≥ ";
  if (bill.price > 0.0)
    parts.push_back(least + human_text(Price{bill.price, bill.currency}) + " at list prices");
  if (bill.rent_per_hour > 0.0)
    parts.push_back(least + human_text(Price{bill.rent_per_hour, bill.currency, PaidFor::time}) +
                    " of rent");
  for (const std::string& text : {flops_per_price_text(bill), flops_per_rent_text(bill)})
    if (!text.empty()) parts.push_back(text);
  return parts;
}

/// Lines below one label, each with the designs of which it holds where it is not all of them.
class DesignLines {
 public:
  explicit DesignLines(std::size_t designs) : designs_(designs) {}
  void add(const std::string& design, const std::vector<std::string>& parts) {
    if (parts.empty()) return;
    std::string text = in_a_row(parts);
    auto same = std::ranges::find(all_, text, &Entry::text);
    if (same == all_.end()) same = all_.insert(same, {.text = std::move(text)});
    same->of.push_back(design);
  }
  /// `line_of` puts the label before the first one.
  [[nodiscard]] std::string text(std::string (*line_of)(bool first,
                                                        const std::string& text)) const {
    std::string text;
    for (const Entry& entry : all_)
      text +=
          line_of(text.empty(), entry.of.size() == designs_
                                    ? entry.text
                                    : fmt::format("{}: {}", fmt::join(entry.of, ", "), entry.text));
    return text;
  }

 private:
  struct Entry {
    std::string text;
    std::vector<std::string> of = {};
  };
  std::size_t designs_;
  std::vector<Entry> all_;
};

}  // namespace

std::string bill_text(std::span<const DesignBill> designs) {
  const std::size_t count = designs.size();
  DesignLines sum(count);
  DesignLines per_gpu(count);
  DesignLines fabrics(count);
  DesignLines only(count);
  DesignLines several(count);
  DesignLines clouds(count);
  DesignLines unpriced(count);
  for (const auto& [name, bill] : designs) {
    sum.add(name, bill_sums(*bill));
    if (const std::string own = per_gpu_text(*bill); !own.empty()) per_gpu.add(name, {own});
    std::vector<std::string> reach;
    reach.reserve(bill->fabrics.size());
    for (const GpuFabric& fabric : bill->fabrics) reach.push_back(fabric_text(fabric));
    fabrics.add(name, reach);
    only.add(name, one_vendor_texts(*bill));
    several.add(name, other_vendor_texts(*bill));
    clouds.add(name, cloud_texts(*bill));
    std::vector<std::string> without = bill->without_price;
    for (const std::string& gpu : bill->without_peak) without.push_back("the rate of " + gpu);
    unpriced.add(name, without);
  }
  std::string text = text_of_parts(designs);
  text +=
      sum.text([](bool first, const std::string& one) { return line(first ? "bill" : "", one); });
  text += per_gpu.text(
      [](bool first, const std::string& one) { return line(first ? "each GPU has" : "", one); });
  text += fabrics.text(
      [](bool first, const std::string& one) { return line(first ? "GPU fabric" : "", one); });
  text += only.text(
      [](bool first, const std::string& one) { return line(first ? "one vendor" : "", one); });
  text += several.text(
      [](bool first, const std::string& one) { return line(first ? "several" : "", one); });
  text += clouds.text(
      [](bool first, const std::string& one) { return line(first ? "like at clouds" : "", one); });
  text += unpriced.text(
      [](bool first, const std::string& one) { return line(first ? "not in the bill" : "", one); });
  return text;
}

std::string bill_line(std::span<const DesignBill> designs) {
  constexpr std::size_t kMostNamed = 4;
  const bool any_known = std::ranges::any_of(
      designs, [](const DesignBill& design) { return design.bill->flops > 0.0; });
  if (!any_known || !differ(designs)) return "";
  std::vector<std::string> parts;
  for (const auto& [name, bill] : designs) {
    if (parts.size() == kMostNamed) break;
    std::string text =
        name + " " + (bill->flops > 0.0 ? flops_text(bill->flops) : quantity(bill->gpus, "GPU"));
    for (const std::string& per : {flops_per_price_text(*bill), flops_per_rent_text(*bill)})
      if (!per.empty()) text += ", " + per;
    if (const std::optional<FabricReach> reach = bill->reach())
      text += fmt::format(", {}", reach_name(*reach));
    parts.push_back(std::move(text));
  }
  parts.emplace_back(designs.size() > kMostNamed ? fmt::format("{} more, and all parts: --bill",
                                                               designs.size() - kMostNamed)
                                                 : "parts, vendors, clouds: --bill");
  return line("bill", in_a_row(parts));
}

}  // namespace gpuscape
