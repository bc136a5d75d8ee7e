#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/cost_spec.hpp"
#include "sim/scenario/sections/read_axis.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

constexpr double kYear = 365.0 * 86400.0;

Currency read_currency(ObjectReader& reader) {
  const std::string code = reader.text(
      "currency", "USD", "Currency of every amount in the answer: three capital letters.");
  const std::optional<Currency> currency = Currency::named(code);
  if (!currency)
    reader.issue("currency", fmt::format("\"{}\" is not a currency", excerpt(code)),
                 "three capital letters, for example \"EUR\"");
  return currency.value_or(Currency());
}

std::string read_date(ObjectReader& reader) {
  const std::optional<std::string> date = reader.optional_text(
      "prices_as_of",
      "Month of the prices in this scenario, \"2026-10\"; needed with any. Of the catalogue's "
      "prices of one thing the newest counts that is not of later; without it the newest.");
  if (date && !is_month(*date))
    reader.issue("prices_as_of", fmt::format("\"{}\" is not a month", excerpt(*date)),
                 "for example \"2026-10\"");
  return date.value_or("");
}

void read_exchange(ObjectReader& reader, CostSpec& spec) {
  constexpr std::string_view kDoc =
      "What one unit of another currency is in `currency`: {\"USD\": 0.92}, or "
      "{\"USD\": {\"value\": 0.92, \"low\": 0.85, \"high\": 1, \"source\": \"2026-10\"}}.";
  if (reader.describing()) return reader.ignored("exchange", FieldType::uncertain_map, kDoc);
  reader.optional_object("exchange", kDoc, [&](ObjectReader& rates) {
    for (const JsonMember& member : rates.value().members()) {
      const std::optional<Currency> from = Currency::named(member.key);
      const auto rate =
          rates.optional_uncertain(member.key, "By the currency's letters.", kPositive);
      if (!from)
        rates.issue(member.key, fmt::format("\"{}\" is not a currency", excerpt(member.key)),
                    "three capital letters, for example \"USD\"");
      else if (*from == spec.currency)
        rates.issue(member.key, "this is the currency of the answer: its rate is 1");
      else if (rate)
        spec.exchange.emplace_back(*from, *rate);
    }
  });
}

void need_date(ObjectReader& reader, std::string_view key, const CostSpec& spec) {
  if (!spec.prices_as_of.empty()) return;
  reader.issue(key, "a price without a date: \"prices_as_of\" is missing in \"cost\"",
               "for example \"prices_as_of\": \"2026-10\"");
}

constexpr std::array<std::string_view, 4> kAcquired{"owned", "on-demand", "reserved", "spot"};

void read_pool(const std::string& name, ObjectReader& reader, CostSpec& spec) {
  CostPoolSpec pool{.name = name};
  pool.pointer = reader.pointer();
  pool.place = reader.value().place();
  const std::string how = reader.one_of(
      "acquire", {kAcquired.begin(), kAcquired.end()}, "owned",
      "Bought, or rented: on demand, by a reservation that is paid whether used or not, or spot.");
  const auto* at = std::ranges::find(kAcquired, how);
  if (at != kAcquired.end()) pool.acquire = static_cast<Acquire>(at - kAcquired.begin());
  const bool owned = pool.acquire == Acquire::owned;
  const auto term = reader.optional_quantity<Seconds>(
      "term", "Term of a reservation: `1 y` or `3 y`.", kPositive);
  pool.term = term.value_or(Seconds(kYear));
  if (term && pool.acquire != Acquire::reserved && !reader.describing())
    reader.issue("term", "only a reservation has a term", R"(write "acquire": "reserved")");
  if (term && pool.term > spec.horizon)
    reader.issue("term", fmt::format("a term of {} is longer than the horizon of {}",
                                     exact_text(pool.term), exact_text(spec.horizon)));
  pool.billed_in_use =
      reader.one_of("billed", {"always", "in-use"}, "always",
                    "Rented nodes are paid for every hour, or while they hold a job; nodes are "
                    "there at once then.") == "in-use";
  pool.least_bill = reader.quantity<Seconds>(
      "least_bill", Seconds(60.0), "What is billed at least each time a node is up.", kNotNegative);
  const bool by_use = pool.acquire == Acquire::on_demand || pool.acquire == Acquire::spot;
  if (pool.billed_in_use && !by_use)
    reader.issue("billed", "only nodes that are rented on demand or spot are billed by use");
  pool.region =
      reader
          .optional_text("region", "Region of the provider; the catalogue's prices must be of it.")
          .value_or("");
  if (!pool.region.empty() && owned) reader.issue("region", "only rented nodes are of a region");
  constexpr std::string_view kPrice =
      "Price of one node, instead of the catalogue's: once where it is owned, else per hour.";
  if (reader.describing())
    reader.ignored("price", FieldType::price_or_rent, kPrice);
  else
    pool.price = reader.optional_price("price", owned ? PaidFor::once : PaidFor::time, kPrice);
  constexpr std::string_view kAfter =
      "Price of one reserved node per hour, after its last whole term in the horizon; without it "
      "the "
      "catalogue's on-demand price.";
  pool.price_after = reader.optional_price("price_after", PaidFor::time, kAfter);
  if (pool.price_after && pool.acquire != Acquire::reserved)
    reader.issue("price_after", "only a reservation has a price after its term",
                 R"(write "acquire": "reserved")");
  pool.power_max = reader.optional_quantity<Watts>("power_max", "What a node draws at full load.");
  pool.power_idle = reader.optional_quantity<Watts>("power_idle", "What an idle node draws.");
  if (pool.power_max && pool.power_idle && *pool.power_idle > *pool.power_max)
    reader.issue("power_idle", "an idle node draws more than one at full load");
  pool.rack_units = reader.optional_number("rack_units", "Height of one node.", kNotNegative);
  if (pool.price) need_date(reader, "price", spec);
  if (pool.price_after) need_date(reader, "price_after", spec);
  spec.pools.push_back(std::move(pool));
}

/// Of `switches` of a network, say.
void read_part(const std::string& network, std::string_view part, ObjectReader& reader,
               CostSpec& spec) {
  CostPartSpec said{.network = network, .part = std::string(part)};
  said.price = reader.optional_price("price", PaidFor::once,
                                     "Price of one of them, instead of the catalogue's.");
  if (said.price) need_date(reader, "price", spec);
  if (part != kNetworkParts[3])
    said.power = reader.optional_quantity<Watts>("power", "What one of them draws.", kNotNegative);
  if (part == kNetworkParts[0])
    said.rack_units = reader.optional_number("rack_units", "Height of one of them.", kNotNegative);
  spec.parts.push_back(std::move(said));
}

void read_network(const std::string& name, ObjectReader& reader, CostSpec& spec) {
  constexpr std::array<std::string_view, 4> kDocs{
      "Switches or PCIe fabrics of the network.", "Cables between nodes and switches.",
      "Cables between switches.", "Adapters of hosts on a PCIe fabric."};
  for (std::size_t i = 0; i < kNetworkParts.size(); ++i)
    reader.optional_object(kNetworkParts[i], kDocs[i], [&](ObjectReader& part) {
      read_part(name, kNetworkParts[i], part, spec);
    });
}

void read_varied(const std::string& name, ObjectReader& reader, CostSpec& spec) {
  constexpr std::size_t kMostValues = 50;
  AxisSpec varied = read_axis(name, reader, AxisUse::vary);
  if (reader.describing()) return;
  if (varied.values.size() < 2 || varied.values.size() > kMostValues)
    reader.issue(reader.has("range") ? "range" : "values",
                 fmt::format("a list of 2 to {} values is needed", kMostValues),
                 "for example [0.2, 0.4, 0.6, 0.8]");
  spec.vary.push_back(std::move(varied));
}

}  // namespace

std::shared_ptr<const CostSpec> read_cost(ObjectReader& reader, const std::string& file) {
  CostSpec spec;
  spec.place = reader.value().place();
  spec.currency = read_currency(reader);
  spec.prices_as_of = read_date(reader);
  spec.horizon = reader.quantity<Seconds>("horizon", Seconds(5.0 * kYear),
                                          "How long the design is used; costs are summed over it.",
                                          Bounds{.least = 86400.0, .most = 30.0 * kYear});
  spec.build = reader.quantity<Seconds>(
      "build", Seconds(0.0), "Time from the purchase to the first job; it is part of the horizon.",
      kNotNegative);
  if (spec.build >= spec.horizon)
    reader.issue("build", fmt::format("the first job starts after {}, the horizon ends after {}",
                                      exact_text(spec.build), exact_text(spec.horizon)));
  spec.tax = reader.optional_uncertain(
      "tax",
      "Value-added or sales tax that is not recovered, as a share of what is paid: on everything "
      "but "
      "staff and interest. Totals are without it and are printed with it beside.",
      kShare);
  read_exchange(reader, spec);
  spec.price_list_as_written =
      reader
          .optional_text("price_list",
                         "Prices of one's own, as a table with the columns item, price, date, "
                         "source, and low and high where there are any; relative to the file that "
                         "names it.")
          .value_or("");
  if (const JsonValue* value = reader.value().find("price_list")) {
    spec.price_list_place = value->place();
    spec.price_list = file_named_in(reader, "price_list", file);
  }
  reader.map("pools", "What groups of nodes cost, and how they are acquired, by their names.",
             [&](const std::string& name, ObjectReader& r) { read_pool(name, r, spec); });
  reader.map("networks",
             "What parts of networks cost, by the networks' names, instead of the catalogue's.",
             [&](const std::string& name, ObjectReader& r) { read_network(name, r, spec); });
  reader.map("vary",
             "What changes the run and is not known well, by names of your own: the design is run "
             "at each value, with the same random numbers.",
             [&](const std::string& name, ObjectReader& r) { read_varied(name, r, spec); });
  return std::make_shared<const CostSpec>(std::move(spec));
}

}  // namespace gpuscape
