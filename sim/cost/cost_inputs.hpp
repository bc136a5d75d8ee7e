#pragma once
/// The numbers that a cost rests on: each with its range and source, so that one can be changed and
/// the cost taken again.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/money.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

using CostInputId = Id<struct CostInputTag>;

/// Who says what an input is.
enum class CostOrigin : unsigned char {
  user,       ///< the scenario, without a source
  sourced,    ///< the scenario or the catalogue, with a source
  guess,      ///< the catalogue's guess, with the range of its class
  assumption  ///< this program's default
};

struct CostInput {
  std::string name;  ///< "electricity", "price of dgx"
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
  std::string source = {};
  /// Of a value of the catalogue "list_price", "quote", "measured", "guess", …; of a line of a
  /// price list "quote"; else empty.
  std::string source_class = {};
  CostOrigin origin = CostOrigin::user;
  std::string date = {};      ///< of a price: "2026-10", or "2023" for some time in that year
  std::string low_text = {};  ///< of what is no number: the ends as a reader sees them
  std::string high_text = {};
  CostInputId id = {};  ///< set by CostInputs
  [[nodiscard]] bool has_range() const { return low < high; }
};

/// A price as an input: `input` is the amount in the price's own currency and unit.
struct CostPrice {
  CostInput input;
  Price unit;  ///< its currency and what it is paid for
};

/// All inputs of a cost, by id.
class CostInputs {
 public:
  /// What two parts have in common is one input: the price of a cable that joins nodes and
  /// switches.
  void add(CostInput& input) {
    const auto same = std::ranges::find_if(all_, [&](const CostInput& one) {
      return one.name == input.name && one.value == input.value && one.low == input.low &&
             one.high == input.high && one.source == input.source;
    });
    input.id = CostInputId(static_cast<std::uint32_t>(same - all_.begin()));
    if (same == all_.end()) all_.push_back(input);
  }
  void add(CostPrice& price) { add(price.input); }
  [[nodiscard]] const std::vector<CostInput>& all() const { return all_; }

 private:
  std::vector<CostInput> all_;
};

/// The inputs' values, but for one or all that are changed, and the horizon where it is another
/// one.
class CostDraw {
 public:
  CostDraw() = default;
  CostDraw(CostInputId changed, double value) : changed_(changed), value_(value) {}
  /// All of them, by id.
  explicit CostDraw(std::vector<double> values)
      : values_(std::make_shared<const std::vector<double>>(std::move(values))) {}
  [[nodiscard]] double operator()(const CostInput& input) const {
    if (input.id.is_none()) return input.value;
    if (values_ != nullptr) return (*values_)[input.id.index()];
    return input.id == changed_ ? value_ : input.value;
  }
  [[nodiscard]] CostDraw over(Seconds horizon) const {
    CostDraw draw = *this;
    draw.horizon_ = horizon;
    return draw;
  }
  [[nodiscard]] Seconds horizon_or(Seconds horizon) const { return horizon_.value_or(horizon); }

 private:
  CostInputId changed_;
  double value_ = 0.0;
  std::shared_ptr<const std::vector<double>> values_;
  std::optional<Seconds> horizon_;
};

/// What an amount of one currency is in the currency of the report.
class Exchange {
 public:
  explicit Exchange(Currency report = {}) : report_(report) {}
  void set(Currency from, CostInput rate) { rates_.insert_or_assign(from, std::move(rate)); }
  void add_to(CostInputs& inputs) {
    for (auto& [currency, rate] : rates_) inputs.add(rate);
  }
  [[nodiscard]] Currency report() const { return report_; }
  [[nodiscard]] bool knows(Currency from) const { return from == report_ || rates_.contains(from); }
  /// The amount in the report's currency; only of a currency that it knows.
  [[nodiscard]] double converted(double amount, Currency from, const CostDraw& draw) const {
    return from == report_ ? amount : amount * draw(rates_.at(from));
  }
  /// What that much costs (see Price::of), in the report's currency.
  [[nodiscard]] double cost(const CostPrice& price, double quantity, const CostDraw& draw) const {
    Price now = price.unit;
    now.amount = draw(price.input);
    return converted(now.of(quantity), now.currency, draw);
  }

 private:
  Currency report_;
  std::map<Currency, CostInput> rates_;
};

}  // namespace gpuscape
