#include "sim/scenario/scheduler/read_hours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/base/excerpt.hpp"
#include "sim/fields/zone_field.hpp"
#include "sim/scenario/scheduler/read_names.hpp"
#include "sim/scenario/weekdays.hpp"

namespace gpuscape {

namespace {

/// "8:00", "08:30", "24:00".
std::optional<Seconds> clock_time(std::string_view text) {
  constexpr int kHours = 24;
  constexpr int kMinutes = 60;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 2 || text.size() != colon + 3)
    return std::nullopt;
  int parts[2] = {0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == colon) continue;
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) return std::nullopt;
    int& part = parts[i < colon ? 0 : 1];
    part = part * 10 + (text[i] - '0');
  }
  const bool is_time =
      parts[0] < kHours ? parts[1] < kMinutes : parts[0] == kHours && parts[1] == 0;
  if (!is_time) return std::nullopt;
  return Seconds(60.0 * (60.0 * parts[0] + parts[1]));
}

Seconds read_time(ObjectReader& reader, std::string_view key, std::string_view doc) {
  const std::string text = reader.text(key, doc);
  if (reader.describing()) return Seconds(0.0);
  if (const auto time = clock_time(text)) return *time;
  if (reader.has(key))
    reader.issue(key, fmt::format("\"{}\" is not a time of day", excerpt(text)),
                 "hours and minutes, as \"08:00\" or \"18:30\"");
  return Seconds(0.0);
}

void read_days(ObjectReader& reader, HoursSpec& spec) {
  if (!reader.has("days")) spec.days.fill(true);
  for (const auto& [value, pointer] : reader.values(
           "days", FieldType::texts,
           "Days on which they begin (`\"monday\"` to `\"sunday\"`); without it on all.")) {
    const auto day = std::ranges::find(kWeekdays, value->text());
    if (day == kWeekdays.end())
      reader.issue("days", fmt::format("\"{}\" is not a day of the week", excerpt(value->text())),
                   "\"monday\", \"tuesday\", …");
    else
      spec.days[static_cast<std::size_t>(day - kWeekdays.begin())] = true;
  }
  const JsonValue* days = reader.value().find("days");
  if (days != nullptr && days->is_array() && days->items().empty())
    reader.issue("days", "on no day: they never begin", "leave it out for all days");
}

void read_whose(ObjectReader& reader, HoursSpec& spec) {
  spec.nodes =
      read_names(reader, "nodes",
                 "Which nodes: groups, or nodes of them, as \"gpu\", \"gpu/3\" or \"gpu/0-3\"; "
                 "without it all.");
  spec.streams = read_names(reader, "streams", "Streams whose jobs have the nodes then.");
  spec.partitions = read_names(reader, "partitions", "Partitions whose jobs have them.");
  spec.accounts = read_names(reader, "accounts", "Accounts whose jobs have them.");
  if (spec.streams.empty() && spec.partitions.empty() && spec.accounts.empty() &&
      !reader.describing())
    reader.issue("", "it does not say whose the nodes are then",
                 R"("streams", "partitions" or "accounts")");
}

}  // namespace

HoursSpec read_hours(const std::string& name, ObjectReader& reader) {
  HoursSpec spec;
  spec.name = name;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.from = read_time(reader, "from", "When they begin: a time of the day, as `\"08:00\"`.");
  spec.to = read_time(reader, "to",
                      "When they end, as `\"18:00\"`; one that is not later than `from` is a time "
                      "of the next day.");
  read_days(reader, spec);
  spec.zone = read_zone(reader,
                        "Time zone of these times, for logs with dates. A run without dates begins "
                        "at midnight of the day on which its generated week starts (Monday).");
  read_whose(reader, spec);
  const std::string others = reader.one_of(
      "others", {"suspend", "requeue", "finish"}, "suspend",
      "What becomes of jobs of others there when the hours begin. suspend: they wait in the memory "
      "of their nodes and go on there, with all that they did. requeue: they wait again, with what "
      "they saved. finish: they stay until they end; none is started there that is not expected to "
      "end before.");
  spec.others = others == "suspend"   ? HoursSpec::Others::suspend
                : others == "requeue" ? HoursSpec::Others::requeue
                                      : HoursSpec::Others::finish;
  spec.resume = reader.quantity<Seconds>(
      "resume_time", Seconds(0.0),
      "What suspending a job and bringing it back take together, added to its run time.");
  if (spec.resume > Seconds(0.0) && spec.others != HoursSpec::Others::suspend)
    reader.issue("resume_time", "it is of jobs that are suspended", R"("others": "suspend")");
  return spec;
}

}  // namespace gpuscape
