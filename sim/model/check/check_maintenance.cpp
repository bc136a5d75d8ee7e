#include "sim/model/check/check_maintenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/nodes_away.hpp"
#include "sim/model/failures/store_machines.hpp"
#include "sim/workload/shape/log_window.hpp"

namespace gpuscape {

namespace {

/// Further than any run goes: 3 000 years.
constexpr Seconds kLatest{1e11};

/// How dates of a calendar become times of the run.
struct Calendar {
  std::string zone = {};  ///< of dates without an offset
  bool zones_differ = false;
  bool any_log = false;
  std::optional<Seconds> unix_origin = {};  ///< of the run, where its logs have been read
  bool logs_are_read = false;
};

Calendar calendar_of(const ScenarioSpec& spec) {
  Calendar calendar;
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.trace) continue;
    if (calendar.any_log && stream.trace->time_zone != calendar.zone) calendar.zones_differ = true;
    calendar.any_log = true;
    calendar.zone = stream.trace->time_zone;
  }
  return calendar;
}

class MaintenanceChecker {
 public:
  MaintenanceChecker(const ScenarioSpec& spec, const Platform& platform, Calendar calendar,
                     ReadingContext& context)
      : spec_(spec), platform_(platform), calendar_(std::move(calendar)), context_(context) {}

  PlannedMaintenance check() {
    std::vector<Dated> all;
    for (const MaintenanceSpec& maintenance : spec_.cluster.maintenance) {
      Dated dated{
          .spec = &maintenance, .begin = date(maintenance.begin), .end = date(maintenance.end)};
      if (maintenance.store.empty())
        dated.nodes = nodes_away({maintenance.place, maintenance.pointer, maintenance.nodes},
                                 platform_, context_);
      else
        dated.store = store_with_parts({.place = maintenance.place,
                                        .pointer = maintenance.pointer,
                                        .store = maintenance.store,
                                        .machines = maintenance.machines,
                                        .drives = maintenance.of_drives},
                                       spec_, context_);
      check_order(dated);
      if (maintenance.moves && !spec_.scheduler.defragment)
        context_.add(maintenance.place, child_pointer(maintenance.pointer, "jobs"),
                     "nothing says how jobs move",
                     R"("defragment": {"when": "maintenance", "pause": "2 min"} of the scheduler)");
      all.push_back(std::move(dated));
    }
    PlannedMaintenance planned;
    planned.by_calendar = std::ranges::any_of(
        all, [](const Dated& of) { return is_on_clock(of.begin) || is_on_clock(of.end); });
    find_overlaps(all);
    if (planned.by_calendar && !calendar_.logs_are_read) return planned;
    planned.outages = outages_of(std::move(all));
    return planned;
  }

 private:
  struct Dated {
    const MaintenanceSpec* spec = nullptr;
    // After the run's beginning, or since 1970 while that is not known; none: a fault.
    std::optional<LogDate> begin = {};
    std::optional<LogDate> end = {};
    std::vector<OutageNode> nodes = {};
    std::optional<std::uint32_t> store = {};
  };

  static bool is_on_clock(const std::optional<LogDate>& date) { return date && date->on_clock; }

  std::optional<LogDate> date(const DateSpec& spec) {
    const std::optional<LogDate> read = log_date(spec.text, calendar_.zone);
    if (!read || !(read->seconds < kLatest)) {
      context_.add(spec.place, spec.pointer,
                   fmt::format("\"{}\" is neither a date nor a time", excerpt(spec.text)),
                   R"(for example "2026-05-04 08:00:00", or "3 d" after the beginning of the run)");
      return std::nullopt;
    }
    if (!read->on_clock) return read;
    if (!calendar_.any_log || (calendar_.logs_are_read && !calendar_.unix_origin)) {
      context_.add(
          spec.place, spec.pointer,
          fmt::format("{}: no date of the run is known",
                      calendar_.any_log ? "the logs' clocks do not count from 1970, or differ"
                                        : "no job comes from a log"),
          R"(give a time after the beginning of the run, such as "3 d")");
      return std::nullopt;
    }
    if (calendar_.zones_differ && !has_offset(spec.text))
      context_.add(spec.place, spec.pointer, "the logs have different time zones",
                   R"(write the date with its offset: "2026-05-04 08:00:00+02:00")");
    if (!calendar_.unix_origin) return read;
    return LogDate{.on_clock = true, .seconds = read->seconds - *calendar_.unix_origin};
  }

  /// Whether the date means the same in every time zone.
  static bool has_offset(const std::string& text) {
    const auto here = log_date(text, "+00:00");
    const auto there = log_date(text, "+01:00");
    return here && there && here->seconds == there->seconds;
  }

  /// Whether `a` is before `b`; none where they are on two clocks, or one of them is a fault.
  [[nodiscard]] std::optional<bool> is_before(const std::optional<LogDate>& a,
                                              const std::optional<LogDate>& b) const {
    if (!a || !b || (!calendar_.unix_origin && a->on_clock != b->on_clock)) return std::nullopt;
    return a->seconds < b->seconds;
  }

  void check_order(const Dated& of) {
    if (is_before(of.begin, of.end).value_or(true)) return;
    context_.add(of.spec->end.place, of.spec->end.pointer, "it ends no later than it begins",
                 "nodes are away from \"begin\" to \"end\"");
  }

  [[nodiscard]] bool overlap(const Dated& a, const Dated& b) const {
    return is_before(a.begin, b.end).value_or(false) && is_before(b.begin, a.end).value_or(false);
  }

  void find_overlaps(const std::vector<Dated>& all) {
    std::map<OutageNode, std::vector<const Dated*>> of_node;
    std::set<std::pair<const Dated*, const Dated*>> told;
    for (const Dated& of : all)
      for (const OutageNode& at : of.nodes) {
        auto& others = of_node[at];
        for (const Dated* other : others)
          if (overlap(*other, of) && told.insert({other, &of}).second)
            context_.add(
                of.spec->place, child_pointer(of.spec->pointer, "nodes"),
                fmt::format("{}/{} is in maintenance \"{}\" at the same time",
                            platform_.groups()[at.group].name, at.node, excerpt(other->spec->name)),
                "make one of the two, or other dates");
        others.push_back(&of);
      }
  }

  static std::vector<PlannedOutage> outages_of(std::vector<Dated> all) {
    std::vector<PlannedOutage> planned;
    planned.reserve(all.size());
    for (Dated& of : all) {
      if (!of.begin || !of.end) continue;
      planned.push_back({.name = of.spec->name,
                         .begin = of.begin->seconds,
                         .end = of.end->seconds,
                         .requeues = of.spec->requeues,
                         .moves = of.spec->moves,
                         .effect = of.store             ? OutageEffect::store
                                   : of.spec->link_rate ? OutageEffect::slow_links
                                                        : OutageEffect::away,
                         .pace = of.spec->link_rate.value_or(1.0),
                         .all_adapters = true,
                         .store = of.store.value_or(0),
                         .machines = of.spec->machines,
                         .of_drives = of.spec->of_drives,
                         .nodes = std::move(of.nodes)});
    }
    std::ranges::sort(planned, {}, [](const PlannedOutage& outage) {
      return std::pair(outage.begin, std::string_view(outage.name));
    });
    return planned;
  }

  const ScenarioSpec& spec_;
  const Platform& platform_;
  const Calendar calendar_;
  ReadingContext& context_;
};

}  // namespace

PlannedMaintenance check_maintenance(const ScenarioSpec& spec, const Platform& platform,
                                     ReadingContext& context) {
  if (spec.cluster.maintenance.empty()) return {};
  const bool by_steps = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return stream.has_steps(); });
  const MaintenanceSpec& first = spec.cluster.maintenance.front();
  if (is_never_away({first.place, first.pointer, first.nodes}, by_steps, context)) return {};
  return MaintenanceChecker(spec, platform, calendar_of(spec), context).check();
}

std::vector<PlannedOutage> outages_by_calendar(const ScenarioSpec& spec, const Platform& platform,
                                               std::optional<Seconds> unix_origin,
                                               std::vector<std::string>& notes) {
  Calendar calendar = calendar_of(spec);
  calendar.unix_origin = unix_origin;
  calendar.logs_are_read = true;
  ReadingContext context;
  std::vector<PlannedOutage> all =
      MaintenanceChecker(spec, platform, std::move(calendar), context).check().outages;
  context.throw_if_issues();
  std::erase_if(all, [&](PlannedOutage& outage) {
    if (!(outage.end > Seconds(0.0))) {
      notes.push_back(fmt::format("maintenance \"{}\" was over {} before the run begins",
                                  excerpt(outage.name), human_text(-outage.end)));
      return true;
    }
    outage.begin = std::max(Seconds(0.0), outage.begin);
    return false;
  });
  return all;
}

}  // namespace gpuscape
