#pragma once
/// Part of the trace readers: dates in words, by the log's own time zone.

#include <array>
#include <optional>
#include <string_view>

#include "sim/base/time_zone.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/text/field_text.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

class LogClock {
 public:
  /// `zone`: as in a scenario; empty: dates without a zone are read as UTC, and the report says so
  /// once one is read.
  LogClock(std::string_view zone, ReadReport& report);

  /// The time since 1970, or none where the text is not a date. Where clocks are set back and show
  /// a date twice, the first is meant, or the second where the first lies before `not_before`: the
  /// date that must have come earlier.
  std::optional<Seconds> read(std::string_view text, Seconds not_before = -kForever);

  /// Notes what the dates read since the last call needed.
  void note_repairs(const Line& line);

 private:
  static constexpr std::size_t kKinds = 3;
  static constexpr std::size_t kDays = 64;
  /// A day as it was written, and its first second.
  struct Day {
    std::array<char, 10> text{};
    Seconds seconds{0.0};
  };

  std::optional<DateText> date(std::string_view text);
  std::optional<Seconds> day(std::string_view text);

  TimeZone zone_;
  bool assumes_utc_;
  ReadReport& report_;
  std::array<bool, kKinds> met_{};  ///< by LocalDate::Kind
  std::array<Day, kDays> days_{};   ///< the last ones that were read: most dates share a few
};

}  // namespace gpuscape
