#include "sim/report/format/guess_lines.hpp"

#include <fmt/format.h>

#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostGuesses = 3;
constexpr std::size_t kLongestName = 80;
constexpr std::string_view kRemoting = "remoting";

std::string name_of(const CatalogGuess& guess) {
  return fmt::format("{}/{}", guess.section, guess.entry);
}

std::string range_of(const CatalogGuess& guess) {
  if (guess.low.empty() || guess.high.empty()) return "as written";
  const std::string_view low = guess.low;
  return fmt::format("{} to {}", low.substr(0, low.find(' ')), guess.high);
}

}  // namespace

std::string guess_line(const std::vector<CatalogGuess>& guesses) {
  std::string text;
  std::size_t shown = 0;
  std::size_t more = 0;
  for (const CatalogGuess& guess : guesses) {
    if (guess.section == kRemoting) continue;
    if (shown == kMostGuesses) {
      ++more;
      continue;
    }
    text += fmt::format("{}{} {} {} ({})", shown++ == 0 ? "" : kSeparator,
                        excerpt(name_of(guess), kLongestName), guess.field, guess.value,
                        range_of(guess));
  }
  if (more > 0) text += fmt::format("{}{} more in result.json", kSeparator, more);
  return text.empty() ? "" : line("guesses", text);
}

std::string remote_guess_line(const std::vector<CatalogGuess>& guesses) {
  std::string text;
  for (const CatalogGuess& guess : guesses) {
    if (guess.section != kRemoting) continue;
    text += text.empty() ? excerpt(guess.entry, kLongestName) + ", not measured: " : kSeparator;
    text += fmt::format("{} {} ({})", guess.field, guess.value, range_of(guess));
  }
  return text.empty() ? "" : line("remote calls", text);
}

JsonValue guesses_json(const std::vector<CatalogGuess>& guesses) {
  JsonValue list = JsonValue::make_array();
  for (const CatalogGuess& guess : guesses) {
    JsonValue value = JsonValue::make_object();
    value.set("entry", json::text(name_of(guess)));
    value.set("field", json::text(guess.field));
    value.set("value", json::text(guess.value));
    if (!guess.low.empty()) value.set("low", json::text(guess.low));
    if (!guess.high.empty()) value.set("high", json::text(guess.high));
    list.items().push_back(std::move(value));
  }
  return list;
}

}  // namespace gpuscape
