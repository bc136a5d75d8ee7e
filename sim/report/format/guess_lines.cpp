#include "sim/report/format/guess_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostGuesses = 3;
constexpr std::size_t kLongestName = 80;

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
  if (guesses.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < std::min(guesses.size(), kMostGuesses); ++i)
    text += fmt::format("{}{} {} {} ({})", i == 0 ? "" : kSeparator,
                        excerpt(name_of(guesses[i]), kLongestName), guesses[i].field,
                        guesses[i].value, range_of(guesses[i]));
  if (guesses.size() > kMostGuesses)
    text += fmt::format("{}{} more in result.json", kSeparator, guesses.size() - kMostGuesses);
  return line("guesses", text);
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
