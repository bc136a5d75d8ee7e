#include "sim/report/page/page_designs.hpp"

#include <cmath>
#include <utility>

#include "sim/report/compare/cause_lines.hpp"
#include "sim/report/page/page_values.hpp"

namespace gpuscape {

namespace {

void add_result(const PageResult& of, PictureDesign& design) {
  for (const GpuTimeCause& cause : gpu_time_causes()) {
    const std::optional<Estimate> share = page_value(of, metrics()[metric_index(cause.key)]);
    design.lost.push_back(share ? share->value : std::nan(""));
  }
  if (of.cost) design.cost = *of.cost;
}

}  // namespace

std::vector<PictureDesign> picture_designs(const PageComparison& of) {
  std::vector<PictureDesign> designs;
  designs.reserve(of.designs.size());
  for (std::size_t i = 0; i < of.designs.size(); ++i) {
    const PageDesign& design = of.designs[i];
    PictureDesign picture{.name = design.name, .is_baseline = i == 0, .number = i + 1};
    if (design.result) add_result(*design.result, picture);
    picture.is_complete = design.not_counted.empty();
    const std::optional<Estimate> wait = page_value(of, i, pictured_wait());
    if (wait) picture.wait_text = page_value_text(design, *wait, pictured_wait());
    if (!has_no_value(design, pictured_wait())) picture.wait = wait;
    designs.push_back(std::move(picture));
  }
  return designs;
}

PictureDesign picture_design(const PageResult& of, std::string name) {
  PictureDesign design{.name = std::move(name)};
  design.is_complete = !of.cost || of.cost->not_counted.empty();
  add_result(of, design);
  return design;
}

}  // namespace gpuscape
