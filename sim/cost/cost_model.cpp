#include "sim/cost/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/units/clock_units.hpp"
#include "sim/cost/price_date.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kYear{365.0 * 86400.0};

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// Of all that is owned, cables aside.
bool knows_power(const CostBasis& basis) {
  const auto pool_does = [&](const NodePool& pool) {
    return !basis.is_owned(pool) || (pool.facts.power_max && pool.facts.power_idle);
  };
  const auto part_does = [](const PartCount& part) {
    return part.kind != PartCount::Kind::switches || part.facts.power_max;
  };
  return std::ranges::all_of(basis.inventory.pools, pool_does) &&
         std::ranges::all_of(basis.inventory.parts, part_does);
}

double ratio(double amount, double of) {
  return of > 0.0 ? amount / of : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Seconds CostBasis::length_of(int year) const {
  const Seconds begin = kYear * static_cast<double>(year - 1);
  return std::clamp(horizon - begin, Seconds(0.0), kYear);
}

Seconds CostBasis::end_of(int year) const {
  return std::min(kYear * static_cast<double>(year), horizon);
}

Seconds CostBasis::used_length_of(int year) const {
  const Seconds begin = kYear * static_cast<double>(year - 1);
  const Seconds unused = std::clamp(spec.build - begin, Seconds(0.0), length_of(year));
  return length_of(year) - unused;
}

int CostBasis::year_of(Seconds date) const {
  return std::clamp(static_cast<int>(std::ceil(date / kYear)), 1, years);
}

std::vector<Uncounted> lacking_power(const CostBasis& basis) {
  std::vector<Uncounted> all;
  for (const NodePool& pool : basis.inventory.pools)
    if (basis.is_owned(pool)) pool.facts.add_lacking(pool.name, Uncounted::Lacks::power, all);
  // Adapters draw what their nodes are rated for.
  for (const PartCount& part : basis.inventory.parts)
    if (part.kind != PartCount::Kind::adapters)
      part.facts.add_lacking(part.name(), Uncounted::Lacks::power, all);
  return all;
}

double CostTotals::per_useful_gpu_hour() const { return ratio(total, useful_gpu_hours); }
double CostTotals::per_job() const { return ratio(total, jobs); }
double CostSwing::width() const { return std::abs(at_high - at_low); }

CostModel::CostModel(CostSpec spec, Inventory inventory, Items items)
    : spec_(std::move(spec)),
      inventory_(std::move(inventory)),
      items_(std::move(items)),
      exchange_(spec_.currency) {
  for (const auto& [currency, rate] : spec_.exchange)
    exchange_.set(currency, {.name = "exchange rate of " + std::string(currency.code()),
                             .value = rate.value,
                             .low = rate.low,
                             .high = rate.high,
                             .source = rate.source});
  exchange_.add_to(inputs_);
  for (NodePool& pool : inventory_.pools) pool.facts.add_to(inputs_);
  for (PartCount& part : inventory_.parts) part.facts.add_to(inputs_);
  for (auto& [name, item] : items_) item->add_inputs(inputs_, name);
}

CostBasis CostModel::basis(const Usage& usage, const CostDraw& draw) const {
  const Seconds horizon = draw.horizon_or(spec_.horizon);
  return {.inventory = inventory_,
          .usage = usage,
          .spec = spec_,
          .exchange = exchange_,
          .horizon = horizon,
          .years = static_cast<int>(std::ceil(horizon / kYear))};
}

void CostModel::add_lines(const Usage& usage, const CostDraw& draw, Ledger& ledger) const {
  const CostBasis here = basis(usage, draw);
  for (const bool on_capital : {false, true})
    for (const auto& [name, item] : items_)
      if (item->is_on_capital() == on_capital) item->add_lines(name, here, draw, ledger);
}

Ledger CostModel::ledger(const Usage& usage, const CostDraw& draw) const {
  Ledger ledger;
  add_lines(usage, draw, ledger);
  return ledger;
}

Ledger CostModel::amounts(const Usage& usage, const CostDraw& draw) const {
  Ledger ledger(Ledger::Words::left_out);
  add_lines(usage, draw, ledger);
  return ledger;
}

CostTotals CostModel::totals(const Usage& usage, const CostDraw& draw) const {
  const Ledger paid = amounts(usage, draw);
  CostTotals totals{.capex = paid.total(CostKind::capex),
                    .opex = paid.total(CostKind::opex),
                    .total = paid.total()};
  const CostBasis here = basis(usage, draw);
  const Seconds used = std::max(here.horizon - spec_.build, Seconds(0.0));
  for (std::size_t i = 0; i < inventory_.pools.size(); ++i) {
    const NodePool& pool = inventory_.pools[i];
    const double hours =
        static_cast<double>(pool.count * pool.gpus) * (used.value() / kSecondsPerHour);
    if (here.is_owned(pool) && pool.facts.power_max)
      totals.power_max += static_cast<double>(pool.count) * draw(*pool.facts.power_max);
    totals.held_gpu_hours += hours * usage.pools[i].held_share;
    totals.useful_gpu_hours += hours * usage.pools[i].useful_share;
  }
  for (const PartCount& part : inventory_.parts)
    if (part.facts.power_max)
      totals.power_max += static_cast<double>(part.count) * draw(*part.facts.power_max);
  const Electricity drawn = electricity(here, draw);
  totals.energy_kwh = drawn.kwh;
  if (drawn.carbon_kg) totals.carbon_kg = *drawn.carbon_kg;
  if (!knows_power(here)) totals.power_max = totals.energy_kwh = totals.carbon_kg = kNotKnown;
  totals.jobs = usage.jobs_per_second * used.value();
  return totals;
}

Electricity CostModel::electricity(const CostBasis& basis, const CostDraw& draw) const {
  Electricity all;
  for (const auto& [name, item] : items_) {
    const Electricity one = item->electricity(basis, draw);
    all.kwh += one.kwh;
    if (one.carbon_kg) all.carbon_kg = all.carbon_kg.value_or(0.0) + *one.carbon_kg;
  }
  return all;
}

std::optional<PowerDraw> CostModel::power_draw() const {
  const Usage none = unused();
  for (const auto& [name, item] : items_)
    if (std::optional<PowerDraw> draw = item->power_draw(basis(none, {}))) return draw;
  return std::nullopt;
}

Electricity CostModel::electricity_unused() const {
  const Usage none = unused();
  return electricity(basis(none, {}), {});
}

double CostModel::tax_on(const CostLine& line) const {
  if (!spec_.tax || !(line.amount > 0.0)) return 0.0;
  const auto item = std::ranges::find(items_, line.item, &Items::value_type::first);
  return item->second->is_taxed() ? line.amount * spec_.tax->value : 0.0;
}

std::vector<CostSwing> CostModel::swings(const Usage& usage) const {
  std::vector<CostSwing> all;
  for (const CostInput& input : inputs_.all()) {
    if (!input.has_range()) continue;
    CostSwing swing{.input = input,
                    .at_low = totals(usage, CostDraw(input.id, input.low)).total,
                    .at_high = totals(usage, CostDraw(input.id, input.high)).total};
    if (swing.width() > 0.0) all.push_back(std::move(swing));
  }
  std::ranges::stable_sort(
      all, [](const CostSwing& a, const CostSwing& b) { return a.width() > b.width(); });
  return all;
}

std::vector<CostWeight> CostModel::certain(const Usage& usage) const {
  constexpr double kStep = 0.1;
  constexpr double kLeast = 0.05;
  const double total = amounts(usage).total();
  std::vector<CostWeight> all;
  for (const CostInput& input : inputs_.all()) {
    if (input.has_range() || !(total > 0.0)) continue;
    const double more = amounts(usage, CostDraw(input.id, (1.0 + kStep) * input.value)).total();
    const double share = (more - total) / kStep / total;
    if (std::abs(share) >= kLeast) all.push_back({input, share});
  }
  std::ranges::stable_sort(all, [](const CostWeight& a, const CostWeight& b) {
    return std::abs(a.share) > std::abs(b.share);
  });
  return all;
}

Usage CostModel::unused() const {
  return {.pools = std::vector<PoolUsage>(inventory_.pools.size())};
}

std::vector<std::pair<std::string, std::string>> CostModel::misfits() const {
  std::vector<std::pair<std::string, std::string>> all;
  const Usage none = unused();
  const CostBasis here = basis(none, {});
  for (const auto& [name, item] : items_)
    for (std::string& why : item->misfits(here)) all.emplace_back(name, std::move(why));
  return all;
}

std::vector<std::string> CostModel::notes() const {
  std::vector<std::string> all;
  const Usage none = unused();
  const CostBasis here = basis(none, {});
  for (const auto& [name, item] : items_)
    for (std::string& note : item->notes(here)) all.push_back(std::move(note));
  all.insert(all.end(), notes_.begin(), notes_.end());
  return all;
}

std::vector<CostInput> CostModel::old_prices() const {
  constexpr int kOld = 18;
  int now = months_since_0(spec_.prices_as_of);
  if (now == 0)
    for (const CostInput& input : inputs_.all()) now = std::max(now, months_since_0(input.date));
  std::vector<CostInput> old;
  for (const CostInput& input : inputs_.all())
    if (!input.date.empty() && now - months_since_0(input.date) >= kOld) old.push_back(input);
  return old;
}

std::vector<Uncounted> CostModel::not_counted() const {
  std::vector<Uncounted> all;
  const Usage none = unused();
  const CostBasis here = basis(none, {});
  for (const auto& [name, item] : items_)
    for (Uncounted& one : item->missing(here)) all.push_back(std::move(one));
  std::ranges::sort(all);
  const auto [first, last] = std::ranges::unique(all);
  all.erase(first, last);
  return all;
}

std::vector<std::string> CostModel::missing() const {
  std::vector<std::string> all;
  for (const Uncounted& one : not_counted()) all.push_back(one.text());
  std::ranges::sort(all);
  return all;
}

}  // namespace gpuscape
