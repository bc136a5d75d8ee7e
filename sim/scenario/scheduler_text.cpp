#include "sim/scenario/scheduler_text.hpp"

#include <fmt/format.h>

namespace gpuscape {

namespace {

std::string one_text(const ModelSpec& policy, const ModelSpec& backfill,
                     const ModelSpec& placement) {
  std::string text = policy.type;
  if (backfill.type != "none") text += " with " + backfill.type + " backfill";
  return text + ", " + placement.type;
}

}  // namespace

std::string scheduler_text(const SchedulerSpec& spec) {
  if (spec.parts.empty()) return one_text(spec.policy, spec.backfill, spec.placement);
  std::string text;
  for (const PartSpec& part : spec.parts)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", part.name,
                        one_text(part.policy, part.backfill, part.placement));
  return text;
}

}  // namespace gpuscape
