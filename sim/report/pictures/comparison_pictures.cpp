#include "sim/report/pictures/comparison_pictures.hpp"

#include <cmath>
#include <utility>

#include "sim/report/compare/board_values.hpp"
#include "sim/report/compare/cause_lines.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_style.hpp"
#include "sim/report/pictures/design_pictures.hpp"
#include "sim/report/pictures/wait_distributions.hpp"

namespace gpuscape {

namespace {

PictureCost picture_cost(const StudyResult& result) {
  const CostModel& model = *result.first.cost;
  const Ledger ledger = model.ledger(result.usage);
  const CostTotals totals = model.totals(result.usage);
  PictureCost cost;
  cost.currency = model.spec().currency.code();
  cost.horizon = model.spec().horizon;
  cost.capex = totals.capex;
  cost.opex = totals.opex;
  cost.total = totals.total;
  for (const auto& [name, item] : model.items())
    cost.items.emplace_back(name, ledger.total_of_item(name));
  return cost;
}

void add_wait(const CompareResult& result, std::size_t index, PictureDesign& design) {
  const StudyResult& study = result.variants[index].outcome.result;
  if (!board_value(result, index, pictured_wait())) return;
  const MetricDifference* beside = board_difference(result, index, pictured_wait());
  const Estimate wait = beside != nullptr ? beside->variant : study.estimates[pictured_wait().key];
  if (!std::isfinite(wait.value)) return;
  if (study.overloaded() && study.synthetic) {
    design.wait_text = "overloaded";
    return;
  }
  design.wait = wait;
  design.wait_text =
      with_interval(wait, [](double one) { return metric_text(one, pictured_wait().print); });
  if (study.overloaded()) design.wait_text += " overloaded";
}

std::vector<PictureDesign> picture_designs(const CompareResult& result) {
  std::vector<PictureDesign> designs;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const VariantResult& variant = result.variants[i];
    const StudyResult& study = variant.outcome.result;
    PictureDesign design{.name = variant.name, .is_baseline = i == 0, .number = i + 1};
    if (variant.finished) {
      for (const GpuTimeCause& cause : gpu_time_causes())
        design.lost.push_back(
            board_value(result, i, metrics()[metric_index(cause.key)]).value_or(std::nan("")));
      if (study.first.cost) {
        design.cost = picture_cost(study);
        design.is_complete = study.first.cost->missing().empty();
      }
      add_wait(result, i, design);
    }
    designs.push_back(std::move(design));
  }
  return designs;
}

}  // namespace

std::vector<PictureFile> comparison_pictures(const CompareResult& result) {
  const std::vector<PictureDesign> designs = picture_designs(result);
  std::vector<PictureFile> files;
  const auto add = [&](const char* name, const std::string& figure) {
    if (std::string svg = chart_file(figure); !svg.empty()) files.push_back({name, std::move(svg)});
  };
  add("compare-wait.svg", wait_picture(designs, "wait"));
  add("compare-waits.svg", wait_distributions(result, "waits"));
  add("compare-lost-time.svg", lost_time_picture(designs, "lost"));
  add("compare-cost.svg", cost_picture(designs, "cost"));
  add("compare-cost-wait.svg", cost_and_wait_picture(designs, "cost-wait"));
  return files;
}

}  // namespace gpuscape
