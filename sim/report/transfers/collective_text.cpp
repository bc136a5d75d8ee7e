#include "sim/report/transfers/collective_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/size_units.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostCollectiveRows = 100;

std::string algorithm_text(const CollectiveRow& row) {
  return row.protocol.empty() ? row.algorithm : fmt::format("{}, {}", row.algorithm, row.protocol);
}

/// As nccl-tests prints them: 10^9 bytes.
std::string gb_per_s(BytesPerSecond rate) { return fmt::format("{:.2f}", rate.value() / 1e9); }

}  // namespace

std::string collectives_table(const std::vector<CollectiveRow>& rows) {
  if (rows.empty()) return "";
  std::vector<Bytes> all;
  all.reserve(rows.size());
  for (const CollectiveRow& row : rows) all.push_back(row.bytes);
  const SizeUnits sizes(all);
  std::vector<std::vector<std::string>> lines = {{"operation", "among", "type", "in place", "size",
                                                  "time", "algbw GB/s", "busbw GB/s", "algorithm",
                                                  "bound by"}};
  const bool measured =
      std::ranges::any_of(rows, [](const CollectiveRow& row) { return row.basis == "measured"; });
  if (measured) lines.front().emplace_back("based on");
  const std::size_t shown = std::min(rows.size(), kMostCollectiveRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const CollectiveRow& row = rows[i];
    lines.push_back(
        {row.operation, row.among, row.type, row.in_place ? "yes" : "no", sizes.text(row.bytes),
         row.ended ? short_time_text(row.duration()) : "not ended",
         row.ended ? gb_per_s(row.algorithm_bandwidth()) : "",
         row.ended ? gb_per_s(row.bus_bandwidth()) : "", algorithm_text(row), row.bound_by});
    if (measured) lines.back().push_back(row.basis);
  }
  std::string text = text_table(lines);
  if (shown < rows.size())
    text += fmt::format("… and {} more in collectives.csv\n",
                        human_count(static_cast<std::int64_t>(rows.size() - shown)));
  return text;
}

}  // namespace gpuscape
