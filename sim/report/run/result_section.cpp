#include "sim/report/run/result_section.hpp"

#include <algorithm>
#include <vector>

namespace gpuscape {

// Each in a file of its own.
extern const ResultSection kWorkloadSection, kNetworkSection, kRemoteSection, kGoodputSection,
    kInputSection, kCopiesSection, kStoreLossesSection, kWaitsSection, kQueuesSection, kPodsSection,
    kRegroupedSection, kHoursSection, kSharingSection, kServingSection, kAsLoggedSection,
    kWorstWeekSection, kThroughputSection, kCostSection, kModelsSection;

std::span<const ResultSection> result_sections() {
  static const std::vector<ResultSection> kSections{
      kWorkloadSection,  kNetworkSection,     kRemoteSection,  kGoodputSection, kInputSection,
      kCopiesSection,    kStoreLossesSection, kWaitsSection,   kQueuesSection,  kPodsSection,
      kRegroupedSection, kHoursSection,       kSharingSection, kServingSection, kAsLoggedSection,
      kWorstWeekSection, kThroughputSection,  kCostSection,    kModelsSection};
  return kSections;
}

std::string section_lines(const StudyResult& result) {
  const std::span<const ResultSection> all = result_sections();
  std::vector<ResultSection> printed;
  for (const ResultSection& section : all)
    if (section.lines != nullptr) printed.push_back(section);
  std::ranges::sort(printed, {}, &ResultSection::place);
  std::string text;
  for (const ResultSection& section : printed) text += section.lines(result);
  return text;
}

}  // namespace gpuscape
