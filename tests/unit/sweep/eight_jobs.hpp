#pragma once
/// A scenario whose answers are known: eight jobs of one GPU and one hour, all at once, on nodes of
/// one GPU. On n of them the last waits for ⌈8 / n⌉ − 1 hours, and they cost n × 10 kUSD.

#include <map>
#include <mutex>
#include <string>

#include "sim/sweep/find_best.hpp"
#include "sim/sweep/run_sweep.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::test {

/// `more` are further keys, each with a comma before it; its `slo` or `cost` is there instead.
inline std::string eight_jobs(const std::string& axes, const std::string& more = "") {
  std::string text = R"({"format": 1, "title": "Eight",
    "cluster": {"nodes": {"n": {"type": "custom", "count": 2, "gpus": 1}}},
    "workload": {"streams": {"s": {"closed": {"jobs": 8, "gpus": {"1": 1}, "duration": "1 s",
      "run_time": {"distribution": "constant", "value": "1 h"}}}}},
    "scheduler": {"backfill": "none"})";
  if (more.find("\"slo\":") == std::string::npos)
    text += R"(, "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}})";
  if (more.find("\"cost\":") == std::string::npos)
    text += R"(, "cost": {"currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW"}},
      "items": {"nodes": {"type": "nodes"}}})";
  return text + R"(, "axes": )" + axes + more + "}";
}

inline constexpr const char* kNodes =
    R"("nodes": {"set": "/cluster/nodes/n/count", "values": [1, 2, 3, 4, 8]})";
inline constexpr const char* kTime =
    R"("time": {"set": "/workload/streams/s/closed/run_time/value", "values": ["1 h", "30 min"]})";

/// Runs in memory, counted.
class MemoryShelf final : public RunShelf {
 public:
  std::optional<RunRecord> find(const RunRecord& wanted) override {
    const std::scoped_lock lock(mutex_);
    const auto found = kept.find(wanted.key);
    if (found == kept.end()) return std::nullopt;
    RunRecord record = found->second;
    record.index = wanted.index;
    record.axes = wanted.axes;
    return record;
  }
  void keep(const RunRecord& record) override {
    const std::scoped_lock lock(mutex_);
    kept[record.key] = record;
  }
  std::map<std::string, RunRecord> kept;

 private:
  std::mutex mutex_;
};

inline DesignSpace space_of(const std::string& text, const SpaceOptions& options = {}) {
  return {{.file = "test.json", .text = text}, options, builtin_models()};
}

inline SweepOutcome sweep_of(const std::string& text, RunShelf& shelf, SweepOptions options = {},
                             const SpaceOptions& of = {}) {
  if (options.threads == 0) options.threads = 1;
  return run_sweep(space_of(text, of), {.file = "test.json", .text = text}, builtin_models(), shelf,
                   options);
}

inline SweepOutcome sweep_of(const std::string& text) {
  MemoryShelf shelf;
  return sweep_of(text, shelf);
}

/// The only fault that something throws: pointer, then message.
template <class Act>
std::string fault_of(const Act& act) {
  try {
    act();
  } catch (const ScenarioError& error) {
    std::string text;
    for (const Issue& issue : error.issues())
      text += issue.pointer + ": " + issue.message +
              (issue.hint.empty() ? "" : " | " + issue.hint) + "\n";
    return text;
  }
  return "none";
}

}  // namespace gpuscape::test
