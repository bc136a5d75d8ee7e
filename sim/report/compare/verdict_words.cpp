#include "sim/report/compare/verdict_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gpuscape {

std::string tally_words(const std::string& baseline, const std::string& better,
                        const std::string& worse) {
  if (better.empty() && worse.empty())
    return fmt::format("no difference to {} that matters is shown", baseline);
  if (better.empty()) return fmt::format("worse than {} in {}; better in nothing", baseline, worse);
  return fmt::format("better than {} in {}; worse in {}", baseline, better,
                     worse.empty() ? "nothing" : worse);
}

std::string count_words(const std::string& baseline, const std::vector<DesignTally>& tallies) {
  std::array<std::size_t, 4> count{};
  for (const DesignTally& one : tallies)
    ++count.at((one.better.empty() ? 0U : 1U) + (one.worse.empty() ? 0U : 2U));
  return fmt::format(
      "against {}: {} better and worse in nothing, {} worse and better in nothing, {} both, "
      "{} without a difference that matters",
      baseline, count[1], count[2], count[3], count[0]);
}

std::string left_out_words(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::string> named(
      names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMostNamed)));
  if (names.size() > named.size())
    named.push_back(fmt::format("{} more", names.size() - named.size()));
  const bool is_one = names.size() == 1;
  return fmt::format("{} left out for {} faults: {}",
                     is_one ? "1 design is" : fmt::format("{} designs are", names.size()),
                     is_one ? "its" : "their", fmt::join(named, ", "));
}

}  // namespace gpuscape
