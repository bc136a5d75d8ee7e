/// Costs of designs beside each other: by item, and against what jobs wait.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/html/chart_scatter.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/pictures/design_pictures.hpp"

namespace gpuscape {

namespace {

const PictureCost* cost_of_design(const PictureDesign& design) {
  return design.cost ? &*design.cost : nullptr;
}

const PictureCost* any_cost(std::span<const PictureDesign> designs) {
  for (const PictureDesign& design : designs)
    if (const PictureCost* cost = cost_of_design(design)) return cost;
  return nullptr;
}

/// Every item that a design has, in the order in which they come.
std::vector<std::string> item_names(std::span<const PictureDesign> designs) {
  std::vector<std::string> names;
  for (const PictureDesign& design : designs)
    if (const PictureCost* cost = cost_of_design(design))
      for (const auto& [name, amount] : cost->items)
        if (amount != 0.0 && std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

double amount_of(const PictureCost& cost, const std::string& item) {
  const auto found = std::ranges::find(cost.items, item, &std::pair<std::string, double>::first);
  return found == cost.items.end() ? 0.0 : found->second;
}

std::string total_text(const PictureDesign& design, double total) {
  return (design.is_complete ? "" : "≥ ") + money_text(total);
}

std::string horizon_text(const PictureCost& cost) {
  return fmt::format("{} over {}", cost.currency, exact_text(cost.horizon));
}

}  // namespace

bool costs_are_comparable(std::span<const PictureDesign> designs) {
  const PictureCost* const first = any_cost(designs);
  return first != nullptr && std::ranges::all_of(designs, [&](const PictureDesign& design) {
           const PictureCost* const cost = cost_of_design(design);
           return cost == nullptr ||
                  (cost->currency == first->currency && cost->horizon == first->horizon);
         });
}

std::string cost_picture(std::span<const PictureDesign> designs, const std::string& id) {
  if (!costs_are_comparable(designs)) return "";
  std::vector<std::string> items = item_names(designs);
  std::vector<StackRow> rows;
  rows.reserve(designs.size());
  for (const PictureDesign& design : designs) {
    StackRow& row = rows.emplace_back();
    row.name = design.name;
    row.is_baseline = design.is_baseline;
    const PictureCost* const cost = cost_of_design(design);
    row.text = cost == nullptr ? "no cost" : total_text(design, cost->total);
    for (const std::string& item : items)
      row.parts.push_back(cost == nullptr ? 0.0 : amount_of(*cost, item));
  }
  return stack_chart({.id = id,
                      .title = "Cost by item",
                      .about = "A bar for each design, a part for each item. The table of costs "
                               "has the values.",
                      .axis = fmt::format("cost, {}", horizon_text(*any_cost(designs))),
                      .unit = AxisUnit::money},
                     std::move(items), std::move(rows));
}

std::string cost_table(std::span<const PictureDesign> designs) {
  const PictureCost* const first = any_cost(designs);
  if (first == nullptr) return "";
  const std::vector<std::string> items = item_names(designs);
  const bool is_one_basis = costs_are_comparable(designs);
  const bool any_tax = std::ranges::any_of(designs, [](const PictureDesign& design) {
    const PictureCost* const cost = cost_of_design(design);
    return cost != nullptr && cost->tax > 0.0;
  });
  HtmlTable table{
      .caption =
          "What is paid" +
          (is_one_basis ? html_text(fmt::format(", {}", horizon_text(*first))) : "") +
          (any_tax ? ", without tax" : "") +
          "; the range of the total: nine of ten draws within the ranges of prices and other "
          "inputs",
      .head = {"design"},
      .kind = "numbers"};
  for (const std::string& item : items) table.head.push_back(html_name(item));
  for (const char* const head : {"capex", "opex", "total", "range"}) table.head.emplace_back(head);
  if (any_tax) table.head.emplace_back("tax");
  if (!is_one_basis) table.head.emplace_back("in");
  for (const PictureDesign& design : designs) {
    const PictureCost* const cost = cost_of_design(design);
    if (cost == nullptr) continue;
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(html_name(design.name));
    for (const std::string& item : items) row.push_back(money_text(amount_of(*cost, item)));
    row.push_back(money_text(cost->capex));
    row.push_back(money_text(cost->opex));
    row.push_back(html_element("strong", total_text(design, cost->total)));
    row.push_back(
        std::isfinite(cost->drawn_low) && cost->drawn_low < cost->drawn_high
            ? fmt::format("{} – {}", money_text(cost->drawn_low), money_text(cost->drawn_high))
            : "–");
    if (any_tax) row.push_back(money_text(cost->tax));
    if (!is_one_basis) row.push_back(html_text(horizon_text(*cost)));
  }
  return html_table(table);
}

std::string cost_and_wait_picture(std::span<const PictureDesign> designs, const std::string& id) {
  if (!costs_are_comparable(designs)) return "";
  std::vector<ScatterPoint> points;
  for (const PictureDesign& design : designs) {
    const PictureCost* const cost = cost_of_design(design);
    if (cost == nullptr || !design.wait) continue;
    ScatterPoint& point = points.emplace_back();
    point.name = design.name;
    point.number = design.number;
    point.x = design.wait->value;
    point.y = cost->total;
    point.text = fmt::format("{}, {}", total_text(design, cost->total), design.wait_text);
    point.is_judged = design.is_complete;
  }
  mark_efficient(points);
  std::string picture = scatter_chart(
      {.id = id,
       .title = "Cost against p95 queue wait",
       .about = "A mark for each design. Filled diamonds are efficient: no other design is lower "
                "in one of the two and not higher in the other. They are named below.",
       .axis = "p95 queue wait",
       .unit = AxisUnit::time},
      fmt::format("cost, {}", horizon_text(*any_cost(designs))), AxisUnit::money, points);
  if (picture.empty()) return "";
  std::vector<std::string> names;
  for (const ScatterPoint& point : points)
    if (point.is_efficient)
      names.push_back(fmt::format("{} ", point.number) + html_name(point.name) +
                      html_text(fmt::format(" ({})", point.text)));
  picture += html_element(
      "p", "class=\"note\"",
      fmt::format("Efficient by these two values: {}. Intervals and ranges are not considered, nor "
                  "whether a design does all that is asked. Numbers are the rows of the table; one "
                  "for which there is no room is left out.",
                  names.empty() ? "none" : fmt::format("{}", fmt::join(names, "; "))));
  if (points.size() < designs.size())
    picture += html_element(
        "p", "class=\"note\"",
        fmt::format("Not drawn, for want of a cost or, where overloaded, of a wait: {} of {} "
                    "designs.",
                    designs.size() - points.size(), designs.size()));
  return picture + "\n";
}

}  // namespace gpuscape
