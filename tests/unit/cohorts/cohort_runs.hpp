#pragma once
/// Runs of a few jobs under cohorts, and their trees alone.

#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/cohorts/tree.hpp"
#include "sim/fields/object_reader.hpp"
#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape::test {

class CohortRun {
 public:
  explicit CohortRun(std::string parameters, std::vector<NodeGroup> groups = {nodes(1, 8)})
      : run_(std::move(parameters), std::move(groups)) {}

  CohortRun& jobs(const std::string& queue, int count, double submit, std::int32_t gpus,
                  double run_time, const std::string& qos = "") {
    run_.jobs(queue, count, submit, gpus, run_time, qos);
    return *this;
  }
  Job& last() { return run_.last(); }
  RunResult run() { return run_.run("cohorts"); }

 private:
  QuotaRun run_;
};

/// Quotas of "name": {...} texts, with amounts in GPUs.
class Quotas {
 public:
  Quotas(const std::string& cohorts, const std::string& queues)
      : settings_(read("{\"cohorts\": {" + cohorts + "}, \"queues\": {" + queues + "}}")),
        tree_(settings_),
        use_(tree_.nothing_used()) {}

  Quotas& use(const std::string& queue, double gpus) {
    tree_.add(use_, at(queue), amounts(gpus));
    return *this;
  }
  Quotas& free(const std::string& queue, double gpus) {
    tree_.remove(use_, at(queue), amounts(gpus));
    return *this;
  }
  [[nodiscard]] double available(const std::string& node) const {
    return static_cast<double>(tree_.available(use_, at(node), 0)) / 1000.0;
  }
  [[nodiscard]] double used(const std::string& node) const {
    return static_cast<double>(use_[at(node)][0]) / 1000.0;
  }
  [[nodiscard]] double most(const std::string& node) const {
    return static_cast<double>(tree_[at(node)].most[0]) / 1000.0;
  }
  [[nodiscard]] quota::cohorts::Share share(const std::string& node) const {
    return tree_.share(use_, at(node));
  }
  [[nodiscard]] std::int32_t height(const std::string& queue, double gpus) const {
    return tree_.height_of_borrowing(use_, at(queue), amounts(gpus));
  }

 private:
  static quota::Amounts amounts(double gpus) {
    return {static_cast<std::int64_t>(gpus * 1000.0), 0, 0};
  }
  static quota::cohorts::Settings read(const std::string& text) {
    ReadingContext context;
    const JsonValue value = parse_json(text, "test");
    ObjectReader reader(value, "/scheduler/policy", context);
    return quota::cohorts::read_settings(reader);
  }
  [[nodiscard]] std::size_t at(const std::string& name) const {
    const auto found =
        std::ranges::find(settings_.nodes, name, &quota::cohorts::NodeSettings::name);
    return static_cast<std::size_t>(found - settings_.nodes.begin());
  }

  quota::cohorts::Settings settings_;
  quota::cohorts::CohortTree tree_;
  quota::cohorts::Use use_;
};

}  // namespace gpuscape::test
