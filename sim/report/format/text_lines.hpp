#pragma once
/// What lines of the text report share: how they begin, and how values with intervals are written.

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/units/unit_text.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

inline constexpr std::string_view kSeparator = " · ";
inline constexpr std::size_t kLabelWidth = 14;

/// A label and what it says, wrapped beside the label where it is longer than kReportWidth.
std::string line(std::string_view label, std::string_view text);

/// A table beside a label; its rows are not wrapped.
std::string labelled(std::string_view label, std::string_view table);

/// The unit of "3.7 h"; empty for several units, as in "1 h 13 min".
inline std::string_view only_unit(std::string_view text) {
  const std::size_t space = text.find(' ');
  return space == text.rfind(' ') && space != std::string_view::npos ? text.substr(space)
                                                                     : std::string_view();
}

/// "16 min (7–31)" where one unit does, else "1 h 13 min (42 min – 3 h 56 min)".
template <class Print>
std::string with_interval(const Estimate& estimate, Print print) {
  if (!std::isfinite(estimate.value)) return "–";
  std::string value = print(estimate.value);
  if (!estimate.low || !estimate.high || !(*estimate.low < *estimate.high)) return value;
  const std::string low = print(*estimate.low);
  const std::string high = print(*estimate.high);
  if (low == value && high == value) return value;
  const std::string_view unit = only_unit(value);
  if (value.find(' ') == std::string::npos) return fmt::format("{} ({}–{})", value, low, high);
  if (unit.empty() || unit != only_unit(low) || unit != only_unit(high))
    return fmt::format("{} ({} – {})", value, low, high);
  return fmt::format("{} ({}–{})", value, std::string_view(low).substr(0, low.find(' ')),
                     std::string_view(high).substr(0, high.find(' ')));
}

inline std::string percent_text(double share) {
  return std::isfinite(share) ? fmt::format("{:.1f} %", 100.0 * share) : "–";
}

inline std::string quantity(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", human_count(count), noun, count == 1 ? "" : "s");
}

/// "GPUs short"; `noun` is what jobs wait for.
std::string wait_reason_text(WaitReason reason, std::string_view noun);
/// "71 % GPUs short · 29 % queue order"; empty where no job waited.
std::string wait_shares_text(const SecondsByReason& seconds, std::string_view noun);
/// Why jobs waited, most of it first; empty where none did. `noun` is what they wait for: GPUs.
std::string wait_line(const SecondsByReason& seconds, std::string_view noun);
/// The longest week, or what the longest weeks of all replications are on average.
std::string worst_week_line(const WorstWeek& worst);
/// " (asked: 0.70 of 128 GPUs)" where the run was offered another load than the scenario asks for.
std::string asked_load_text(const StudyResult& result);
/// Over what time the offered load and the time averages are.
std::string averages_line(const StudyResult& result);
/// How many jobs wait as long as their log says, within what is usual for it and strictly.
std::string back_test_line(const AsLogged& logged);
/// That jobs.csv and the timeline are one replication, and how its p95 differs from the mean of
/// all; empty where they show what the table does.
std::string one_replication_line(const StudyResult& result);
/// What sharing the network did to jobs, and which links did it.
std::string traffic_lines(const StudyResult& result, const TrafficResult& traffic);

}  // namespace gpuscape
