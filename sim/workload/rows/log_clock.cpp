#include "sim/workload/rows/log_clock.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kDayLength = 10;    // YYYY-MM-DD
constexpr std::size_t kPlainLength = 19;  // YYYY-MM-DDTHH:MM:SS

/// The two digits at `at`, or more than any clock shows.
int two_digits(std::string_view text, std::size_t at) {
  const int tens = text[at] - '0';
  const int ones = text[at + 1] - '0';
  constexpr int kNone = 100;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : kNone;
}

}  // namespace

/// The first second of a day.
std::optional<Seconds> LogClock::day(std::string_view text) {
  Day& known = days_[static_cast<std::size_t>(10 * text[8] + text[9] + 31 * text[6]) % kDays];
  if (std::string_view(known.text.data(), kDayLength) == text) return known.seconds;
  std::array<char, kPlainLength> midnight{};
  constexpr std::string_view kMidnight = "YYYY-MM-DDT00:00:00";
  std::ranges::copy(kMidnight, midnight.begin());
  std::ranges::copy(text, midnight.begin());
  const std::optional<DateText> date = date_text({midnight.data(), midnight.size()});
  if (!date) return std::nullopt;
  std::ranges::copy(text, known.text.begin());
  known.seconds = date->seconds;
  return known.seconds;
}

/// As date_text, for which almost every date of a log is a day that was met before and a time.
std::optional<DateText> LogClock::date(std::string_view text) {
  if (text.size() == kPlainLength && (text[10] == 'T' || text[10] == ' ') && text[13] == ':' &&
      text[16] == ':') {
    const int hour = two_digits(text, 11);
    const int minute = two_digits(text, 14);
    const int second = two_digits(text, 17);
    const std::optional<Seconds> midnight = day(text.substr(0, kDayLength));
    if (midnight && hour < 24 && minute < 60 && second < 60)
      return DateText{.seconds = *midnight + Seconds((hour * 60 + minute) * 60 + second),
                      .zoned = false};
  }
  return date_text(text);
}

LogClock::LogClock(std::string_view zone, ReadReport& report)
    : assumes_utc_(zone.empty()), report_(report) {
  if (zone.empty()) return;
  const std::optional<TimeZone> found = TimeZone::find(zone);
  ensure(found.has_value(), "a time zone is known: the scenario's reader looks it up");
  zone_ = found.value_or(TimeZone());
}

std::optional<Seconds> LogClock::read(std::string_view text, Seconds not_before) {
  const std::optional<DateText> date = this->date(text);
  if (!date) return std::nullopt;
  if (date->zoned) return date->seconds;
  if (assumes_utc_) {
    report_.assumptions.emplace_back("dates without a time zone are read as UTC");
    assumes_utc_ = false;
  }
  const LocalDate local = zone_.resolve(date->seconds.value());
  met_[static_cast<std::size_t>(local.kind)] = true;
  return Seconds(local.first < not_before.value() ? local.second : local.first);
}

void LogClock::note_repairs(const Line& line) {
  const auto note = [&](LocalDate::Kind kind, std::string_view what) {
    if (met_[static_cast<std::size_t>(kind)]) report_.note(false, what, line.number, line.text);
  };
  note(LocalDate::Kind::skipped,
       "a date that the clock jumps over: read with the offset before the jump");
  note(LocalDate::Kind::repeated,
       "a date that the clock shows twice: the first is taken unless dates would run backwards");
  met_ = {};
}

}  // namespace gpuscape
