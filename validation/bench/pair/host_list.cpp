#include "pair/host_list.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "core/options.hpp"
#include "pair/message.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kMost = 65536;
constexpr std::size_t kMostCharacters = std::size_t{1} << 20;
constexpr int kMostBrackets = 8;  // of one name

[[noreturn]] void refuse(const std::string& list, const std::string& why) {
  throw UsageFault{"host list \"" + printable(list, 80) + "\": " + why};
}

/// Parts between commas that stand in no bracket.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (depth < 0 || depth > 1) refuse(list, "a bracket has no partner");
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (depth != 0) refuse(list, "a bracket has no partner");
  return parts;
}

/// "01-03" as 01, 02, 03; "7" as it is.
std::vector<std::string> range_of(const std::string& list, const std::string& text) {
  const auto digits = [&](const std::string& number) {
    if (number.empty() || number.size() > 9 ||
        !std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; }))
      refuse(list, "\"" + text + "\" in brackets is neither a number nor a range");
    return std::stoul(number);
  };
  const std::size_t dash = text.find('-');
  const std::string from = text.substr(0, dash);
  const std::string to = dash == std::string::npos ? from : text.substr(dash + 1);
  const std::uint64_t last = digits(to);
  std::vector<std::string> names;
  for (std::uint64_t n = digits(from); n <= last; ++n) {
    std::string name = std::to_string(n);
    if (name.size() < from.size()) name.insert(0, from.size() - name.size(), '0');
    names.push_back(std::move(name));
    if (names.size() > kMost) refuse(list, "it names too many hosts");
  }
  if (names.empty()) refuse(list, "the range \"" + text + "\" runs backwards");
  return names;
}

/// Every beginning with every name of the ranges in the brackets.
std::vector<std::string> multiplied(const std::string& list, const std::vector<std::string>& names,
                                    const std::string& ranges) {
  std::vector<std::string> longer;
  for (const std::string& name : names)
    for (const std::string& range : parts_of(ranges))
      for (const std::string& number : range_of(list, range)) {
        longer.push_back(name + number);
        if (longer.size() > kMost) refuse(list, "it names too many hosts");
      }
  return longer;
}

std::vector<std::string> names_of(const std::string& list, const std::string& part) {
  std::vector<std::string> names(1);
  std::size_t at = 0;
  for (int brackets = 0;; ++brackets) {
    const std::size_t open = part.find('[', at);
    const std::string plain = part.substr(at, open == std::string::npos ? open : open - at);
    for (std::string& name : names) name += plain;
    if (open == std::string::npos) return names;
    if (brackets == kMostBrackets)
      refuse(list, "a name has more than " + std::to_string(kMostBrackets) + " brackets");
    const std::size_t close = part.find(']', open);
    names = multiplied(list, names, part.substr(open + 1, close - open - 1));
    at = close + 1;
  }
}

}  // namespace

std::vector<std::string> expanded_hosts(const std::string& list) {
  if (list.size() > kMostCharacters) refuse(list, "it is longer than a megabyte");
  std::vector<std::string> hosts;
  for (const std::string& part : parts_of(list)) {
    if (part.empty()) refuse(list, "a name is empty");
    for (std::string& name : names_of(list, part)) hosts.push_back(std::move(name));
    if (hosts.size() > kMost) refuse(list, "it names too many hosts");
  }
  return hosts;
}

}  // namespace gpuscape::bench
