#include "sim/report/runs/kept_sweep.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// "8" was a number in the scenario, as far as an order of designs needs to know.
JsonValue value_of_label(const std::string& label) {
  try {
    JsonValue value = parse_json(label, kSweepFile);
    return value.is_number() ? value : JsonValue::make_text(label);
  } catch (const ScenarioError&) {
    return JsonValue::make_text(label);
  }
}

DesignSpace space_of_file(const SweepFile& file) {
  std::vector<AxisSpec> axes;
  axes.reserve(file.axes.size());
  for (const auto& [name, labels] : file.axes) {
    AxisSpec& axis = axes.emplace_back();
    axis.name = name;
    for (const std::string& label : labels) axis.values.push_back({label, value_of_label(label)});
  }
  return {file.title, std::move(axes), file.find};
}

/// The build of most runs; of as many, the last by its name.
std::string build_of_most(const std::map<std::string, std::int64_t>& builds) {
  std::string most;
  std::int64_t count = 0;
  for (const auto& [build, runs] : builds) {
    if (runs < count) continue;
    most = build;
    count = runs;
  }
  return most;
}

}  // namespace

KeptSweep read_kept_sweep(const std::filesystem::path& folder) {
  const auto file = read_sweep_file(folder);
  if (!file)
    throw ScenarioError({{.file = folder.string(),
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = std::string("has no ") + kSweepFile,
                          .hint = "gpuscape sweep SCENARIO --runs DIR writes it"}});
  const RunsInFolder of_all = read_runs(folder, "");
  RunsInFolder runs = read_runs(folder, build_of_most(of_all.versions));
  KeptSweep kept{.space = space_of_file(*file), .outcome = {}, .damaged = std::move(runs.damaged)};
  for (const auto& [build, count] : runs.versions) kept.designs_of_other_builds += count;
  SweepProgress& progress = kept.outcome.progress;
  for (RunRecord& record : runs.sound) {
    if (record.sweep != file->sweep || record.index >= kept.space.size()) continue;
    if (!record.fault.empty()) ++progress.failed;
    kept.outcome.records.push_back(std::move(record));
  }
  std::ranges::stable_sort(kept.outcome.records, {}, &RunRecord::index);
  progress.done = std::ssize(kept.outcome.records);
  progress.all = kept.space.size();
  kept.outcome.partial = progress.done < progress.all;
  return kept;
}

}  // namespace gpuscape
