/// Nodes: bought before the first job, and again when their life ends; or rented, and billed for
/// every hour from the first job to the end of the horizon, or for the time in which they hold
/// jobs. A reservation is renewed at its price for as many whole terms as fit; what is left of the
/// horizon is paid on demand, where that price is known. Leaves out: discounts for many; of rented
/// ones interruptions, and the time in which they start.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Nodes final : public CostItem {
 public:
  explicit Nodes(ObjectReader& reader)
      : installation_(read_cost_number(
            reader, "installation", "Freight and installation, as a share of the price.", kShare)),
        residual_(read_cost_number(reader, "residual",
                                   "What is paid for them at the end, as a share of the price.",
                                   kShare)),
        life_(reader.optional_quantity<Seconds>(
            "life", "Service life, after which nodes are bought again; where absent, the horizon.",
            Bounds{.least = 30.0 * 86400.0})) {}

  void add_inputs(CostInputs& inputs, const std::string& /*item*/) override {
    if (installation_) inputs.add(*installation_);
    if (residual_) inputs.add(*residual_);
  }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (std::size_t i = 0; i < basis.inventory.pools.size(); ++i) {
      const NodePool& pool = basis.inventory.pools[i];
      if (!pool.facts.price) continue;
      if (!basis.is_owned(pool)) {
        add_rent(item, pool, basis.usage.pools[i], basis, draw, ledger);
        continue;
      }
      const double paid =
          basis.exchange.cost(*pool.facts.price, static_cast<double>(pool.count), draw);
      const Seconds life = life_.value_or(basis.horizon);
      const auto line = [&](const char* of, int year, double amount, int batch) {
        ledger.add({item,
                    ledger.text([&] { return fmt::format("{}{} {}", of, pool.count, pool.name); }),
                    pool.name, year, amount, CostKind::capex, life * batch,
                    std::min(life * (batch + 1.0), basis.horizon)});
      };
      for (int bought = 0; life * bought < basis.horizon; ++bought) {
        const int year = bought == 0 ? 0 : basis.year_of(life * bought);
        line("", year, paid, bought);
        if (installation_) line("installation of ", year, paid * draw(*installation_), bought);
        if (residual_) {
          const Seconds end = std::min(life * (bought + 1.0), basis.horizon);
          line("residual value of ", basis.year_of(end), -paid * draw(*residual_), bought);
        }
      }
    }
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all;
    for (const NodePool& pool : basis.inventory.pools)
      pool.facts.add_lacking(pool.name, Uncounted::Lacks::price, all);
    return all;
  }

  [[nodiscard]] std::vector<std::string> notes(const CostBasis& basis) const override {
    std::vector<std::string> all;
    for (const NodePool& pool : basis.inventory.pools) {
      const CostPoolSpec* said = basis.said_of(pool);
      if (said != nullptr && said->acquire == Acquire::spot)
        all.push_back(fmt::format(
            "interruptions of the spot nodes {} are not modelled: their cost is a lower bound",
            pool.name));
      if (said == nullptr || said->acquire != Acquire::reserved || !pool.facts.price) continue;
      if (std::string note = term_note(pool, *said, basis); !note.empty())
        all.push_back(std::move(note));
    }
    const bool owns = std::ranges::any_of(
        basis.inventory.pools, [&](const NodePool& pool) { return basis.is_owned(pool); });
    if (!owns && basis.spec.build > Seconds(0.0))
      all.push_back(
          fmt::format("no node is owned, and still the first job starts after {}: "
                      "\"build\": \"0 d\" where rented nodes are there at once",
                      exact_text(basis.spec.build)));
    return all;
  }

 private:
  /// For how long after the purchase rented nodes cost what they cost first: of a reservation as
  /// many whole terms as fit, or the one that the horizon cuts.
  static Seconds first_price_ends(const CostPoolSpec* said, const CostBasis& basis) {
    if (said == nullptr || said->acquire != Acquire::reserved) return basis.horizon;
    const double terms = whole_terms(*said, basis);
    return terms < 1.0 ? basis.horizon : basis.spec.build + said->term * terms;
  }
  static double whole_terms(const CostPoolSpec& said, const CostBasis& basis) {
    constexpr double kRounding = 1e-9;
    if (!(said.term > Seconds(0.0))) return 0.0;
    return std::floor((basis.horizon - basis.spec.build) / said.term + kRounding);
  }

  static void add_rent(const std::string& item, const NodePool& pool, const PoolUsage& used,
                       const CostBasis& basis, const CostDraw& draw, Ledger& ledger) {
    const CostPoolSpec* said = basis.said_of(pool);
    const double up = said != nullptr && said->billed_in_use ? used.up_share : 1.0;
    const Seconds change = first_price_ends(said, basis);
    const auto pay = [&](const char* when, int year, Seconds time, const CostPrice& price) {
      ledger.add(
          {item,
           ledger.text([&] { return fmt::format("rent of {} {}{}", pool.count, pool.name, when); }),
           pool.name, year,
           basis.exchange.cost(price, up * static_cast<double>(pool.count) * time.value(), draw),
           CostKind::opex});
    };
    for (int year = 1; year <= basis.years; ++year) {
      const Seconds time = basis.used_length_of(year);
      const Seconds ends = basis.end_of(year);
      const Seconds after = std::clamp(ends - change, Seconds(0.0), time);
      pay("", year, time - after, *pool.facts.price);
      pay(", after the reservation", year, after,
          pool.facts.price_after ? *pool.facts.price_after : *pool.facts.price);
    }
  }

  static std::string time_text(Seconds time) {
    constexpr Seconds kYear{365.0 * 86400.0};
    return time < kYear ? rounded_text(time) : fmt::format("{:.3g} y", time / kYear);
  }

  /// How a reservation was continued, where it is not one term that ends with the horizon.
  static std::string term_note(const NodePool& pool, const CostPoolSpec& said,
                               const CostBasis& basis) {
    const double terms = whole_terms(said, basis);
    const Seconds used = basis.horizon - basis.spec.build;
    if (terms < 1.0)
      return fmt::format(
          "{}: of the reservation of {} the last {} lie after the horizon and are "
          "not counted",
          pool.name, exact_text(said.term), time_text(said.term - used));
    std::string text =
        terms > 1.0 ? fmt::format("{}: {:g} reservations of {} in a row, at the price of the first",
                                  pool.name, terms, exact_text(said.term))
                    : fmt::format("{}: a reservation of {}", pool.name, exact_text(said.term));
    const Seconds after = basis.horizon - first_price_ends(&said, basis);
    if (!(after > Seconds(1.0))) return terms > 1.0 ? text : "";
    text += fmt::format(", then {} ", time_text(after));
    if (!pool.facts.price_after)
      return text + "at its price, as no other one is known: `price_after` says it";
    Price now = pool.facts.price_after->unit;
    now.amount = pool.facts.price_after->input.value;
    return text + fmt::format("at {}", human_text(now));
  }

  std::optional<CostInput> installation_;
  std::optional<CostInput> residual_;
  std::optional<Seconds> life_;
};

}  // namespace

void register_cost_nodes(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "nodes",
       .summary = "Nodes, bought or rented at the prices of `pools` or of the catalogue.",
       .example = R"({"installation": 0.05, "residual": 0.1})"},
      [](ObjectReader& reader) { return std::make_unique<Nodes>(reader); });
}

}  // namespace gpuscape
