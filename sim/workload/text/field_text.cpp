#include "sim/workload/text/field_text.hpp"

#include <charconv>
#include <chrono>
#include <memory>
#include <system_error>

namespace gpuscape {

namespace {

template <class Number>
std::optional<Number> whole_text(std::string_view text) {
  Number value{};
  const char* const first = std::to_address(text.begin());
  const char* const last = first + text.size();
  const auto [end, error] = std::from_chars(first, last, value);
  if (error != std::errc() || end != last) {
    return std::nullopt;
  }
  return value;
}

/// Reads a text from its front, digit by digit; `good` turns false at the first surprise and stays
/// so.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  int digits(std::size_t count) {
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const char c = take();
      good_ = good_ && c >= '0' && c <= '9';
      value = value * 10 + (c - '0');
    }
    return good_ ? value : 0;
  }
  void one_of(std::string_view choices) {
    good_ = choices.find(take()) != std::string_view::npos && good_;
  }
  void spoil() { good_ = false; }
  [[nodiscard]] char peek() const { return text_.empty() ? '\0' : text_.front(); }
  [[nodiscard]] bool finished() const { return good_ && text_.empty(); }

  double fraction() {
    double value = 0.0;
    double unit = 0.1;
    take();
    good_ = good_ && peek() >= '0' && peek() <= '9';
    while (peek() >= '0' && peek() <= '9') {
      value += unit * (take() - '0');
      unit /= 10.0;
    }
    return value;
  }

  char take() {
    if (text_.empty()) {
      good_ = false;
      return '\0';
    }
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }

 private:
  std::string_view text_;
  bool good_ = true;
};

/// "Z", "+02:00", "-0530", "+02", or nothing: seconds to add to UTC to get the local time.
int zone_offset(Cursor& cursor) {
  if (cursor.peek() == '\0') {
    return 0;
  }
  const char sign = cursor.take();
  if (sign == 'Z') {
    return 0;
  }
  if (sign != '+' && sign != '-') {
    cursor.spoil();
    return 0;
  }
  int minutes = 60 * cursor.digits(2);
  if (cursor.peek() == ':') {
    cursor.take();
  }
  if (cursor.peek() != '\0') {
    minutes += cursor.digits(2);
  }
  return (sign == '-' ? -60 : 60) * minutes;
}

}  // namespace

std::optional<std::int64_t> integer_text(std::string_view text) {
  if (const std::int64_t digits = digits_text(text); digits >= 0) {
    return digits;
  }
  return whole_text<std::int64_t>(text);
}

std::optional<double> number_text(std::string_view text) {
  if (const std::int64_t digits = digits_text(text); digits >= 0) {
    return static_cast<double>(digits);
  }
  return whole_text<double>(text);
}

std::optional<DateText> date_text(std::string_view text) {
  Cursor cursor(text);
  const std::chrono::year year(cursor.digits(4));
  cursor.one_of("-");
  const std::chrono::month month(static_cast<unsigned>(cursor.digits(2)));
  cursor.one_of("-");
  const std::chrono::day day(static_cast<unsigned>(cursor.digits(2)));
  cursor.one_of(" T");
  const int hour = cursor.digits(2);
  cursor.one_of(":");
  const int minute = cursor.digits(2);
  cursor.one_of(":");
  const int second = cursor.digits(2);
  const double fraction = cursor.peek() == '.' ? cursor.fraction() : 0.0;
  const bool zoned = cursor.peek() != '\0';
  const int offset = zone_offset(cursor);
  const std::chrono::year_month_day date(year, month, day);
  constexpr int kLeapSecond = 60;
  if (!cursor.finished() || !date.ok() || hour > 23 || minute > 59 || second > kLeapSecond) {
    return std::nullopt;
  }
  constexpr std::int64_t kDay = 86400;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const int second_of_day = (hour * 60 + minute) * 60 + second - offset;
  return DateText{.seconds = Seconds(static_cast<double>(days * kDay + second_of_day) + fraction),
                  .zoned = zoned};
}

}  // namespace gpuscape
