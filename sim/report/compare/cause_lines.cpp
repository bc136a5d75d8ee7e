#include "sim/report/compare/cause_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr GpuTimeCause kCauses[] = {
    {"slowed_by_network_share", "sharing the network"},
    {"slowed_by_calls_share", "calls to lent GPUs"},
    {"slowed_by_copies_share", "copies to lent GPUs"},
    {"slowed_by_attaching_share", "attaching"},
    {"slowed_by_input_share", "waiting for input"},
    {"redone_share", "work done again"},
    {"saving_share", "saving"},
    {"starting_share", "starting"},
    {"straggling_share", "slow nodes"},
};

std::string causes_of(const StudyResult& study) {
  constexpr double kLeast = 0.0005;  // what prints as 0.1 %
  std::vector<std::string> parts;
  for (const GpuTimeCause& cause : kCauses) {
    const double value = study.estimates[cause.key].value;
    if (has(study.first, metrics()[metric_index(cause.key)]) && value >= kLeast)
      parts.push_back(fmt::format("{} {}", cause.label, percent_text(value)));
  }
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

}  // namespace

std::span<const GpuTimeCause> gpu_time_causes() { return kCauses; }

std::string cause_lines(const CompareResult& result) {
  constexpr std::size_t kMost = 6;
  std::string text;
  std::size_t told = 0;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const std::string causes =
        result.variants[i].finished ? causes_of(result.variants[i].outcome.result) : "";
    if (causes.empty()) continue;
    if (++told > kMost) continue;
    text += line(text.empty() ? "GPU time lost" : "",
                 fmt::format("{}: {}", column_name(result, i), causes));
  }
  if (told > kMost)
    text += line("", fmt::format("{} more designs: in their result.json", told - kMost));
  return text;
}

}  // namespace gpuscape
