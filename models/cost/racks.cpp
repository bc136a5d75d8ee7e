/// Racks for what is owned, the space that they stand in, and whether a hall holds the design.
/// Leaves out: cable ducts, empty units for air, cooling by rack.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/racks.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

std::string racks_text(std::int64_t racks) {
  return fmt::format("{} {}", racks, racks == 1 ? "rack" : "racks");
}

class Racks final : public CostItem {
 public:
  explicit Racks(ObjectReader& reader)
      : price_(read_cost_price(reader, "price", PaidFor::once, "Price of a rack.")),
        space_(read_cost_price(reader, "space", PaidFor::time, "Rent of a rack's place.")) {
    rack_.units =
        reader.number("units", 42.0, "Height of a rack.", Bounds{.least = 1.0, .most = 100.0});
    rack_.power = reader
                      .optional_quantity<Watts>(
                          "power", "Power limit of a rack; unlimited where absent.", kPositive)
                      .value_or(Watts(0.0));
    reader.optional_object("hall", "What there is room for; a design that does not fit is refused.",
                           [&](ObjectReader& hall) {
                             hall_racks_ = hall.optional_count("racks", "Places for racks.");
                             hall_power_ = hall.optional_quantity<Watts>(
                                 "power", "Power for all machines.", kPositive);
                           });
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    if (price_) {
      price_->input.name = fmt::format("price of {}", item);
      inputs.add(*price_);
    }
    if (space_) {
      space_->input.name = fmt::format("space of {}", item);
      inputs.add(*space_);
    }
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override {
    std::vector<const CostPrice*> all;
    if (price_) all.push_back(&*price_);
    if (space_) all.push_back(&*space_);
    return all;
  }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    const std::int64_t count = count_of(basis).racks;
    const auto racks = static_cast<double>(count);
    if (price_)
      ledger.add({item, ledger.text([&] { return racks_text(count); }), "", 0,
                  basis.exchange.cost(*price_, racks, draw), CostKind::capex});
    if (!space_) return;
    for (int year = 1; year <= basis.years; ++year)
      ledger.add({item, ledger.text([&] { return "space of " + racks_text(count); }), "", year,
                  basis.exchange.cost(*space_, racks * basis.length_of(year).value(), draw),
                  CostKind::opex});
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all = lacking_power(basis);
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool)) pool.facts.add_lacking(pool.name, Uncounted::Lacks::height, all);
    for (const PartCount& part : basis.inventory.parts)
      if (part.kind == PartCount::Kind::switches)
        part.facts.add_lacking(part.name(), Uncounted::Lacks::height, all);
    return all;
  }

  [[nodiscard]] std::vector<std::string> notes(const CostBasis& basis) const override {
    return {
        fmt::format("{}, {} at most", racks_text(count_of(basis).racks), human_text(power(basis)))};
  }

  [[nodiscard]] std::vector<std::string> misfits(const CostBasis& basis) const override {
    std::vector<std::string> all;
    const RackCount racks = count_of(basis);
    if (!racks.too_large.empty())
      all.push_back(fmt::format("{} does not fit a rack of {} units{}",
                                fmt::join(racks.too_large, ", "), rack_.units,
                                rack_.power > Watts(0.0) ? " and " + exact_text(rack_.power) : ""));
    if (hall_racks_ && racks.racks > *hall_racks_)
      all.push_back(fmt::format("the design fills {}, the hall holds {}", racks_text(racks.racks),
                                *hall_racks_));
    if (hall_power_ && power(basis) > *hall_power_)
      all.push_back(fmt::format("the design draws up to {}, the hall has {}",
                                human_text(power(basis)), exact_text(*hall_power_)));
    return all;
  }

 private:
  /// Nodes and switches that stand in racks of one's own.
  static std::vector<Racked> owned(const CostBasis& basis) {
    const auto watts = [](const PartFacts& facts) {
      return Watts(facts.power_max ? facts.power_max->value : 0.0);
    };
    std::vector<Racked> all;
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool))
        all.push_back({pool.name, pool.count, pool.facts.rack_units, watts(pool.facts)});
    for (const PartCount& part : basis.inventory.parts)
      if (part.kind == PartCount::Kind::switches)
        all.push_back({part.type.empty() ? part.plural_of_network() : part.type, part.count,
                       part.facts.rack_units, watts(part.facts)});
    return all;
  }

  [[nodiscard]] RackCount count_of(const CostBasis& basis) const {
    return racks_for(owned(basis), rack_);
  }

  static Watts power(const CostBasis& basis) {
    Watts all{0.0};
    for (const Racked& one : owned(basis)) all += one.power * static_cast<double>(one.count);
    return all;
  }

  std::optional<CostPrice> price_;
  std::optional<CostPrice> space_;
  RackSize rack_;
  std::optional<std::int64_t> hall_racks_;
  std::optional<Watts> hall_power_;
};

}  // namespace

void register_cost_racks(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "racks",
       .summary = "Racks, their space, and whether a hall holds the design.",
       .example =
           R"({"units": 42, "power": "20 kW", "price": "4 kEUR", "hall": {"racks": 100, "power": "2 MW"}})"},
      [](ObjectReader& reader) { return std::make_unique<Racks>(reader); });
}

}  // namespace gpuscape
