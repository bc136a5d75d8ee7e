#include "sim/model/failures/failure_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "sim/scheduling/node_list.hpp"
#include "sim/workload/rows/fault_rows.hpp"

namespace gpuscape {

namespace {

/// Which node each name is; nothing, and why in `fault`, where there are too many.
std::map<std::string, OutageNode> nodes_by_name(const std::vector<FaultRow>& rows,
                                                const std::vector<OutageNode>& nodes,
                                                const Platform& platform, std::string& fault) {
  std::map<std::string, OutageNode> known;
  for (const FaultRow& row : rows) known.try_emplace(row.node);
  std::size_t next = 0;
  for (auto& [name, node] : known) {
    const auto found = find_nodes(name, platform);
    const auto* named = std::get_if<NamedNodes>(&found);
    if (named != nullptr && named->first == named->last) {
      node = {static_cast<std::uint32_t>(named->group), named->first};
    } else if (next < nodes.size()) {
      node = nodes[next++];
    } else {
      fault = fmt::format("it names {} nodes, and there are {}", known.size(), nodes.size());
      return {};
    }
  }
  return known;
}

/// Rows that take a node away in the run.
std::vector<FaultRow> rows_of_run(FaultRows& read) {
  std::vector<FaultRow> rows;
  rows.reserve(read.rows.size());
  for (FaultRow& row : read.rows) {
    if (!(row.end > row.begin))
      read.leave_out(row.line, "it is over as it begins");
    else if (!(row.end > Seconds(0.0)))
      read.leave_out(row.line, "it is over before the run begins");
    else
      rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

FailureLog read_failure_log(const std::string& path, const std::string& name,
                            const std::vector<OutageNode>& nodes, const Platform& platform) {
  FailureLog log;
  FaultRows read = read_fault_rows(path);
  log.fault = read.fault;
  if (!log.fault.empty()) return log;
  const std::vector<FaultRow> rows = rows_of_run(read);
  log.left_out = read.left_out;
  if (read.left_out > 0)
    log.first_left_out = fmt::format("line {}: {}", read.first_left_out, read.why_first_left_out);
  if (rows.empty()) log.fault = "it has no failures";
  if (!log.fault.empty()) return log;
  const auto known = nodes_by_name(rows, nodes, platform, log.fault);
  if (!log.fault.empty()) return log;
  for (const FaultRow& failed : rows)
    log.failures.push_back({.name = name,
                            .begin = std::max(Seconds(0.0), failed.begin),
                            .end = failed.end,
                            .unforeseen = true,
                            .nodes = {known.at(failed.node)}});
  std::ranges::stable_sort(log.failures, {}, &PlannedOutage::begin);
  return log;
}

}  // namespace gpuscape
