#include "sim/study/trace_cache.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "sim/base/json/json.hpp"
#include "sim/run/run_workload.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

/// Everything that decides which rows a workload's logs give.
std::string workload_key(const ScenarioSpec& scenario) {
  const JsonValue* workload = scenario.resolved.find("workload");
  std::string key = fmt::format("{} {}\n", scenario.run.seed, scenario.scheduler.shares_gpus);
  if (workload != nullptr) key += write_json(*workload, -1);
  for (const StreamSpec& stream : scenario.streams)
    if (stream.trace) key += '\n' + stream.trace->file;
  return key;
}

std::string files_key(const ScenarioSpec& scenario) {
  std::string key;
  for (const StreamSpec& stream : scenario.streams) {
    if (!stream.trace) continue;
    std::error_code error;
    const auto size = fs::file_size(stream.trace->file, error);
    const auto date = fs::last_write_time(stream.trace->file, error);
    key += fmt::format("{} {}\n", size, date.time_since_epoch().count());
  }
  return key;
}

}  // namespace

RunInputs TraceCache::inputs(const ScenarioSpec& scenario, const std::stop_token& stop) {
  const std::string key = workload_key(scenario);
  const std::string files = files_key(scenario);
  const std::scoped_lock lock(mutex_);
  Entry& entry = entries_[key];
  if (!entry.is_read || entry.files != files) {
    entry.is_read = false;
    entry.inputs = load_traces(scenario, false, stop);
    entry.files = files;
    entry.is_read = true;
    ++reads_;
  }
  // The key covers what decides the rows; objectives differ between designs that share it.
  refuse_unknown_texts(scenario, *entry.inputs.origins);
  return entry.inputs;
}

void TraceCache::keep_only(std::span<const ScenarioSpec* const> scenarios) {
  std::set<std::string> used;
  for (const ScenarioSpec* scenario : scenarios) used.insert(workload_key(*scenario));
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_, [&](const auto& entry) { return !used.contains(entry.first); });
}

}  // namespace gpuscape
