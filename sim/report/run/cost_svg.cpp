#include "sim/report/run/cost_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/study/metrics/cost_of_run.hpp"

namespace gpuscape {

namespace {

constexpr double kCostLeft = 64.0;
constexpr double kCostRight = 940.0;
constexpr PanelBox kYearsBox{.left = kCostLeft, .top = 104.0, .width = 640.0, .height = 240.0};
constexpr double kTornadoTop = 440.0;
constexpr double kTornadoLeft = 300.0;
constexpr double kTornadoRight = 860.0;
constexpr double kTornadoRow = 24.0;
constexpr std::size_t kMostBars = 12;
constexpr std::size_t kMostName = 34;

/// Of items, in their order; more than these begin again.
constexpr std::array<std::string_view, 10> kColours{"#3f74b5", "#f0a63c", "#2f7d5b", "#8a5a9e",
                                                    "#c25b4e", "#9fb4c7", "#d9c36a", "#6fb39a",
                                                    "#b78ac4", "#8a919b"};

struct OriginLook {
  CostOrigin origin;
  std::string_view name;
  std::string_view colour;
};
constexpr std::array<OriginLook, 4> kOrigins{
    {{CostOrigin::user, "the scenario's", "#3f74b5"},
     {CostOrigin::sourced, "with a source", "#2f7d5b"},
     {CostOrigin::guess, "the catalogue's guess", "#f0a63c"},
     {CostOrigin::assumption, "assumed", "#8a5a9e"}}};

std::string_view colour_of(CostOrigin origin) {
  return std::ranges::find(kOrigins, origin, &OriginLook::origin)->colour;
}

std::string words(std::string_view kind, double x, double y, std::string_view text,
                  std::string_view anchor = "start") {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                     kind, x, y, anchor, xml_text(text));
}

std::string bar(double x, double y, double width, double height, std::string_view colour,
                std::string_view title) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}"
      "</title></rect>\n",
      x, y, width, height, colour, xml_text(title));
}

std::string mark(double x, double y, std::string_view colour, std::string_view text) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"11\" fill=\"{}\"/>\n",
                     x, y - 10.0, colour) +
         words("key", x + 18.0, y, text);
}

/// What every item costs in every year, from the purchase on.
class Years {
 public:
  explicit Years(const CostModel& cost, const Ledger& ledger) : currency_(cost.spec().currency) {
    for (const CostLine& line : ledger.lines())
      count_ = std::max(count_, static_cast<std::size_t>(line.year) + 1);
    for (const auto& [name, item] : cost.items()) items_.push_back({name, {}});
    for (Item& item : items_) item.amounts.assign(count_, 0.0);
    for (const CostLine& line : ledger.lines())
      std::ranges::find(items_, line.item, &Item::name)
          ->amounts[static_cast<std::size_t>(line.year)] += line.amount;
    std::erase_if(items_, [](const Item& item) {
      return std::ranges::all_of(item.amounts, [](double amount) { return amount == 0.0; });
    });
    for (std::size_t year = 0; year < count_; ++year) {
      most_ = std::max(most_, sum(year, true));
      least_ = std::min(least_, sum(year, false));
    }
  }

  [[nodiscard]] std::string svg() const {
    std::string svg = axis();
    const double slot = kYearsBox.width / static_cast<double>(count_);
    for (std::size_t year = 0; year < count_; ++year) {
      const double left = kYearsBox.left + slot * (static_cast<double>(year) + 0.15);
      double up = 0.0;
      double down = 0.0;
      for (std::size_t i = 0; i < items_.size(); ++i) {
        const double amount = items_[i].amounts[year];
        if (amount == 0.0) continue;
        double& from = amount > 0.0 ? up : down;
        svg += bar(left, y(std::max(from, from + amount)), 0.7 * slot,
                   std::abs(y(from) - y(from + amount)), colour(i),
                   fmt::format("{}, {}: {}", items_[i].name, name_of(year), money(amount)));
        from += amount;
      }
      svg += words("tick", left + 0.35 * slot, kYearsBox.top + kYearsBox.height + 18.0,
                   name_of(year), "middle");
      svg += words("key", left + 0.35 * slot, y(up) - 5.0, money_text(up + down), "middle");
    }
    return svg + legend();
  }

 private:
  struct Item {
    std::string name;
    std::vector<double> amounts;  ///< by year
  };

  static std::string_view colour(std::size_t item) { return kColours.at(item % kColours.size()); }
  static std::string name_of(std::size_t year) {
    return year == 0 ? "purchase" : fmt::format("year {}", year);
  }
  [[nodiscard]] std::string money(double amount) const {
    return human_text(Price{amount, currency_});
  }
  [[nodiscard]] double sum(std::size_t year, bool paid) const {
    double sum = 0.0;
    for (const Item& item : items_)
      if ((item.amounts[year] > 0.0) == paid) sum += item.amounts[year];
    return sum;
  }
  [[nodiscard]] double y(double amount) const {
    const double room = 1.1 * std::max(most_ - least_, 1e-9);
    return kYearsBox.top + kYearsBox.height * (most_ + 0.08 * room - amount) / room;
  }

  [[nodiscard]] std::string axis() const {
    std::string svg = words("head", kCostLeft, kYearsBox.top - 12.0,
                            fmt::format("paid by year, {}", currency_.code()));
    const double step = tick_step(std::max(most_ - least_, 1e-9), 6);
    for (double value = step * std::ceil(least_ / step); value <= most_ * (1.0 + 1e-9);
         value += step) {
      const double at = std::abs(value) < step / 2.0 ? 0.0 : value;
      svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n",
                         at == 0.0 ? "axis" : "grid", kYearsBox.left, y(at), kYearsBox.width);
      svg += words("tick", kYearsBox.left - 6.0, y(at) + 4.0, money_text(at), "end");
    }
    return svg;
  }

  [[nodiscard]] std::string legend() const {
    std::string svg;
    double at = kYearsBox.top + 12.0;
    for (std::size_t i = 0; i < items_.size(); ++i, at += 20.0) {
      double total = 0.0;
      for (const double amount : items_[i].amounts) total += amount;
      svg +=
          mark(kYearsBox.left + kYearsBox.width + 24.0, at, colour(i), excerpt(items_[i].name, 20));
      svg += words("key", kCostRight, at, money_text(total), "end");
    }
    return svg;
  }

  Currency currency_;
  std::vector<Item> items_;
  std::size_t count_ = 1;
  double most_ = 0.0;
  double least_ = 0.0;
};

/// One bar for every input that moves the total, the widest first.
class Tornado {
 public:
  Tornado(std::vector<CostSwing> swings, double total) : swings_(std::move(swings)), total_(total) {
    if (swings_.size() > kMostBars) swings_.resize(kMostBars);
    least_ = most_ = total;
    for (const CostSwing& swing : swings_) {
      least_ = std::min({least_, swing.at_low, swing.at_high});
      most_ = std::max({most_, swing.at_low, swing.at_high});
    }
  }

  [[nodiscard]] bool empty() const { return swings_.empty(); }
  [[nodiscard]] double bottom() const {
    return kTornadoTop + kTornadoRow * static_cast<double>(swings_.size());
  }

  [[nodiscard]] std::string svg(Currency currency) const {
    std::string svg =
        words("head", kCostLeft, kTornadoTop - 40.0,
              fmt::format("total, {}, with one input at either end of its range", currency.code()));
    double left = kCostLeft;
    for (const OriginLook& look : kOrigins) {
      svg += mark(left, kTornadoTop - 18.0, look.colour, look.name);
      left += 160.0;
    }
    for (std::size_t i = 0; i < swings_.size(); ++i)
      svg += row(swings_[i], kTornadoTop + kTornadoRow * static_cast<double>(i));
    svg += fmt::format("<path class=\"level\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x(total_),
                       kTornadoTop - 6.0, bottom());
    for (const double value : {least_, total_, most_})
      if (value == total_ || std::abs(x(value) - x(total_)) > 60.0)
        svg += words("tick", x(value), bottom() + 18.0, money_text(value), "middle");
    return svg;
  }

 private:
  [[nodiscard]] double x(double total) const {
    const double room = std::max(most_ - least_, 1e-9);
    return kTornadoLeft + 60.0 + (kTornadoRight - kTornadoLeft - 60.0) * (total - least_) / room;
  }

  [[nodiscard]] std::string row(const CostSwing& swing, double top) const {
    const double left = std::min(swing.at_low, swing.at_high);
    const double right = std::max(swing.at_low, swing.at_high);
    const double base = top + 0.68 * kTornadoRow;
    const auto end = [](const std::string& text, double value) {
      return text.empty() ? money_text(value) : text;
    };
    const std::string low = end(swing.input.low_text, swing.input.low);
    const std::string high = end(swing.input.high_text, swing.input.high);
    const bool rises = swing.at_high >= swing.at_low;
    return words("key", kTornadoLeft - 8.0, base, excerpt(swing.input.name, kMostName), "end") +
           bar(x(left), top + 3.0, std::max(1.0, x(right) - x(left)), kTornadoRow - 6.0,
               colour_of(swing.input.origin),
               fmt::format("{}: {} to {}", swing.input.name, low, high)) +
           words("tick", x(left) - 5.0, base, rises ? low : high, "end") +
           words("tick", x(right) + 5.0, base, rises ? high : low);
  }

  std::vector<CostSwing> swings_;
  double total_;
  double least_ = 0.0;
  double most_ = 0.0;
};

}  // namespace

std::string cost_svg(const StudyResult& result) {
  const CostModel& cost = *result.first.cost;
  const Currency currency = cost.spec().currency;
  const Ledger ledger = cost.ledger(result.usage);
  const Tornado tornado(all_swings(result), ledger.total());
  const double height = tornado.empty() ? kTornadoTop - 60.0 : tornado.bottom() + 40.0;
  std::string svg = svg_begin(height);
  svg += words("title", kCostLeft, 32.0, excerpt(title_of(result.scenario), 80));
  svg += words(
      "sub", kCostLeft, 53.0,
      fmt::format("{} · {} over {}", excerpt(variant_of(result.scenario), 60),
                  human_text(Price{ledger.total(), currency}), exact_text(cost.spec().horizon)));
  svg += Years(cost, ledger).svg();
  if (!tornado.empty()) svg += tornado.svg(currency);
  return svg + "</svg>\n";
}

}  // namespace gpuscape
