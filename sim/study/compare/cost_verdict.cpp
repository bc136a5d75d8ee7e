#include "sim/study/compare/cost_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "sim/cost/cost_model.hpp"

namespace gpuscape {

namespace {

std::string jobs_text(std::int64_t count) {
  return fmt::format("{} job{}", count, count == 1 ? "" : "s");
}

CostObstacles obstacles_of(const StudyResult& study) {
  return {.not_counted = study.first.cost->missing(), .shortfalls = shortfalls(study)};
}

Seconds used_time(const CostModel& cost) { return cost.spec().horizon - cost.spec().build; }

std::set<std::string> gpu_models(const RunResult& run) {
  std::set<std::string> models;
  for (const NodeLabel& group : run.nodes)
    if (group.gpus > 0) models.insert(group.gpu_model);
  return models;
}

Cheaper cheaper_by(double difference) {
  if (difference == 0.0) return Cheaper::neither;
  return difference > 0.0 ? Cheaper::baseline : Cheaper::variant;
}

/// Where both designs do what is asked.
class Workers {
 public:
  Workers(const StudyResult& baseline, const StudyResult& variant, bool same_jobs)
      : first_{*baseline.first.cost, baseline.usage},
        second_{*variant.first.cost, variant.usage},
        same_gpus_(gpu_models(baseline.first) == gpu_models(variant.first)),
        same_jobs_(same_jobs) {}

  void judge(const std::optional<CostComparison>& compared, CostVerdict& verdict) const {
    const bool same_time = used_time(first_.model) == used_time(second_.model);
    if (compared && same_jobs_ && same_time) {
      verdict.by = CheaperBy::total;
      verdict.cheaper = cheaper_by(compared->difference.value);
    } else if (same_gpus_) {
      judge_by(CheaperBy::useful_gpu_hour, &CostTotals::useful_gpu_hours, verdict);
    } else if (same_jobs_) {
      judge_by(CheaperBy::job, &CostTotals::jobs, verdict);
    } else {
      verdict.why_none = "they run other jobs on other GPUs, so their work cannot be compared";
    }
  }

 private:
  void judge_by(CheaperBy by, double CostTotals::* work, CostVerdict& verdict) const {
    const double first = first_.model.totals(first_.usage).*work;
    const double second = second_.model.totals(second_.usage).*work;
    if (!(first > 0.0) || !(second > 0.0)) {
      verdict.why_none = by == CheaperBy::job ? "no job ended in the time that is averaged"
                                              : "no job held a GPU in the time that is averaged";
      return;
    }
    verdict.rates = compare_rates(first_, second_, {first, second});
    if (!verdict.rates) {
      verdict.why_none = "their costs are in different currencies";
      return;
    }
    verdict.by = by;
    verdict.cheaper = cheaper_by(verdict.rates->difference.value);
  }

  DesignCost first_;
  DesignCost second_;
  bool same_gpus_;
  bool same_jobs_;
};

}  // namespace

std::vector<std::string> shortfalls(const StudyResult& study) {
  std::vector<std::string> all;
  std::vector<std::string> missed;
  // An objective on jobs that the scenario does not have is neither met nor missed.
  for (const SloVerdict& slo : study.slo)
    if (!slo.met && std::isfinite(slo.value.value)) missed.push_back(slo.name);
  if (!missed.empty())
    all.push_back(fmt::format("misses the objective{} {}", missed.size() == 1 ? "" : "s",
                              fmt::join(missed, ", ")));
  if (study.overloaded()) all.emplace_back("is overloaded");
  if (study.nothing_started()) {
    all.emplace_back("starts no job");
    return all;
  }
  if (study.never_fit > 0) all.push_back("has no room for " + jobs_text(study.never_fit));
  if (study.unfinished > 0) all.push_back("leaves " + jobs_text(study.unfinished) + " unfinished");
  return all;
}

std::optional<CostVerdict> cost_verdict(const StudyResult& baseline, const StudyResult& variant,
                                        bool same_jobs,
                                        const std::optional<CostComparison>& compared) {
  const bool before = baseline.first.cost != nullptr;
  const bool after = variant.first.cost != nullptr;
  if (!before && !after) return std::nullopt;
  CostVerdict verdict;
  if (!before || !after) {
    verdict.why_none = fmt::format("the {} has no cost section", before ? "variant" : "baseline");
    return verdict;
  }
  verdict.baseline = obstacles_of(baseline);
  verdict.variant = obstacles_of(variant);
  if (verdict.any_not_counted()) return verdict;
  const bool baseline_works = verdict.baseline.shortfalls.empty();
  const bool variant_works = verdict.variant.shortfalls.empty();
  if (baseline_works && variant_works) {
    Workers(baseline, variant, same_jobs).judge(compared, verdict);
  } else if (baseline_works || variant_works) {
    verdict.by = CheaperBy::doing_the_work;
    verdict.cheaper = baseline_works ? Cheaper::baseline : Cheaper::variant;
  }
  return verdict;
}

bool has_part_not_counted(const RunResult& run) {
  return run.cost != nullptr && !run.cost->missing().empty();
}

}  // namespace gpuscape
