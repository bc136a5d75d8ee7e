#include "sim/base/time_zone.hpp"

#include <date/tz.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace gpuscape {

namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kDay = 86400;

std::optional<std::int64_t> two_digits(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() != 2 || !is_digit(text[0]) || !is_digit(text[1])) return std::nullopt;
  return 10 * (text[0] - '0') + (text[1] - '0');
}

/// "+02:00", "-0530", "+02" in seconds.
std::optional<std::int64_t> offset_text(std::string_view text) {
  const bool behind = text.starts_with('-');
  text.remove_prefix(1);
  const std::optional<std::int64_t> hours = two_digits(text.substr(0, 2));
  if (!hours) return std::nullopt;
  text.remove_prefix(2);
  if (text.starts_with(':')) text.remove_prefix(1);
  const std::optional<std::int64_t> minutes = text.empty() ? 0 : two_digits(text);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return (behind ? -1 : 1) * (*hours * kHour + *minutes * kMinute);
}

date::local_seconds whole_seconds(double local) {
  return date::local_seconds(std::chrono::seconds(static_cast<std::int64_t>(std::floor(local))));
}

double since_1970(date::sys_seconds date) {
  return static_cast<double>(date.time_since_epoch().count());
}

}  // namespace

std::optional<TimeZone> TimeZone::find(std::string_view name) {
  TimeZone zone;
  if (name == "UTC" || name == "Z") return zone;
  if (name.starts_with('+') || name.starts_with('-')) {
    const std::optional<std::int64_t> offset = offset_text(name);
    if (!offset) return std::nullopt;
    zone.offset_ = *offset;
    return zone;
  }
  try {
    zone.zone_ = date::locate_zone(name);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return zone;
}

std::vector<std::string> TimeZone::names() {
  std::vector<std::string> names;
  try {
    std::ranges::transform(date::get_tzdb().zones, std::back_inserter(names),
                           [](const date::time_zone& zone) { return zone.name(); });
  } catch (const std::runtime_error&) {
    names.clear();
  }
  return names;
}

LocalDate TimeZone::look_up(double local) {
  const auto at = [local](std::int64_t offset) { return local - static_cast<double>(offset); };
  const date::local_info info = zone_->get_info(whole_seconds(local));
  const std::int64_t before = info.first.offset.count();
  if (info.result == date::local_info::nonexistent) {
    return {.first = at(before), .second = at(before), .kind = LocalDate::Kind::skipped};
  }
  if (info.result == date::local_info::ambiguous) {
    return {.first = at(before),
            .second = at(info.second.offset.count()),
            .kind = LocalDate::Kind::repeated};
  }
  // No clock is set by a whole day at once: a day off the changes, dates are unique.
  offset_ = before;
  begin_ = since_1970(info.first.begin) + static_cast<double>(before + kDay);
  end_ = since_1970(info.first.end) + static_cast<double>(before - kDay);
  return {.first = at(before), .second = at(before)};
}

}  // namespace gpuscape
