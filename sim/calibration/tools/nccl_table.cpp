#include "sim/calibration/tools/nccl_table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuscape {

namespace {

/// Half of the last digit that is printed.
double rounding_of(std::string_view word) {
  const std::size_t point = word.find('.');
  const std::size_t digits = point == std::string_view::npos ? 0 : word.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(digits));
}

bool is_left_blank(std::string_view word) { return word == "N/A"; }

/// Whether the words are a time in microseconds and the rate in GB/s at which `bytes` took it.
bool is_time_and_rate(double bytes, std::string_view time, std::string_view rate) {
  const auto micros = number_in(time);
  const auto printed = number_in(rate);
  if (!micros || !printed || !(*micros > 0.0) || !(*printed >= 0.0)) return false;
  constexpr double kPart = 0.01;
  const double low = bytes / (*micros + rounding_of(time)) / 1e3 * (1.0 - kPart);
  const double least = std::max(*micros - rounding_of(time), 0.1 * *micros);
  const double high = bytes / least / 1e3 * (1.0 + kPart);
  return *printed + rounding_of(rate) >= low && *printed - rounding_of(rate) <= high;
}

}  // namespace

std::optional<NcclHead> NcclHead::of(const TextLine& line) {
  const auto& words = line.words;
  if (words.size() < 4 || words[0] != "#" || words[1] != "size" || words[2] != "count")
    return std::nullopt;
  NcclHead head;
  head.columns_ = words.size() - 1;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "time") head.times_.push_back(i - 1);
    head.counts_wrong_ = head.counts_wrong_ || words[i] == "#wrong";
  }
  return head;
}

std::optional<std::size_t> NcclHead::time_in(const TextLine& line, std::size_t column,
                                             std::size_t after) const {
  // Blank columns stand before the times: places count from the right end. The other time is four
  // columns away.
  constexpr std::ptrdiff_t kFarthest = 3;
  const auto& words = line.words;
  const auto bytes = number_in(words.front()).value_or(0.0);
  const auto expected =
      static_cast<std::ptrdiff_t>(column + words.size()) - static_cast<std::ptrdiff_t>(columns_);
  for (std::ptrdiff_t far = 0; far <= kFarthest; ++far)
    for (const std::ptrdiff_t at : {expected - far, expected + far}) {
      if (at < static_cast<std::ptrdiff_t>(after)) continue;
      const auto place = static_cast<std::size_t>(at);
      if (place + 1 < words.size() && is_time_and_rate(bytes, words[place], words[place + 1]))
        return place;
    }
  return std::nullopt;
}

std::string NcclHead::why_not(const TextLine& line, std::size_t column) const {
  const std::size_t place =
      column + line.words.size() - std::min(columns_, column + line.words.size());
  const auto word = [&](std::size_t at) {
    return at < line.words.size() ? number_in(line.words[at]) : std::nullopt;
  };
  const auto time = word(place);
  const auto rate = word(place + 1);
  const bool broken = !time || !rate || line.words.size() + 3 < columns_;
  if (broken || !(*time > 0.0)) return "the row breaks off, or its time is not a number";
  return fmt::format("size / time is not algbw: {} B in {} us are {:.2f} GB/s, and the row says {}",
                     line.words.front(), line.words[place],
                     number_in(line.words.front()).value_or(0.0) / *time / 1e3,
                     line.words[place + 1]);
}

std::string NcclHead::read(const TextLine& line, NcclRow& row) const {
  const auto& words = line.words;
  row.line = line.number;
  row.bytes = number_in(words.front()).value_or(0.0);
  std::size_t after = 2;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    const auto place = time_in(line, times_[i], after);
    const std::size_t right = columns_ - times_[i];
    if (!place && right <= words.size() && is_left_blank(words[words.size() - right])) continue;
    if (!place) return why_not(line, times_[i]);
    if (i == 0)
      for (std::size_t j = 2; j < *place; ++j) {
        std::string& into = j == 2 ? row.type : number_in(words[j]) ? row.root : row.redop;
        into = words[j];
      }
    NcclResult result{.direction = i == 0 ? "out of place" : "in place"};
    result.microseconds = number_in(words[*place]).value_or(0.0);
    result.algbw = number_in(words[*place + 1]).value_or(0.0);
    if (*place + 2 < words.size()) result.busbw = number_in(words[*place + 2]);
    if (counts_wrong_ && *place + 3 < words.size())
      result.wrong = number_in(words[*place + 3]).value_or(0.0) > 0.0;
    row.results.push_back(result);
    after = *place + 3;
  }
  return {};
}

double nccl_bus_factor(std::string_view operation, int ranks) {
  const double n = ranks;
  if (operation == "all-reduce") return 2.0 * (n - 1.0) / n;
  for (const std::string_view shared :
       {"all-gather", "reduce-scatter", "all-to-all", "gather", "scatter"})
    if (operation == shared) return (n - 1.0) / n;
  return 1.0;
}

bool fits_ranks(const NcclResult& result, std::string_view operation, int ranks) {
  if (!result.busbw) return true;
  constexpr double kRounding = 0.005;  // both rates have two digits after the point
  constexpr double kPart = 1e-3;
  const double factor = nccl_bus_factor(operation, ranks);
  const double expected = factor * result.algbw;
  return std::abs(*result.busbw - expected) <= kRounding * (1.0 + factor) + kPart * expected;
}

}  // namespace gpuscape
