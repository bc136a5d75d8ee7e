#include "sim/report/page/page_bill.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_notes.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostBillRows = 80;

std::string or_dash(const std::string& text) { return text.empty() ? "–" : html_text(text); }

std::string number_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}", *value) : std::string("–");
}

/// What is owned at list prices, and what is rented by the hour.
std::string price_cell(const Bill& bill) {
  const std::string least = bill.without_price.empty() ? "" : "≥ ";
  std::vector<std::string> parts;
  if (bill.price > 0.0) parts.push_back(least + human_text(Price{bill.price, bill.currency}));
  if (bill.rent_per_hour > 0.0)
    parts.push_back(least + human_text(Price{bill.rent_per_hour, bill.currency, PaidFor::time}));
  return or_dash(fmt::format("{}", fmt::join(parts, ", ")));
}

std::string per_money_cell(const Bill& bill) {
  std::vector<std::string> parts;
  for (const std::string& text : {flops_per_price_text(bill), flops_per_rent_text(bill)})
    if (!text.empty()) parts.push_back(text);
  return or_dash(fmt::format("{}", fmt::join(parts, ", ")));
}

std::string html_of_sums(std::span<const DesignBill> designs) {
  HtmlTable table{
      .caption =
          "What each design comes to: the dense peak of all its GPUs, what each GPU has of "
          "the hosts, list prices without what the costs add",
      .head = {"design", "GPUs", "peak", "precision", "cores per GPU", "host memory per GPU",
               "memory of a GPU", "price", "peak per money", "GPU fabric reaches"}};
  for (const auto& [name, bill] : designs) {
    const auto memory = bill->memory_per_gpu();
    const auto own = bill->gpu_memory_per_gpu();
    const auto reach = bill->reach();
    table.rows.push_back({html_name(name), html_text(human_count(bill->gpus)),
                          bill->flops > 0.0 ? html_text(flops_text(bill->flops)) : "–",
                          or_dash(fmt::format("{}", fmt::join(bill->precisions, " and "))),
                          number_or_dash(bill->cores_per_gpu()),
                          memory ? html_text(human_text(Bytes(*memory))) : "–",
                          own ? html_text(fmt::format("{:.3g} GB", *own / 1e9)) : "–",
                          price_cell(*bill), per_money_cell(*bill),
                          reach ? std::string(reach_name(*reach)) : "–"});
  }
  return html_table(table);
}

std::string html_of_parts(std::span<const DesignBill> designs) {
  HtmlTable table{.caption =
                      "Parts: how many, what one computes and draws at most, and its price "
                      "with what that rests on",
                  .head = {"design", "part", "of", "count", "computes", "draws", "price of one"}};
  std::size_t all = 0;
  for (const auto& [name, bill] : designs) {
    all += bill->rows.size();
    for (const BillRow& row : bill->rows) {
      if (table.rows.size() == kMostBillRows) break;
      table.rows.push_back({html_name(name), html_name(row.what), html_name(row.of),
                            html_text(human_count(row.count)),
                            row.peak ? html_text(fmt::format("{}, {}", flops_text(row.peak->flops),
                                                             row.peak->precision))
                                     : "–",
                            row.power ? html_text(human_text(Watts(row.power->value))) : "–",
                            html_text(bill_price_text(row))});
    }
  }
  std::string html = html_table(table);
  if (all > table.rows.size())
    html += html_element("p", "class=\"note\"",
                         fmt::format("{} more in bill.csv.", all - table.rows.size())) +
            "\n";
  return html;
}

/// Sentences, each once with the designs of which it holds.
class BillNotes {
 public:
  void add(const std::string& design, const std::string& before,
           const std::vector<std::string>& texts) {
    for (const std::string& text : texts) notes_.add(before + text, design);
  }
  [[nodiscard]] std::string html(std::size_t designs) const {
    return html_list(notes_.html(designs));
  }

 private:
  SharedTexts notes_;
};

}  // namespace

std::string bill_html(std::span<const DesignBill> designs) {
  if (designs.empty()) return "";
  BillNotes notes;
  for (const auto& [name, bill] : designs) {
    std::vector<std::string> fabrics;
    fabrics.reserve(bill->fabrics.size());
    for (const GpuFabric& fabric : bill->fabrics) fabrics.push_back(fabric_text(fabric));
    notes.add(name, "GPU fabric: ", fabrics);
    notes.add(name, "one vendor only: ", one_vendor_texts(*bill));
    notes.add(name, "several vendors: ", other_vendor_texts(*bill));
    notes.add(name, "like at a cloud: ", cloud_texts(*bill));
    notes.add(name, "no price, counted nowhere: ", bill->without_price);
    notes.add(name, "no rate, counted nowhere: ", bill->without_peak);
  }
  return html_of_sums(designs) + html_of_parts(designs) + notes.html(designs.size()) +
         html_element("p", "class=\"note\"",
                      html_text("Reach: box is one machine; rack is copper cables to one tier of "
                                "switches, or a machine that fills a rack; row is optical cables "
                                "to one tier; hall is several tiers. Vendors and clouds are those "
                                "of the catalogue.")) +
         "\n";
}

}  // namespace gpuscape
