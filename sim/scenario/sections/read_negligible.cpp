/// How large a difference between two designs must be to count.

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

/// A name that is not a metric of a whole run, or one of the other kind, is a fault.
void add_known(const std::vector<std::pair<std::string, double>>& given, const std::string& key,
               bool times, ObjectReader& reader, NegligibleSpec& spec) {
  std::vector<std::string> known;
  for (const ObjectiveMetric& metric : reader.context().kept<ObjectiveMetrics>().all)
    if (!metric.of_jobs && metric.is_time == times && !is_step_objective(metric.name))
      known.emplace_back(metric.name);
  for (const auto& [name, least] : given) {
    if (std::ranges::find(known, name) != known.end())
      spec.by_metric[name] = least;
    else
      reader.issue(key,
                   fmt::format("\"{}\" is not one of the metrics that are {}", excerpt(name),
                               times ? "times" : "numbers"),
                   nearest_hint(name, known));
  }
}

}  // namespace

NegligibleSpec read_negligible(ObjectReader& reader) {
  NegligibleSpec spec;
  spec.relative = reader.number("relative", spec.relative,
                                "Smaller than this part of the larger of two values, a difference "
                                "is negligible.",
                                Bounds{.least = 0.0, .most = 1.0});
  spec.time =
      reader.quantity<Seconds>("time", spec.time, "Likewise in time, of all times.", kNotNegative);
  spec.share = reader.number("share", spec.share, "Likewise of all shares: 0.001 is 0.1 %.",
                             Bounds{.least = 0.0, .most = 1.0});
  spec.number = reader.number("number", spec.number, "Likewise of everything else.", kNotNegative);
  add_known(reader.quantity_map("times", Dimension::time,
                                "Times below which differences of single metrics are negligible, "
                                "instead of the above: {\"queue_wait_p95_s\": \"5 min\"}.",
                                kNotNegative, false),
            "times", true, reader, spec);
  add_known(reader.number_map("numbers",
                              "Numbers below which differences of single metrics are negligible, "
                              "likewise: {\"gpus_stranded_share\": 0.02}.",
                              kNotNegative, false),
            "numbers", false, reader, spec);
  return spec;
}

}  // namespace gpuscape
