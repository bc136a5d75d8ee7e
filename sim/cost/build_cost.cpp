#include "sim/cost/build_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog_prices.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kOneYear{365.0 * 86400.0};
constexpr Seconds kThreeYears = kOneYear * 3.0;

double number_or(const std::string& text, double otherwise) {
  double number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

CostInput input_of(std::string name, const CatalogRow& row, const std::string& dated) {
  const double value = number_or(row.value, 0.0);
  const bool guess = row.origin.kind == FieldKind::guess;
  return {.name = std::move(name),
          .value = value,
          .low = number_or(row.low, value),
          .high = number_or(row.high, value),
          .source = guess ? fmt::format("a guess{}", dated)
                          : fmt::format("{}{}", row.origin.decided_by, dated),
          .origin = guess ? CostOrigin::guess : CostOrigin::sourced};
}

CostInput input_of(std::string name, const UncertainPrice& price, const std::string& date) {
  return {.name = std::move(name),
          .value = price.value.amount,
          .low = price.low.amount,
          .high = price.high.amount,
          .source = price.source,
          .origin = price.source.empty() ? CostOrigin::user : CostOrigin::sourced,
          .date = date};
}

/// A catalogue's price: its unit is "USD" or "USD/h".
std::optional<CostPrice> price_of(const std::string& name, const CatalogRow* row,
                                  const CatalogRow* year) {
  if (row == nullptr) return std::nullopt;
  const UnitReading<Price> unit = parse_price(fmt::format("1 {}", row->unit));
  if (!unit.value) return std::nullopt;
  CostPrice price{input_of(name, *row, year == nullptr ? "" : ", " + year->value), *unit.value};
  if (year != nullptr) price.input.date = year->value;
  return price;
}

class Filler {
 public:
  Filler(const CostSpec& spec, ReadingContext& context) : spec_(spec), context_(context) {}

  void pool(NodePool& pool) {
    const CostPoolSpec* said = spec_.pool(pool.name);
    take_catalog(pool, said == nullptr ? Acquire::owned : said->acquire,
                 said == nullptr ? kOneYear : said->term);
    PartFacts& facts = pool.facts;
    const std::string price = fmt::format("price of {}", pool.name);
    const bool owned = said == nullptr || said->acquire == Acquire::owned;
    const std::size_t quotes = used_.size();
    take_quote(pool.type, owned ? PaidFor::once : PaidFor::time, price, facts);
    take_quote(pool.name, owned ? PaidFor::once : PaidFor::time, price, facts);
    if (said == nullptr) return;
    if (used_.size() == quotes) check_region(*said, facts);
    if (said->price)
      facts.price =
          CostPrice{input_of(price, *said->price, spec_.prices_as_of), said->price->value};
    const auto watts = [&](const std::optional<Watts>& power, const char* name) {
      const double value = power->value();
      return CostInput{.name = fmt::format("{} of {}", name, pool.name),
                       .value = value,
                       .low = value,
                       .high = value};
    };
    if (said->power_max) facts.power_max = watts(said->power_max, "maximum power");
    if (said->power_idle) facts.power_idle = watts(said->power_idle, "idle power");
    if (said->rack_units) facts.rack_units = *said->rack_units;
    if (said->acquire != Acquire::owned && !facts.price)
      context_.add(said->place, said->pointer + "/acquire",
                   fmt::format("no price for a node that is rented {}", how(said->acquire)),
                   "give \"price\", for example \"32.8 USD/h\"");
  }

  void part(PartCount& part) {
    if (part.type.empty()) return;
    take_catalog(part);
    take_quote(part.type, PaidFor::once, fmt::format("price of {}", part.type), part.facts);
  }

  /// Quotes of something in the design.
  [[nodiscard]] std::size_t quotes_used() const { return used_.size(); }

 private:
  void take_quote(const std::string& item, PaidFor paid_for, const std::string& name,
                  PartFacts& facts) {
    for (const PriceQuote& quote : spec_.quotes) {
      if (item.empty() || quote.item != item || quote.price.value.paid_for != paid_for) continue;
      facts.price = CostPrice{input_of(name, quote.price, quote.date), quote.price.value};
      used_.insert(&quote);
    }
  }

  void take_catalog(PartCount& part) const {
    if (!spec_.catalog) return;
    const bool is_switch = part.kind == PartCount::Kind::switches;
    const std::string section = is_switch ? "switches" : "cables";
    const auto find = [&](std::string_view field) {
      return spec_.catalog->find(section, part.type, field);
    };
    part.facts.price =
        price_of(fmt::format("price of {}", part.type), find("price"), find("price_year"));
    if (const CatalogRow* power = find(is_switch ? "power_typical" : "power"))
      part.facts.power_max = input_of(fmt::format("power of {}", part.type), *power, "");
  }

  static std::string_view how(Acquire acquire) {
    switch (acquire) {
      case Acquire::reserved:
        return "by reservation";
      case Acquire::spot:
        return "at the spot price";
      default:
        return "on demand";
    }
  }

  /// A region that the scenario names has to be that of the catalogue's price.
  void check_region(const CostPoolSpec& said, const PartFacts& facts) {
    if (said.region.empty() || said.price || !facts.price || !spec_.catalog) return;
    const auto entry = spec_.catalog->nodes.find(said.name);
    if (entry == spec_.catalog->nodes.end()) return;
    const CatalogRow* region =
        spec_.catalog->find(entry->second.first, entry->second.second, "region");
    if (region == nullptr || said.region.starts_with(region->value)) return;
    context_.add(said.place, said.pointer + "/region",
                 fmt::format("{} has a price in {}, none in {}", entry->second.second,
                             region->value, excerpt(said.region)),
                 "give \"price\", for example \"32.8 USD/h\"");
  }

  static std::string_view rate_field(Acquire acquire, Seconds term) {
    if (acquire == Acquire::spot) return "spot";
    if (acquire == Acquire::on_demand) return "on_demand";
    if (term == kOneYear) return "reserved_1y";
    return term == kThreeYears ? "reserved_3y" : "";
  }

  void take_catalog(NodePool& pool, Acquire acquire, Seconds term) const {
    if (!spec_.catalog) return;
    const auto entry = spec_.catalog->nodes.find(pool.name);
    if (entry == spec_.catalog->nodes.end()) return;
    const auto find = [&](std::string_view field) {
      return spec_.catalog->find(entry->second.first, entry->second.second, field);
    };
    const std::string price = fmt::format("price of {}", pool.name);
    if (acquire != Acquire::owned) {
      pool.facts.price = price_of(price, find(rate_field(acquire, term)), find("price_date"));
      return;
    }
    pool.facts.price = price_of(price, find("list_price"), find("list_price_year"));
    if (const CatalogRow* power = find("power_max"))
      pool.facts.power_max = input_of(fmt::format("maximum power of {}", pool.name), *power, "");
    if (const CatalogRow* power = find("power_idle"))
      pool.facts.power_idle = input_of(fmt::format("idle power of {}", pool.name), *power, "");
  }

  const CostSpec& spec_;
  ReadingContext& context_;
  std::set<const PriceQuote*> used_;
};

void check_pools(const CostSpec& spec, const Inventory& inventory, ReadingContext& context) {
  std::vector<std::string> names;
  names.reserve(inventory.pools.size());
  for (const NodePool& pool : inventory.pools) names.push_back(pool.name);
  for (const CostPoolSpec& said : spec.pools)
    if (std::ranges::find(names, said.name) == names.end())
      context.add(said.place, said.pointer,
                  fmt::format("no group of nodes is called \"{}\"", excerpt(said.name)),
                  nearest_hint(said.name, names));
}

void check_currency(const CostModel& model, const CostPrice& price, ReadingContext& context) {
  const Currency currency = price.unit.currency;
  if (model.exchange().knows(currency)) return;
  context.add(model.spec().place, "/cost",
              fmt::format("{} is in {}, the answer is in {}, and no exchange rate is given",
                          price.input.name, currency.code(), model.spec().currency.code()),
              fmt::format("\"exchange\": {{\"{}\": 0.92}} for example, or \"currency\": \"{}\"",
                          currency.code(), currency.code()));
}

}  // namespace

CostModel build_cost(const CostSpec& spec, const Cluster& cluster, CostModel::Items items,
                     ReadingContext& context) {
  Inventory inventory = inventory_of(cluster);
  check_pools(spec, inventory, context);
  Filler filler(spec, context);
  for (NodePool& pool : inventory.pools) filler.pool(pool);
  for (PartCount& part : inventory.parts) filler.part(part);
  if (!spec.quotes.empty() && filler.quotes_used() == 0)
    context.add(spec.price_list_place, "/cost/price_list",
                fmt::format("none of the {} prices of {} is of something in the design",
                            spec.quotes.size(), excerpt(spec.price_list_as_written)),
                "an item is the name of a group of nodes or the id of a catalogue entry");
  CostModel model(spec, std::move(inventory), std::move(items));
  if (!spec.quotes.empty())
    model.note(fmt::format("{} of {} prices of {} are used", filler.quotes_used(),
                           spec.quotes.size(), spec.price_list_as_written));
  for (const NodePool& pool : model.inventory().pools)
    if (pool.facts.price) check_currency(model, *pool.facts.price, context);
  for (const PartCount& part : model.inventory().parts)
    if (part.facts.price) check_currency(model, *part.facts.price, context);
  for (const auto& [name, item] : model.items())
    for (const CostPrice* price : item->prices()) check_currency(model, *price, context);
  for (auto& [item, why] : model.misfits())
    context.add(spec.place, "/cost/items/" + item, std::move(why));
  return model;
}

}  // namespace gpuscape
