#include "sim/report/compare/compare_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/report/compare/board_values.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/format/csv.hpp"

namespace gpuscape {

namespace {

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string();
}

class Table {
 public:
  Table(const CompareResult& result, const std::vector<std::string>& folders,
        const BoardOptions& options)
      : result_(result), folders_(folders) {
    for (const std::string& key : options.columns)
      if (key != kMeetsSlo && key != kGpus) metrics_.push_back(&metrics()[metric_index(key)]);
    if (!options.columns.empty()) return;
    for (const Metric* metric : deciding_metrics())
      if (has_board_value(result, *metric)) metrics_.push_back(metric);
  }

  [[nodiscard]] std::string head() const {
    std::vector<std::string> cells = {"design"};
    if (!folders_.empty()) cells.emplace_back("folder");
    for (const char* name :
         {"is_baseline", "finished", "paired", "gpus", "jobs", "replications", "meets_slo"})
      cells.emplace_back(name);
    for (const Metric* metric : metrics_)
      for (const char* part :
           {"", "_difference", "_difference_low", "_difference_high", "_verdict"})
        cells.push_back(std::string(metric->key) + part);
    return joined(cells);
  }

  [[nodiscard]] std::string row(std::size_t design) const {
    const VariantResult& variant = result_.variants[design];
    const StudyResult& study = variant.outcome.result;
    std::vector<std::string> cells = {csv_cell(variant.name)};
    if (!folders_.empty()) cells.push_back(csv_cell(folders_[design]));
    cells.emplace_back(design == 0 ? "true" : "false");
    cells.emplace_back(variant.finished ? "true" : "false");
    cells.push_back(paired(design));
    cells.push_back(fmt::format("{}", study.first.gpus_total));
    cells.push_back(fmt::format("{}", study.jobs));
    cells.push_back(fmt::format("{}", study.replications));
    cells.push_back(meets(study));
    for (const Metric* metric : metrics_) add(design, *metric, cells);
    return joined(cells);
  }

 private:
  static std::string joined(const std::vector<std::string>& cells) {
    return fmt::format("{}\n", fmt::join(cells, ","));
  }

  [[nodiscard]] std::string paired(std::size_t design) const {
    const auto found = std::ranges::find(result_.comparisons, design, &Comparison::variant);
    if (found == result_.comparisons.end()) return "";
    return found->paired ? "true" : "false";
  }

  static std::string meets(const StudyResult& study) {
    if (study.slo.empty()) return "";
    return std::ranges::all_of(study.slo, &SloVerdict::met) ? "true" : "false";
  }

  void add(std::size_t design, const Metric& metric, std::vector<std::string>& cells) const {
    cells.push_back(number(board_value(result_, design, metric)));
    const MetricDifference* const difference = board_difference(result_, design, metric);
    if (difference == nullptr) {
      cells.insert(cells.end(), 4, "");
      return;
    }
    cells.push_back(number(difference->difference.value));
    cells.push_back(number(difference->difference.low));
    cells.push_back(number(difference->difference.high));
    cells.emplace_back(verdict_name(difference->verdict));
  }

  const CompareResult& result_;
  const std::vector<std::string>& folders_;
  std::vector<const Metric*> metrics_;
};

}  // namespace

std::string compare_csv(const CompareResult& result, const std::vector<std::string>& folders,
                        const BoardOptions& options) {
  const Table table(result, folders, options);
  std::string text = table.head();
  for (const std::size_t design : board_order(result, options.sort)) text += table.row(design);
  return text;
}

}  // namespace gpuscape
