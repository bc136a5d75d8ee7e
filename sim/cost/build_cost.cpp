#include "sim/cost/build_cost.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog_prices.hpp"
#include "sim/cost/catalog_facts.hpp"
#include "sim/cost/catalog_inputs.hpp"

namespace gpuscape {

namespace {

class Filler {
 public:
  Filler(const CostSpec& spec, ReadingContext& context)
      : spec_(spec),
        context_(context),
        facts_(
            spec.catalog.get(), spec,
            [this](const std::string& item, PaidFor paid_for, const std::string& name) {
              return quote_of(item, paid_for, name);
            },
            notes_) {}

  void pool(NodePool& pool) {
    const CostPoolSpec* said = spec_.pool(pool.name);
    const bool owned = said == nullptr || said->acquire == Acquire::owned;
    const bool priced = said != nullptr && said->price;
    if (owned)
      facts_.take_owned(pool);
    else
      facts_.take_rented(pool, *said);
    PartFacts& facts = pool.facts;
    const PaidFor paid_for = owned ? PaidFor::once : PaidFor::time;
    const std::string price = fmt::format("price of {}", pool.name);
    bool quoted = false;
    for (const std::string& item : {pool.type, pool.name})
      if (std::optional<CostPrice> quote = quote_of(item, paid_for, price)) {
        set_price(facts, std::move(*quote));
        quoted = true;
      }
    if (said == nullptr) return;
    if (!quoted) check_region(*said, facts);
    if (priced) set_price(facts, price_of(price, *said->price, spec_.prices_as_of));
    if (said->price_after)
      facts.price_after = price_of(fmt::format("price of {} after its term", pool.name),
                                   *said->price_after, spec_.prices_as_of);
    take_said(*said, facts);
    if (!owned && !facts.price)
      context_.add(said->place, said->pointer + "/acquire",
                   fmt::format("no price for a node that is rented {}", how(said->acquire)),
                   "give \"price\", for example \"32.8 USD/h\"");
  }

  void part(PartCount& part) {
    facts_.take(part);
    PartFacts& facts = part.facts;
    const std::string name = part.type.empty() ? part.plural_of_network() : part.type;
    const std::string price = fmt::format("price of {}", name);
    if (std::optional<CostPrice> quote = quote_of(part.type, PaidFor::once, price))
      facts.price = std::move(quote);
    if (part.kind == PartCount::Kind::storage)
      if (std::optional<CostPrice> quote = quote_of(part.network, PaidFor::once, price))
        facts.price = std::move(quote);
    for (const CostPartSpec& said : spec_.parts) {
      if (said.network != part.network || said.part != part.kind_name()) continue;
      if (said.price) facts.price = price_of(price, *said.price, spec_.prices_as_of);
      if (said.power) facts.power_max = exact_input("power of " + name, said.power->value());
      if (said.rack_units) facts.rack_units = *said.rack_units;
      if (said.price) part.is_assumed = false;
    }
  }

  /// Quotes of something in the design.
  [[nodiscard]] std::size_t quotes_used() const { return used_.size(); }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// The last one in the list.
  std::optional<CostPrice> quote_of(const std::string& item, PaidFor paid_for,
                                    const std::string& name) {
    std::optional<CostPrice> found;
    for (const PriceQuote& quote : spec_.quotes) {
      if (item.empty() || quote.item != item || quote.price.value.paid_for != paid_for) continue;
      found = price_of(name, quote.price, quote.date);
      found->input.source_class = "quote";
      used_.insert(&quote);
    }
    return found;
  }

  /// A price of the user's own is of all of it.
  static void set_price(PartFacts& facts, CostPrice price) {
    facts.price = std::move(price);
    std::erase_if(facts.without,
                  [](const Uncounted& one) { return one.lacks == Uncounted::Lacks::price; });
  }

  static void take_said(const CostPoolSpec& said, PartFacts& facts) {
    const auto watts = [&](const std::optional<Watts>& power, const char* name) {
      return exact_input(fmt::format("{} of {}", name, said.name), power->value());
    };
    if (said.power_max) facts.power_max = watts(said.power_max, "maximum power");
    if (said.power_idle) facts.power_idle = watts(said.power_idle, "idle power");
    if (said.power_max) facts.limited.reset();  // it is with the limit
    if (said.power_max)
      std::erase_if(facts.without,
                    [](const Uncounted& one) { return one.lacks == Uncounted::Lacks::power; });
    if (said.rack_units) facts.rack_units = *said.rack_units;
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

  const CostSpec& spec_;
  ReadingContext& context_;
  std::vector<std::string> notes_;
  std::set<const PriceQuote*> used_;
  CatalogFacts facts_;
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

void check_networks(const CostSpec& spec, const Cluster& cluster, ReadingContext& context) {
  std::vector<std::string> names;
  for (const NamedNetwork& network : cluster.networks()) names.push_back(network.name);
  for (const CostPartSpec& said : spec.parts)
    if (std::ranges::find(names, said.network) == names.end())
      context.add(spec.place, "/cost/networks/" + said.network,
                  fmt::format("no network is called \"{}\"", excerpt(said.network)),
                  nearest_hint(said.network, names));
}

/// Whether it joins rented nodes and no others: it is the provider's then.
bool is_rented(const CostSpec& spec, const Cluster& cluster, const Network& network) {
  const Platform& platform = cluster.platform();
  bool any = false;
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    if (network.ports().rails_of(platform.first_node(i)) == 0) continue;
    const CostPoolSpec* said = spec.pool(platform.groups()[i].name);
    if (said == nullptr || said->acquire == Acquire::owned) return false;
    any = true;
  }
  return any;
}

/// Leaves out what is the provider's; the names of its networks.
std::vector<std::string> leave_out_rented(const CostSpec& spec, const Cluster& cluster,
                                          Inventory& inventory) {
  std::vector<std::string> names;
  for (const NamedNetwork& network : cluster.networks())
    if (is_rented(spec, cluster, *network.network)) names.push_back(network.name);
  std::erase_if(inventory.parts, [&](const PartCount& part) {
    return std::ranges::find(names, part.network) != names.end();
  });
  return names;
}

/// A price list may be of another design of the same file.
void check_quotes(const CostSpec& spec, std::size_t used, ReadingContext& context) {
  if (spec.quotes.empty() || used > 0 || spec.quotes_are_of_file) return;
  context.add(spec.price_list_place, "/cost/price_list",
              fmt::format("none of the {} prices of {} is of something in the designs of the file",
                          spec.quotes.size(), excerpt(spec.price_list_as_written)),
              "an item is the name of a group of nodes or the id of a catalogue entry");
}

/// What readers should know of how the parts were priced.
void add_notes(const CostSpec& spec, const Filler& filler, CostModel& model) {
  if (!spec.quotes.empty())
    model.note(fmt::format("{} of {} prices of {} are used", filler.quotes_used(),
                           spec.quotes.size(), spec.price_list_as_written));
  for (const std::string& note : filler.notes()) model.note(note);
  std::vector<std::string> assumed;
  for (const PartCount& part : model.inventory().parts)
    if (part.is_assumed) assumed.push_back(part.name());
  if (!assumed.empty())
    model.note(fmt::format("assumed by their speed: {}; a network may name others",
                           fmt::join(assumed, ", ")));
}

void check_currency(const CostModel& model, const CostPrice& price, ReadingContext& context) {
  const Currency currency = price.unit.currency;
  if (model.exchange().knows(currency)) return;
  context.add(model.spec().place, "/cost",
              fmt::format("cannot convert {} from {} to {}: no exchange rate is given",
                          price.input.name, currency.code(), model.spec().currency.code()),
              fmt::format("\"exchange\": {{\"{}\": 0.92}} for example, or \"currency\": \"{}\"",
                          currency.code(), currency.code()));
}

}  // namespace

CostModel build_cost(const CostSpec& spec, const Cluster& cluster, std::span<const StoredOn> stores,
                     CostModel::Items items, ReadingContext& context) {
  Inventory inventory = inventory_of(cluster, stores);
  const std::vector<std::string> rented = leave_out_rented(spec, cluster, inventory);
  check_pools(spec, inventory, context);
  check_networks(spec, cluster, context);
  Filler filler(spec, context);
  for (NodePool& pool : inventory.pools) filler.pool(pool);
  for (PartCount& part : inventory.parts) filler.part(part);
  check_quotes(spec, filler.quotes_used(), context);
  CostModel model(spec, std::move(inventory), std::move(items));
  add_notes(spec, filler, model);
  if (!rented.empty())
    model.note(fmt::format("network {} joins rented nodes only: it is the provider's",
                           fmt::join(rented, ", ")));
  const auto check_facts = [&](const PartFacts& facts) {
    for (const std::optional<CostPrice>* price : {&facts.price, &facts.price_after})
      if (*price) check_currency(model, **price, context);
  };
  for (const NodePool& pool : model.inventory().pools) check_facts(pool.facts);
  for (const PartCount& part : model.inventory().parts) check_facts(part.facts);
  for (const auto& [name, item] : model.items())
    for (const CostPrice* price : item->prices()) check_currency(model, *price, context);
  for (auto& [item, why] : model.misfits()) {
    context.add(spec.place, "/cost/items/" + item, std::move(why));
    ++context.kept<Misfits>().found;
  }
  return model;
}

}  // namespace gpuscape
