#include "gui/view/losers_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "sim/report/compare/compare_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape::gui {

namespace {

double share_of(std::int64_t part, std::int64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0.0;
}

GroupRow row_of(const GroupChange& group, bool loses) {
  GroupRow row{.name = group.name,
               .jobs = group.jobs,
               .later = group.later,
               .sooner = group.sooner,
               .later_share = share_of(group.later, group.jobs),
               .sooner_share = share_of(group.sooner, group.jobs),
               .loses = loses};
  row.text = fmt::format("{:.0f} % of {} later, {:.0f} % sooner", 100.0 * row.later_share,
                         quantity(row.jobs, "job"), 100.0 * row.sooner_share);
  return row;
}

GroupTable table_of(const LaterJobs& later) {
  GroupTable table{.kind = later.kind};
  for (std::size_t i = 0; i < later.groups.size(); ++i)
    table.rows.push_back(row_of(later.groups[i], i < later.losing));
  return table;
}

DesignLosers losers_of(const LiveAnswer& answer, std::size_t column, const Comparison* beside) {
  DesignLosers made{.design = answer.asked.name, .column = column};
  if (beside == nullptr) {
    made.why_none = "not compared yet";
    return made;
  }
  std::vector<std::string> parts;
  for (const LaterJobs& later : beside->later) {
    if (later.groups.empty()) continue;
    made.tables.push_back(table_of(later));
    std::ranges::move(losing_parts(later), std::back_inserter(parts));
  }
  made.summary = fmt::format("{}", fmt::join(parts, kSeparator));
  if (made.tables.empty()) made.why_none = beside->pairing;
  return made;
}

}  // namespace

std::vector<DesignLosers> losers_view(const LiveState& state) {
  std::vector<DesignLosers> all;
  for (std::size_t i = 1; i < state.designs.size(); ++i)
    all.push_back(
        losers_of(state.designs[i], i,
                  i <= state.comparisons.size() ? state.comparisons[i - 1].get() : nullptr));
  return all;
}

}  // namespace gpuscape::gui
