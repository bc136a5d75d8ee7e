/// Nodes with other GPUs than their entry has, and boxes of GPUs.

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "sim/cost/catalog_facts.hpp"
#include "sim/cost/catalog_inputs.hpp"

namespace gpuscape {

namespace {

std::string text_of(const Boards& boards) {
  return boards.count == 0 ? "no GPU" : fmt::format("{} {}", boards.count, boards.model);
}

/// `input` with the boards that are there in place of its own; none where one of the two is not
/// known, or its own are more than all of it.
template <class Value>
std::optional<CostInput> exchanged(CostInput input, const std::optional<Value>& own,
                                   const std::optional<Value>& there) {
  if (!own || !there) return std::nullopt;
  const auto plain = [](const Value& value) -> CostInput {
    if constexpr (std::is_same_v<Value, CostPrice>)
      return value.input;
    else
      return value;
  };
  subtract(input, plain(*own).value);
  if (input.value < 0.0) return std::nullopt;
  add(input, plain(*there));
  return input;
}

}  // namespace

std::optional<CostPrice> CatalogFacts::price_of(const Boards& boards) {
  CostPrice none{exact_input("", 0.0), {}};
  if (boards.count == 0) return none;
  if (boards.model.empty()) return std::nullopt;
  std::optional<CostPrice> price = quote_of_(boards.model, PaidFor::once, boards.model);
  if (!price)
    price = price_of(boards.model, {"gpus", boards.model, "street_price", "street_price_year"});
  if (price) scale(price->input, static_cast<double>(boards.count));
  return price;
}

std::optional<CostInput> CatalogFacts::power_of(const Boards& boards,
                                                std::string_view field) const {
  if (boards.count == 0) return exact_input("", 0.0);
  const CatalogRow* row = find("gpus", boards.model, field);
  if (row == nullptr) return std::nullopt;
  CostInput power = input_of("", *row, "");
  scale(power, static_cast<double>(boards.count));
  return power;
}

/// What remains of the entry without its own boards is the same with any.
void CatalogFacts::take_boards(NodePool& pool, const Boards& own, const Boards& there) {
  const std::string how = fmt::format("with {} in place of {}", text_of(there), text_of(own));
  const auto power = [&](std::optional<CostInput>& fact, std::string_view field) {
    if (fact) fact = exchanged(*fact, power_of(own, field), power_of(there, field));
    if (fact) fact->source += ", " + how;
  };
  power(pool.facts.power_max, "tdp");
  power(pool.facts.power_idle, "idle_power");
  std::optional<CostPrice>& price = pool.facts.price;
  if (!price) return;
  const std::optional<CostPrice> new_price = price_of(there);
  const bool of_one_currency =
      there.count == 0 || !new_price || new_price->unit.currency == price->unit.currency;
  const std::optional<CostPrice> own_price = price_of(own);
  const std::optional<CostInput> now =
      of_one_currency ? exchanged(price->input, own_price, new_price) : std::nullopt;
  if (!now) return price.reset();
  price->input = *now;
  price->input.source += ", " + how;
  notes_.push_back(fmt::format("{}: the entry's, {}", price->input.name, how));
}

bool CatalogFacts::covers(const std::string& fabric, std::string_view what) const {
  const CatalogRow* row = find("pcie_fabrics", fabric, "price_covers");
  return row != nullptr &&
         fmt::format(", {},", row->value).find(fmt::format(" {},", what)) != std::string::npos;
}

void CatalogFacts::take_box(NodePool& pool) {
  if (catalog_ == nullptr) return;
  const auto boards = catalog_->boards.find(pool.name);
  if (boards == catalog_->boards.end() || boards->second.model.empty()) return;
  PartFacts& facts = pool.facts;
  facts.price = price_of(boards->second);
  if (facts.price) {
    facts.price->input.name = fmt::format("price of {}", pool.name);
    facts.price->input.source += fmt::format(", {}", text_of(boards->second));
  }
  facts.power_max = power_of(boards->second, "tdp");
  facts.power_idle = power_of(boards->second, "idle_power");
  if (facts.power_max) facts.power_max->name = fmt::format("maximum power of {}", pool.name);
  if (facts.power_idle) facts.power_idle->name = fmt::format("idle power of {}", pool.name);
  take_chassis(pool);
}

/// A box without its GPUs: so many of them as the fabric's price does not cover.
void CatalogFacts::take_chassis(NodePool& pool) {
  if (!pool.box) return;
  const BoxFabric& box = *pool.box;
  PartFacts& facts = pool.facts;
  std::int64_t further = pool.count;
  if (box.in_box || covers(box.type, "box")) {
    std::int64_t& covered = boxes_in_price_[box.network];
    const std::int64_t here = std::min(pool.count, box.fabrics - covered);
    covered += here;
    further -= here;
  }
  const CatalogRow* price = find("pcie_fabrics", box.type, "box_price");
  const auto chassis = price == nullptr ? std::nullopt : gpuscape::price_of("", *price, "");
  const bool alike = chassis && facts.price && chassis->unit.currency == facts.price->unit.currency;
  if (further > 0 && alike) {
    CostInput share = chassis->input;
    scale(share, static_cast<double>(further) / static_cast<double>(pool.count));
    add(facts.price->input, share);
    facts.price->input.source += fmt::format(", and {} of {} chassis", further, pool.count);
  } else if (further > 0) {
    facts.without.push_back(
        {fmt::format("{} chassis of {}", further, pool.name), Uncounted::Lacks::price});
  }
  if (!(facts.rack_units > 0.0))
    if (const CatalogRow* units = find("pcie_fabrics", box.type, "box_rack_units"))
      facts.rack_units = input_of("", *units, "").value;
  if (box.in_box) return;
  const CatalogRow* power = find("pcie_fabrics", box.type, "box_power");
  if (power == nullptr)
    return facts.without.push_back(
        {fmt::format("the chassis of {}", pool.name), Uncounted::Lacks::power});
  const CostInput fans = input_of("", *power, "");
  if (facts.power_max) add(*facts.power_max, fans);
  if (facts.power_idle) add(*facts.power_idle, fans);
}

}  // namespace gpuscape
