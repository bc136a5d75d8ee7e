#include "sim/cost/catalog_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/base/units/unit_text.hpp"
#include "sim/cost/catalog_inputs.hpp"
#include "sim/cost/price_date.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kOneYear{365.0 * 86400.0};
constexpr Seconds kThreeYears = kOneYear * 3.0;

std::string_view rate_field(const CostPoolSpec& said) {
  if (said.acquire == Acquire::spot) return "spot";
  if (said.acquire == Acquire::on_demand) return "on_demand";
  if (said.term == kOneYear) return "reserved_1y";
  return said.term == kThreeYears ? "reserved_3y" : "";
}

/// Whether whole terms of a reservation leave something of the horizon.
bool leaves_time(const CostPoolSpec& said, const CostSpec& spec) {
  constexpr double kRounding = 1e-9;
  const double terms = (spec.horizon - spec.build) / said.term;
  return terms >= 1.0 && terms - std::floor(terms + kRounding) > kRounding;
}

/// A price of an entry, and the date at which it was right.
struct Dated {
  const CatalogRow* row;
  std::string date;
};

std::string text_of(const Dated& price) {
  return fmt::format("{} {} of {}", price.row->value, price.row->unit, price.date);
}

/// The newest that is not of after that date; where all are, the oldest.
std::size_t meant(const std::vector<Dated>& all, const std::string& date) {
  std::size_t best = 0;
  const auto is_better = [&](const Dated& one, const Dated& other) {
    const bool in_time = is_not_after(one.date, date);
    if (in_time != is_not_after(other.date, date)) return in_time;
    const int months = months_since_0(one.date) - months_since_0(other.date);
    return in_time ? months > 0 : months < 0;
  };
  for (std::size_t i = 1; i < all.size(); ++i)
    if (is_better(all[i], all[best])) best = i;
  return best;
}

}  // namespace

const CatalogRow* CatalogFacts::find(const std::string& section, const std::string& id,
                                     std::string_view field) const {
  return catalog_ == nullptr || field.empty() ? nullptr : catalog_->find(section, id, field);
}

std::optional<CostPrice> CatalogFacts::price_of(const std::string& name, const Wanted& wanted) {
  std::vector<Dated> all;
  const auto take = [&](std::string_view field, std::string_view date) {
    const CatalogRow* row = find(wanted.section, wanted.id, field);
    const CatalogRow* of = find(wanted.section, wanted.id, date);
    if (row != nullptr) all.push_back({row, of == nullptr ? "" : of->value});
  };
  take(wanted.field, wanted.date);
  for (int i = 0; find(wanted.section, wanted.id, fmt::format("prices.{}.date", i)) != nullptr; ++i)
    take(fmt::format("prices.{}.{}", i, wanted.field), fmt::format("prices.{}.date", i));
  if (all.empty()) return std::nullopt;
  const Dated& best = all[meant(all, spec_.prices_as_of)];
  if (!is_not_after(best.date, spec_.prices_as_of))
    notes_.push_back(fmt::format("{} is {}: none is known of {} or before", name, text_of(best),
                                 spec_.prices_as_of));
  for (const Dated& other : all)
    if (other.row != best.row)
      notes_.push_back(
          fmt::format("{} is {}; {} is not used", name, text_of(best), text_of(other)));
  return gpuscape::price_of(name, *best.row, best.date);
}

void CatalogFacts::take_owned(NodePool& pool) {
  if (pool.box) return take_box(pool);
  if (catalog_ == nullptr) return;
  const auto entry = catalog_->nodes.find(pool.name);
  if (entry != catalog_->nodes.end() && entry->second.first == "nodes")
    take_node(pool, entry->second.second);
}

void CatalogFacts::take_node(NodePool& pool, const std::string& id) {
  pool.facts.price = price_of(fmt::format("price of {}", pool.name),
                              {"nodes", id, "list_price", "list_price_year"});
  const auto power = [&](std::string_view field, const char* name) -> std::optional<CostInput> {
    const CatalogRow* row = find("nodes", id, field);
    if (row == nullptr) return std::nullopt;
    return input_of(fmt::format("{} of {}", name, pool.name), *row, "");
  };
  pool.facts.power_max = power("power_max", "maximum power");
  pool.facts.power_idle = power("power_idle", "idle power");
  const CatalogRow* model = find("nodes", id, "gpu.model");
  const CatalogRow* count = find("nodes", id, "gpu.count");
  Boards own;
  if (model != nullptr) own.model = model->value;
  if (count != nullptr) own.count = std::stoll(count->value);
  const auto there = catalog_->boards.find(pool.name);
  const bool others = there != catalog_->boards.end() && !(own == there->second);
  if (others) take_boards(pool, own, there->second);
  take_limit(pool, others ? there->second.model : own.model);
}

/// GPUs with a power limit draw no more than it; without a known idle power of theirs, from 0 on.
void CatalogFacts::take_limit(NodePool& pool, const std::string& model) const {
  if (!(pool.gpu_power_limit > 0.0) || !pool.facts.power_max) return;
  const std::optional<CostInput> idle = power_of({model, 1}, "idle_power");
  pool.facts.limited = LimitedBoards{.count = static_cast<double>(pool.gpus),
                                     .limit = pool.gpu_power_limit,
                                     .rated = pool.gpu_rated_power,
                                     .idle = idle ? idle->value : 0.0};
  subtract(*pool.facts.power_max, pool.facts.limited->saving(1.0));
  pool.facts.power_max->source +=
      fmt::format(", GPUs limited to {}", human_text(Watts(pool.gpu_power_limit)));
}

void CatalogFacts::take_rented(NodePool& pool, const CostPoolSpec& said) {
  if (catalog_ == nullptr) return;
  const auto entry = catalog_->nodes.find(pool.name);
  if (entry == catalog_->nodes.end()) return;
  const auto& [section, id] = entry->second;
  const auto price = [&](std::string_view of, std::string_view field) {
    return price_of(fmt::format("{} of {}", of, pool.name), {section, id, field, "price_date"});
  };
  if (!said.price) pool.facts.price = price("price", rate_field(said));
  if (said.acquire != Acquire::reserved || said.price_after) return;
  const std::size_t notes = notes_.size();
  pool.facts.price_after = price("on-demand price", "on_demand");
  if (!leaves_time(said, spec_)) notes_.resize(notes);
}

void CatalogFacts::take(PartCount& part) {
  if (part.kind == PartCount::Kind::adapters) {
    part.facts.is_in_price = covers(part.fabric, "adapters");
    return;
  }
  if (part.is_cable() && part.type.empty()) {
    part.type = cable_for(part);
    part.is_assumed = !part.type.empty();
  }
  if (part.type.empty()) return;
  if (part.kind == PartCount::Kind::storage) return take_store(part);
  const bool is_switch = part.kind == PartCount::Kind::switches;
  const bool is_pcie = part.of_kind == "pcie";
  const std::string section = !is_switch ? "cables" : is_pcie ? "pcie_fabrics" : "switches";
  part.facts.price =
      price_of(fmt::format("price of {}", part.type), {section, part.type, "price", "price_year"});
  if (const CatalogRow* power =
          find(section, part.type, is_switch && !is_pcie ? "power_typical" : "power"))
    part.facts.power_max = input_of(fmt::format("power of {}", part.type), *power, "");
}

void CatalogFacts::take_store(PartCount& part) {
  part.facts.price = price_of(fmt::format("price of {}", part.type),
                              {"storage", part.type, "price", "price_year"});
  if (const CatalogRow* power = find("storage", part.type, "power"))
    part.facts.power_max = input_of(fmt::format("power of {}", part.type), *power, "");
  if (const CatalogRow* units = find("storage", part.type, "rack_units"))
    part.facts.rack_units = input_of("", *units, "").value;
}

/// The cheapest of the slowest that carry as much, for that kind of network, and reach as far; none
/// where all that do are more than a third faster.
std::string CatalogFacts::cable_for(const PartCount& part) const {
  constexpr double kLongestCopper = 5.0;  // m
  constexpr double kSlower = 0.99;
  constexpr double kFaster = 4.0 / 3.0;
  using Rank = std::tuple<double, double, std::string>;  // speed, price, id
  std::optional<Rank> best;
  if (catalog_ == nullptr) return "";
  for (const auto& [key, rows] : catalog_->rows) {
    const auto& [section, id] = key;
    if (section != "cables") continue;
    const CatalogRow* speed = find(section, id, "speed");
    const CatalogRow* price = find(section, id, "price");
    const CatalogRow* length = find(section, id, "max_length");
    const CatalogRow* kind = find(section, id, "kind");
    if (speed == nullptr || price == nullptr || length == nullptr) continue;
    const bool is_pcie = kind != nullptr && kind->value == "pcie";
    if (is_pcie != (part.of_kind == "pcie")) continue;
    if (kind != nullptr && !part.of_kind.empty() && kind->value != part.of_kind) continue;
    const auto rate = parse<BytesPerSecond>(fmt::format("{} {}", speed->value, speed->unit));
    if (!rate.value || *rate.value < part.speed * kSlower || *rate.value > part.speed * kFaster)
      continue;
    if (part.far && input_of("", *length, "").value <= kLongestCopper) continue;
    Rank rank{rate.value->value(), input_of("", *price, "").value, id};
    if (!best || rank < *best) best = std::move(rank);
  }
  return best ? std::get<2>(*best) : "";
}

}  // namespace gpuscape
