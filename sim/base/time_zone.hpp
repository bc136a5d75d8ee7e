#pragma once
/// Dates as a place's clocks show them, as seconds since 1970: by the system's time zone database,
/// or by a fixed offset.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace date {
class time_zone;
}

namespace gpuscape {

/// What a date on a clock can mean. `first` and `second` differ only where the clock shows the date
/// twice (`repeated`). A date that the clock jumps over (`skipped`) is read with the offset before
/// the jump, so that it lies as far behind the jump as it claims to.
struct LocalDate {
  enum class Kind : std::uint8_t { unique, skipped, repeated };
  double first = 0.0;   ///< s since 1970-01-01 UTC
  double second = 0.0;  ///< the same, the second time the clock shows it
  Kind kind = Kind::unique;
};

class TimeZone {
 public:
  /// UTC.
  TimeZone() = default;
  /// A name of the database ("Europe/Paris"), "UTC", "Z", or an offset ("+02:00", "-0530", "+02");
  /// none where it is none of them, or the system has no database.
  static std::optional<TimeZone> find(std::string_view name);
  /// The names in the system's database; empty where there is none.
  static std::vector<std::string> names();

  /// `local`: seconds from 1970-01-01 00:00 to the date, both as the clock shows them.
  LocalDate resolve(double local) {
    if (zone_ != nullptr && (local < begin_ || local >= end_)) return look_up(local);
    const double date = local - static_cast<double>(offset_);
    return {.first = date, .second = date};
  }

 private:
  LocalDate look_up(double local);

  const date::time_zone* zone_ = nullptr;  ///< of the database, which lives on; null: fixed offset
  std::int64_t offset_ = 0;                ///< s ahead of UTC
  // Local dates in [begin_, end_) are known to be unique, at offset_.
  double begin_ = 0.0;
  double end_ = 0.0;
};

}  // namespace gpuscape
