#pragma once
/// Which rooms of `sim/` a room may include.

#include <map>
#include <set>
#include <string>

namespace gpuscape {

/// The rooms of sim/, each with the rooms that its files may include besides its own. All may
/// include the three of base/.
inline const std::map<std::string, std::set<std::string>>& rooms() {
  static const std::map<std::string, std::set<std::string>> allowed{
      {"base", {}},
      {"base/units", {"base"}},
      {"base/json", {"base", "base/units"}},
      {"fields", {}},
      {"catalog/fields", {}},
      {"catalog", {"fields", "catalog/fields", "catalog/measured"}},
      {"catalog/parts", {"catalog"}},
      {"catalog/measured", {"fields", "catalog/fields"}},
      {"scenario", {"fields"}},
      {"scenario/sections", {"fields", "scenario"}},
      {"scenario/slurm", {"fields"}},
      {"scenario/load",
       {"fields", "catalog", "catalog/measured", "catalog/parts", "scenario", "scenario/sections",
        "scenario/slurm"}},
      {"platform", {}},
      {"platform/future", {"platform"}},
      {"platform/cluster", {"platform"}},
      {"cost", {"fields", "catalog", "scenario", "platform/cluster"}},
      {"bill", {"catalog/parts", "cost", "scenario", "platform/cluster"}},
      {"workload/text", {}},
      {"workload", {"scenario", "platform", "workload/text"}},
      {"workload/rows", {"scenario", "workload/text", "workload"}},
      {"workload/formats",
       {"scenario", "scenario/sections", "workload/text", "workload", "workload/rows"}},
      {"workload/draw", {"fields", "scenario", "platform", "workload"}},
      {"workload/shape", {"scenario", "workload/text", "workload"}},
      {"scheduling", {"fields", "platform", "platform/future", "workload"}},
      {"scheduling/reservation", {"platform", "platform/future", "scheduling"}},
      {"model",
       {"fields", "scenario", "scenario/load", "platform", "platform/cluster", "scheduling"}},
      {"model/applications", {"scenario", "platform", "model"}},
      {"model/transfers", {"fields", "catalog", "scenario", "platform/cluster", "model"}},
      {"model/access", {"scenario", "platform/cluster", "model", "model/transfers"}},
      {"model/collectives",
       {"fields", "catalog", "scenario", "platform/cluster", "model", "model/access",
        "model/applications", "model/transfers"}},
      {"model/failures",
       {"fields", "scenario", "platform", "platform/cluster", "scheduling", "workload/rows",
        "model/applications"}},
      {"model/check",
       {"fields", "catalog", "scenario", "scenario/load", "platform", "platform/cluster", "cost",
        "bill", "workload", "workload/shape", "scheduling", "model", "model/access",
        "model/applications", "model/transfers", "model/collectives", "model/failures"}},
      {"model/reference", {"fields", "catalog", "scenario", "scenario/sections", "model"}},
      {"calibration", {"fields"}},
      {"calibration/tools", {"calibration"}},
      {"engine", {}},
      {"run/record", {"scenario", "platform", "platform/cluster", "workload", "scheduling"}},
      {"run/pace",
       {"scenario", "platform/cluster", "model", "model/access", "model/applications",
        "model/check", "engine", "run/record"}},
      {"run/life",
       {"scenario", "platform", "scheduling", "model", "model/check", "engine", "run/record",
        "run/pace"}},
      {"run/nodes",
       {"scenario", "platform", "platform/future", "workload/draw", "scheduling", "model/check",
        "run/record"}},
      {"run",
       {"scenario", "platform", "platform/future", "workload/text", "workload", "workload/formats",
        "workload/draw", "workload/shape", "scheduling", "model", "model/check", "engine",
        "run/record", "run/pace", "run/life", "run/nodes"}},
      {"run/transfers", {"platform/cluster", "model/transfers", "model/check", "engine"}},
      {"session",
       {"workload/text", "model", "model/check", "calibration", "study/metrics", "study/compare"}},
      {"study/statistics", {"scenario", "workload/draw"}},
      {"study/metrics", {"scenario", "cost", "workload", "run/record", "study/statistics"}},
      {"study",
       {"scenario", "cost", "workload/draw", "model/check", "run/record", "run", "study/statistics",
        "study/metrics"}},
      {"study/compare",
       {"catalog", "cost", "model/check", "study/metrics", "study", "study/statistics"}},
      {"study/steps", {"scenario", "run/transfers", "study/metrics"}},
      {"remote",
       {"fields", "catalog", "scenario", "workload", "model/check", "engine", "run", "run/pace",
        "run/record", "session", "study/statistics"}},
      {"sizing", {"fields", "cost", "session", "study", "study/compare"}},
      {"live", {"run", "session", "study", "study/compare"}},
      {"logs",
       {"scenario", "workload", "workload/formats", "workload/rows", "workload/draw", "model/check",
        "run", "study/statistics"}},
      {"topology", {"platform", "platform/cluster", "engine"}},
      {"topology/import", {"platform"}},
      {"validation",
       {"fields", "catalog", "bill", "scenario/load", "model", "model/check", "cost", "calibration",
        "engine", "run", "run/nodes", "run/pace", "run/transfers", "study", "study/statistics",
        "model/collectives"}},
      {"report/format", {"catalog", "scenario", "cost", "run/record", "study/metrics", "study"}},
      {"report/topology", {"platform", "cost", "model/transfers", "topology", "report/format"}},
      {"report/catalog",
       {"catalog/fields", "catalog", "topology", "report/format", "report/topology"}},
      {"report/bill", {"bill", "report/format"}},
      {"report/trust", {"bill", "run/transfers", "study/metrics", "validation", "report/format"}},
      {"report/remote", {"remote", "report/format"}},
      {"report/sizing", {"sizing", "report/format"}},
      {"report/run",
       {"catalog", "platform", "cost", "run/record", "study/metrics", "report/trust", "report/bill",
        "report/format"}},
      {"report/sections", {"run/record", "study/metrics", "report/format", "report/run"}},
      {"report/compare",
       {"fields", "cost", "study/compare", "report/bill", "report/format", "report/run"}},
      {"report/transfers",
       {"scenario", "run/transfers", "study/metrics", "study/steps", "validation", "report/compare",
        "report/trust", "report/bill", "report/format", "report/run"}},
      {"report/folder",
       {"catalog", "run/transfers", "study/metrics", "study/compare", "report/bill",
        "report/format", "report/pictures", "report/run", "report/compare", "report/transfers"}},
      {"report/reading",
       {"bill", "workload/text", "run/record", "study/metrics", "study", "study/compare",
        "report/format", "report/run", "report/compare", "report/folder"}},
      {"report/html", {"report/format"}},
      {"report/pictures",
       {"study/compare", "study/metrics", "study/statistics", "report/format", "report/html",
        "report/compare"}},
      {"report/page",
       {"fields", "study/compare", "bill", "report/trust", "report/bill", "report/format",
        "report/html", "report/pictures", "report/run", "report/compare", "report/reading"}},
      {"report/logs", {"scenario", "workload", "logs", "report/format"}},
      {"report/measured", {"calibration", "validation", "report/format"}},
  };
  return allowed;
}

/// The rooms of the programs, each with the rooms of the same program that its files may include
/// besides its own.
inline const std::map<std::string, std::set<std::string>>& program_rooms() {
  static const std::map<std::string, std::set<std::string>> allowed{
      {"cli", {"cli/input", "cli/line", "cli/process", "cli/simgrid"}},
      {"cli/commands",
       {"cli", "cli/input", "cli/line", "cli/process", "cli/simgrid", "cli/terminal"}},
      {"cli/input", {"cli/line", "cli/process"}},
      {"cli/line", {"cli", "cli/input", "cli/process"}},
      {"cli/process", {"cli", "cli/simgrid"}},
      {"cli/simgrid", {"cli/process"}},
      {"cli/terminal", {}},
      {"gui", {"gui/panel", "gui/script", "gui/session", "gui/window", "gui/workspace"}},
      {"gui/desktop", {}},
      {"gui/panel", {"gui/session", "gui/text", "gui/view", "gui/window", "gui/workspace"}},
      {"gui/script", {"gui/panel", "gui/window"}},
      {"gui/session", {"gui/panel", "gui/workspace"}},
      {"gui/text", {"gui/panel", "gui/workspace"}},
      {"gui/view", {}},
      {"gui/window", {}},
      {"gui/workspace", {"gui/view"}}};
  return allowed;
}

/// The rooms of sim/ in which a run is computed. The window includes none of them: it asks
/// sim/live/ and sim/study/ for answers and draws those.
inline const std::set<std::string>& rooms_that_compute() {
  static const std::set<std::string> rooms{
      "engine",        "run",          "run/pace",         "run/life",         "run/nodes",
      "run/transfers", "scheduling",   "study/statistics", "model/transfers",  "calibration",
      "workload/draw", "model/access", "validation",       "model/collectives"};
  return rooms;
}

}  // namespace gpuscape
