#include "sim/report/compare/group_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/study/compare/group_waits.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostRows = 12;

std::string change(double before, double after) {
  const auto print = [](double wait) { return metric_text(wait, MetricPrint::time); };
  return fmt::format("{} → {}", print(before), print(after));
}

std::vector<std::string> row_of(const GroupWaits& group) {
  return {excerpt(group.name, kMostColumnName), human_count(group.jobs),
          percent_text(group.gpu_share), change(group.p50_before, group.p50_after),
          change(group.p95_before, group.p95_after)};
}

/// Of many groups the first and the last, with a row between them that says how many are left out.
std::string table_of(const std::vector<GroupWaits>& groups, std::string_view by,
                     std::string_view noun) {
  std::vector<std::vector<std::string>> rows = {
      {std::string(by), "jobs", fmt::format("{}-hours", noun), "wait p50", "wait p95"}};
  const bool cut = groups.size() > kMostRows;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (cut && i == kMostRows / 2)
      rows.push_back({fmt::format("… {} more", groups.size() - kMostRows)});
    if (!cut || i < kMostRows / 2 || i >= groups.size() - kMostRows / 2)
      rows.push_back(row_of(groups[i]));
  }
  return text_table(rows);
}

}  // namespace

std::string group_tables(const CompareResult& result, std::string_view by) {
  const StudyResult& baseline = result.variants.front().outcome.result;
  std::string text;
  for (const Comparison& comparison : result.comparisons) {
    const StudyResult& variant = result.variants[comparison.variant].outcome.result;
    const std::vector<GroupWaits> groups =
        group_waits(baseline.first, variant.first, grouping_of(by),
                    std::max(baseline.warm_up, variant.warm_up));
    text += line(
        fmt::format("by {}", by),
        fmt::format("{}, those that lose most first{}", column_name(result, comparison.variant),
                    baseline.synthetic && baseline.replications > 1 ? "; of replication 1" : ""));
    text += labelled("", table_of(groups, by, baseline.first.counts_cores ? "core" : "GPU"));
  }
  return text;
}

}  // namespace gpuscape
