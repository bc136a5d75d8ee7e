#include "sim/scenario/load/price_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/base/csv_row.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"

namespace gpuscape {

namespace {

enum Column : std::size_t { item, price, date, source, low, high, column_count };
constexpr std::array<std::string_view, column_count> kPriceColumns{"item",   "price", "date",
                                                                   "source", "low",   "high"};
constexpr std::size_t kNeeded = 4;
constexpr std::string_view kHint =
    "the first line is item,price,date,source; low,high may follow. A line: "
    "dgx-h100,\"300 kUSD\",2026-10,quote of a dealer";

std::string price_list_text(const std::string& path) {
  std::string fault;
  std::optional<std::string> text = read_input(path, kMostFileBytes, fault);
  if (!text) throw RunError(fmt::format("{}: {}", excerpt(path, 200), fault));
  return std::move(*text);
}

class PriceList {
 public:
  PriceList(CostSpec& spec, ReadingContext& context)
      : spec_(spec),
        context_(context),
        file_(std::make_shared<const std::string>(spec.price_list)) {}

  void read(std::string_view text) {
    bool has_header = false;
    for (int line = 1; !text.empty(); ++line) {
      const std::size_t end = text.find('\n');
      std::string_view one = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (one.ends_with('\r')) one.remove_suffix(1);
      if (one.empty() || one.starts_with('#')) continue;
      if (!row_.parse(one))
        fault(line, "a quoted field is not closed, or text follows its closing quote");
      else if (has_header)
        read_quote(line);
      else if (!read_header(line))
        return;
      else
        has_header = true;
    }
    if (!has_header) fault(1, "the price list is empty", kHint);
  }

 private:
  void fault(int line, std::string message, std::string_view hint = "") {
    context_.add({file_, line, line == 0 ? 0 : 1}, "", std::move(message), std::string(hint));
  }

  bool read_header(int line) {
    std::array<bool, column_count> found{};
    for (const std::string_view name : row_.fields()) {
      const auto* known = std::ranges::find(kPriceColumns, name);
      if (known == kPriceColumns.end() ||
          found[static_cast<std::size_t>(known - kPriceColumns.begin())]) {
        fault(line,
              fmt::format("not a price list: there is {} \"{}\"",
                          known == kPriceColumns.end() ? "no column" : "a second column",
                          excerpt(name)),
              kHint);
        return false;
      }
      found[static_cast<std::size_t>(known - kPriceColumns.begin())] = true;
      order_.push_back(static_cast<std::size_t>(known - kPriceColumns.begin()));
    }
    for (std::size_t column = 0; column < kNeeded; ++column)
      if (!found[column]) {
        fault(line,
              fmt::format("not a price list: the column \"{}\" is missing", kPriceColumns[column]),
              kHint);
        return false;
      }
    return true;
  }

  /// The price of a cell; none where it is empty.
  std::optional<Price> price_in(int line, std::string_view cell) {
    if (cell.empty()) return std::nullopt;
    UnitReading<Price> read = parse_price(cell);
    if (!read.value)
      fault(line, std::move(read.message), read.hint);
    else if (read.value->amount < 0.0)
      fault(line, fmt::format("{} is less than 0", excerpt(cell)));
    return read.value;
  }

  void read_quote(int line) {
    if (row_.size() != order_.size())
      return fault(line,
                   fmt::format("{} cells, the first line has {}", row_.size(), order_.size()));
    std::array<std::string_view, column_count> cells{};
    for (std::size_t i = 0; i < order_.size(); ++i) cells[order_[i]] = row_[i];
    if (cells[item].empty()) return fault(line, "the item is empty");
    if (cells[price].empty())
      return fault(line, fmt::format("{} has no price", excerpt(cells[item])));
    if (!is_month(cells[date]))
      return fault(line, fmt::format("\"{}\" is not a month", excerpt(cells[date])),
                   "for example 2026-10");
    const std::optional<Price> middle = price_in(line, cells[price]);
    if (!middle) return;
    const Price least = price_in(line, cells[low]).value_or(*middle);
    const Price most = price_in(line, cells[high]).value_or(*middle);
    for (const Price& end : {least, most})
      if (end.currency != middle->currency || end.paid_for != middle->paid_for)
        return fault(line, "price, low and high are not of one currency and kind");
    if (least.amount > middle->amount || most.amount < middle->amount)
      return fault(line, "the price does not lie between low and high");
    spec_.quotes.push_back({std::string(cells[item]),
                            {*middle, least, most, std::string(cells[source])},
                            std::string(cells[date])});
  }

  CostSpec& spec_;
  ReadingContext& context_;
  std::shared_ptr<const std::string> file_;
  CsvRow row_{','};
  std::vector<std::size_t> order_;  ///< which column each cell of a row is
};

}  // namespace

void read_price_list(CostSpec& spec, TextReader read_text, ReadingContext& context) {
  if (spec.price_list.empty()) return;
  std::string text;
  try {
    text = (read_text != nullptr ? read_text : price_list_text)(spec.price_list);
  } catch (const RunError& error) {
    context.add(spec.price_list_place, "/cost/price_list", error.what(),
                "names are relative to the file that names them");
    return;
  }
  PriceList(spec, context).read(text);
}

}  // namespace gpuscape
