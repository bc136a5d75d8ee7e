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
      {"catalog", {"fields", "catalog/fields"}},
      {"scenario", {"fields"}},
      {"scenario/sections", {"fields", "scenario"}},
      {"scenario/slurm", {"fields"}},
      {"scenario/load", {"fields", "catalog", "scenario", "scenario/sections", "scenario/slurm"}},
      {"platform", {}},
      {"cost", {"fields", "catalog", "scenario", "platform"}},
      {"workload/text", {}},
      {"workload", {"scenario", "platform", "workload/text"}},
      {"workload/rows", {"scenario", "workload/text", "workload"}},
      {"workload/formats",
       {"scenario", "scenario/sections", "workload/text", "workload", "workload/rows"}},
      {"workload/draw", {"scenario", "workload"}},
      {"workload/shape", {"scenario", "workload/text", "workload"}},
      {"scheduling", {"fields", "platform", "workload"}},
      {"model", {"fields", "scenario", "scenario/load", "platform", "scheduling"}},
      {"model/applications", {"scenario", "platform", "model"}},
      {"model/transfers", {"fields", "catalog", "scenario", "platform", "model"}},
      {"model/collectives",
       {"fields", "catalog", "scenario", "platform", "model", "model/applications",
        "model/transfers"}},
      {"model/check",
       {"fields", "catalog", "scenario", "scenario/load", "platform", "cost", "workload",
        "workload/shape", "scheduling", "model", "model/applications", "model/transfers",
        "model/collectives"}},
      {"model/reference", {"fields", "catalog", "scenario", "scenario/sections", "model"}},
      {"calibration", {"fields"}},
      {"calibration/tools", {"calibration"}},
      {"engine", {}},
      {"run/record", {"scenario", "platform", "workload", "scheduling"}},
      {"run/phases",
       {"scenario", "platform", "model", "model/applications", "engine", "run/record"}},
      {"run",
       {"platform", "workload/text", "workload", "workload/formats", "workload/draw",
        "workload/shape", "scheduling", "model", "model/check", "engine", "run/record",
        "run/phases"}},
      {"run/transfers", {"platform", "model/transfers", "model/check", "engine"}},
      {"session",
       {"workload/text", "model", "model/check", "calibration", "study/metrics", "study/compare"}},
      {"study/statistics", {"scenario", "workload/draw"}},
      {"study/metrics", {"scenario", "cost", "workload", "run/record", "study/statistics"}},
      {"study",
       {"scenario", "cost", "workload/draw", "model/check", "run/record", "run", "study/statistics",
        "study/metrics"}},
      {"study/compare", {"cost", "study/metrics", "study"}},
      {"live", {"run", "session", "study", "study/compare"}},
      {"logs",
       {"scenario", "workload", "workload/formats", "workload/draw", "model/check", "run",
        "study/statistics"}},
      {"topology", {"platform", "engine"}},
      {"topology/import", {"platform"}},
      {"validation",
       {"fields", "catalog", "scenario/load", "model", "model/check", "cost", "calibration",
        "engine", "run/transfers", "study/statistics"}},
      {"report/format", {"catalog", "scenario", "cost", "run/record", "study/metrics", "study"}},
      {"report/topology", {"platform", "cost", "topology", "report/format"}},
      {"report/catalog",
       {"catalog/fields", "catalog", "topology", "report/format", "report/topology"}},
      {"report/run",
       {"catalog", "platform", "cost", "run/record", "study/metrics", "report/format"}},
      {"report/compare", {"cost", "study/compare", "report/format", "report/run"}},
      {"report/transfers",
       {"scenario", "run/transfers", "study/metrics", "validation", "report/format", "report/run"}},
      {"report/folder",
       {"catalog", "run/transfers", "study/metrics", "study/compare", "report/format", "report/run",
        "report/compare", "report/transfers"}},
      {"report/reading",
       {"workload/text", "run/record", "study/metrics", "study", "study/compare", "report/format",
        "report/run", "report/compare", "report/folder"}},
      {"report/logs", {"scenario", "workload", "logs", "report/format"}},
      {"report/measured", {"calibration", "validation", "report/format", "report/transfers"}},
  };
  return allowed;
}

}  // namespace gpuscape
