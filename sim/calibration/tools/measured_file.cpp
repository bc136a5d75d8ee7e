#include "sim/calibration/tools/measured_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace gpuscape {

void MeasuredFile::fault(int line, std::string message, std::string hint) {
  context_.add({std::make_shared<const std::string>(text_.name), line, line > 0 ? 1 : 0}, "",
               std::move(message), std::move(hint));
}

void MeasuredFile::fault(const JsonValue& at, std::string_view pointer, std::string message,
                         std::string hint) {
  context_.add(at.place(), pointer, std::move(message), std::move(hint));
}

std::optional<double> MeasuredFile::number(const JsonValue& object, const std::string& pointer,
                                           std::string_view key) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) {
    fault(object, pointer, fmt::format("\"{}\" is missing", key), "the row cannot be used");
    return std::nullopt;
  }
  if (!value->is_number()) {
    fault(*value, fmt::format("{}/{}", pointer, key),
          fmt::format("expected a number, found {}", value->kind_name()),
          "the tool could not measure it: take the row out, or measure again");
    return std::nullopt;
  }
  return value->number();
}

std::string MeasuredFile::text_of(const JsonValue& object, std::string_view key) const {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is_text() ? value->text() : "";
}

std::optional<int> MeasuredFile::count(const JsonValue& object, const std::string& pointer,
                                       std::string_view key) {
  const auto value = number(object, pointer, key);
  if (!value) return std::nullopt;
  if (const auto whole = whole_count(*value)) return whole;
  fault(*object.find(key), fmt::format("{}/{}", pointer, key),
        fmt::format("{} is not a number of {}", *value, key), "an integer from 0 to 1000000");
  return std::nullopt;
}

void MeasuredFile::add_host(std::string_view name) {
  const std::string hidden = hidden_host(name);
  if (!hidden.empty() && std::ranges::find(hosts, hidden) == hosts.end()) hosts.push_back(hidden);
}

void MeasuredFile::add(Measurement row, int line) {
  if (!(row.seconds > Seconds(0.0)) || !std::isfinite(row.seconds.value()))
    return fault(
        line,
        fmt::format("{}: a time of {} s is not a measurement", row.key.text(), row.seconds.value()),
        "take the row out, or measure again");
  const double size = row.bytes.value();
  if (!(size >= 0.0) || !std::isfinite(size))
    return fault(line, fmt::format("{}: a size of {} is not a measurement", row.key.text(), size),
                 "take the row out, or measure again");
  rows.push_back(std::move(row));
}

std::string hidden_host(std::string_view name) {
  const std::string_view digits = name.starts_with("host-") ? name.substr(5) : "";
  const bool hidden =
      digits.size() == 12 && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (name.empty() || hidden) return std::string(name);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ULL;
  }
  return fmt::format("host-{:012x}", hash >> 16U);
}

std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    TextLine line{.number = static_cast<int>(lines.size()) + 1, .text = text.substr(0, end)};
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    constexpr std::string_view kSpace = " \t";
    for (std::size_t at = line.text.find_first_not_of(kSpace); at != std::string_view::npos;) {
      const std::size_t stop = std::min(line.text.find_first_of(kSpace, at), line.text.size());
      line.words.push_back(line.text.substr(at, stop - at));
      at = line.text.find_first_not_of(kSpace, stop);
    }
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::optional<double> number_in(std::string_view word) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<int> whole_count(double value) {
  constexpr double kMostCounted = 1e6;
  if (!(value >= 0.0) || value > kMostCounted || value != std::floor(value)) return std::nullopt;
  return static_cast<int>(value);
}

}  // namespace gpuscape
