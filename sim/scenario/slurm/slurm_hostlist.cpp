#include "sim/scenario/slurm/slurm_hostlist.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace gpuscape {

namespace {

constexpr std::size_t kMostNames = 1'000'000;
constexpr std::size_t kMostDigits = 9;
constexpr std::size_t kMostNameBytes = std::size_t{64} << 20U;  // of all names of one item
using Names = std::vector<std::string>;

std::optional<std::uint32_t> digits(std::string_view text) {
  std::uint32_t number = 0;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// "1-4,07" between brackets.
std::optional<Names> expand_ranges(std::string_view ranges) {
  Names numbers;
  while (true) {
    const std::size_t comma = ranges.find(',');
    const std::string_view range = ranges.substr(0, comma);
    const std::size_t dash = range.find('-');
    const std::string_view low = range.substr(0, dash);
    const auto first = digits(low);
    const auto last = dash == std::string_view::npos ? first : digits(range.substr(dash + 1));
    if (!first || !last || *last < *first || *last - *first >= kMostNames - numbers.size())
      return std::nullopt;
    for (std::uint32_t number = *first; number <= *last; ++number)
      numbers.push_back(fmt::format("{:0{}}", number, low.size()));
    if (comma == std::string_view::npos) return numbers;
    ranges.remove_prefix(comma + 1);
  }
}

/// One item of the list: "r[1-2]n[1-4]".
std::optional<Names> expand_item(std::string_view item) {
  Names names = {""};
  while (!item.empty()) {
    const std::size_t open = item.find('[');
    const std::string_view fixed = item.substr(0, open);
    if (fixed.find(']') != std::string_view::npos) return std::nullopt;
    if ((names.back().size() + fixed.size()) > kMostNameBytes / names.size()) return std::nullopt;
    for (std::string& name : names) name += fixed;
    if (open == std::string_view::npos) return names;
    const std::size_t close = item.find(']', open);
    if (close == std::string_view::npos) return std::nullopt;
    const auto numbers = expand_ranges(item.substr(open + 1, close - open - 1));
    if (!numbers || numbers->size() > kMostNames / names.size()) return std::nullopt;
    const std::size_t length = names.back().size() + numbers->back().size();
    if (length > kMostNameBytes / (names.size() * numbers->size())) return std::nullopt;
    Names longer;
    for (const std::string& name : names)
      for (const std::string& number : *numbers) longer.push_back(name + number);
    names = std::move(longer);
    item.remove_prefix(close + 1);
  }
  return names;
}

std::size_t end_of_item(std::string_view list) {
  bool inside = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[') inside = true;
    if (list[i] == ']') inside = false;
    if (list[i] == ',' && !inside) return i;
  }
  return list.size();
}

}  // namespace

std::optional<std::vector<std::string>> expand_hostlist(std::string_view list) {
  Names names;
  while (true) {
    const std::size_t end = end_of_item(list);
    auto item = expand_item(list.substr(0, end));
    if (end == 0 || !item || item->size() > kMostNames - names.size()) return std::nullopt;
    names.insert(names.end(), item->begin(), item->end());
    if (end == list.size()) return names;
    list.remove_prefix(end + 1);
  }
}

}  // namespace gpuscape
