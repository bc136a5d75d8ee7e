#include "cli/commands/check/axes.hpp"

#include <fmt/format.h>

#include "cli/process/version.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/runs/run_file.hpp"
#include "sim/sweep/find_best.hpp"
#include "sim/sweep/forecast.hpp"
#include "sim/sweep/purchase_calendar.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kTryFor{3.0};
constexpr double kBlock = 4096.0;  // what a file takes up at least

bool has_axes(const DesignSpace& space) {
  return space.axes().size() > 1 ||
         (space.axes().size() == 1 && space.axes()[0].pointer != "/variants");
}

/// Files of the runs, and the tables made of them.
Bytes disk_of(const SweepForecast& forecast) {
  if (!forecast.sample) return Bytes(0.0);
  RunFile run{.record = *forecast.sample};
  run.designs.emplace_back();
  const auto text = static_cast<double>(run_file_text(run, program_build()).size());
  const double file =
      (1.0 + static_cast<double>(static_cast<std::int64_t>(text / kBlock))) * kBlock;
  return Bytes((file + text) * static_cast<double>(forecast.designs));
}

std::string forecast_text(const SweepForecast& forecast) {
  const char* about = forecast.is_at_least ? "more than" : "about";
  return fmt::format(
      "  gpuscape sweep: {} {} on one thread of this machine ({} each), {} of "
      "memory, {} on disk with --runs",
      about, rounded_text(forecast.each * static_cast<double>(forecast.designs)),
      human_text(forecast.each), human_text(forecast.memory), human_text(disk_of(forecast)));
}

}  // namespace

std::vector<std::string> axes_lines(const ScenarioSource& source, const Design& chosen,
                                    const Registry& registry, ReadingContext& context) {
  std::vector<std::string> lines;
  try {
    SpaceOptions options{.sets = chosen.sets, .seed = chosen.seed};
    if (!chosen.variant.empty()) options.variants.push_back(chosen.variant);
    const DesignSpace space(source, options, registry);
    if (!has_axes(space)) return lines;
    check_axes(space, source, registry, context);
    if (!context.has_issues()) check_designs(space, source, registry, context);
    if (context.has_issues()) return lines;
    const DesignOfSpace first = SpaceReader(source, registry).read(space.design(0));
    if (space.find() && first.scenario) check_find(*space.find(), first.scenario->spec);
    if (first.scenario) check_calendar(space, first.scenario->spec);
    std::string factors;
    for (const AxisSpec& axis : space.axes())
      factors += fmt::format("{}{} {}", factors.empty() ? "" : " × ",
                             human_count(std::ssize(axis.values)), axis.name);
    lines.push_back(fmt::format("  axes: {} = {} designs", factors, human_count(space.size())));
    if (const auto forecast = forecast_sweep(space, source, registry, kTryFor))
      lines.push_back(forecast_text(*forecast));
  } catch (const ScenarioError& faults) {
    context.add(faults.issues());
  }
  return lines;
}

}  // namespace gpuscape
