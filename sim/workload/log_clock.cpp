#include "sim/workload/log_clock.hpp"

#include "sim/base/error.hpp"
#include "sim/workload/field_text.hpp"

namespace gpuscape {

LogClock::LogClock(std::string_view zone, ReadReport& report)
    : assumes_utc_(zone.empty()), report_(report) {
  if (zone.empty()) return;
  const std::optional<TimeZone> found = TimeZone::find(zone);
  ensure(found.has_value(), "a time zone is known: the scenario's reader looks it up");
  zone_ = *found;
}

std::optional<double> LogClock::read(std::string_view text, double not_before) {
  const std::optional<DateText> date = date_text(text);
  if (!date) return std::nullopt;
  if (date->zoned) return date->seconds;
  if (assumes_utc_) {
    report_.assumptions.emplace_back("dates without a time zone are read as UTC");
    assumes_utc_ = false;
  }
  const LocalDate local = zone_.resolve(date->seconds);
  met_[static_cast<std::size_t>(local.kind)] = true;
  return local.first < not_before ? local.second : local.first;
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
