/// The sentence in which a comparison of steps ends.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/report/transfers/steps_comparison.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostInVerdict = 4;

std::string times_text(double ratio) { return fmt::format("{:.3g}", ratio); }

/// Nobody is alone at the top: who is there, and who is far from it.
std::string alike_text(const StepsComparison& of) {
  double least = 1.0;
  for (const StepsDifference& difference : of.differences)
    least = std::min(least, difference.mean_ratio);
  std::vector<std::string> top;
  const StepsDifference* slowest = nullptr;
  const auto is_top = [&](double ratio) { return 1.0 - least / ratio < of.negligible; };
  if (is_top(1.0)) top.push_back(excerpt(of.designs.front().name));
  for (const StepsDifference& difference : of.differences) {
    if (is_top(difference.mean_ratio))
      top.push_back(excerpt(of.designs[difference.design].name));
    else if (slowest == nullptr || difference.mean_ratio > slowest->mean_ratio)
      slowest = &difference;
  }
  const std::size_t more = top.size() > kMostInVerdict ? top.size() - kMostInVerdict : 0;
  top.resize(top.size() - more);
  std::string text =
      fmt::format("none: {}{} are fastest and differ by less than {:g} %", fmt::join(top, ", "),
                  more > 0 ? fmt::format(" and {} more", more) : "", 100.0 * of.negligible);
  if (slowest != nullptr)
    text += fmt::format("; slowest is {}: {} times as long as {}",
                        excerpt(of.designs[slowest->design].name), times_text(slowest->mean_ratio),
                        excerpt(of.designs.front().name));
  return text;
}

std::string range_text(const StepsDifference& difference, bool faster) {
  const double least = difference.pairs[difference.least].ratio;
  const double most = difference.pairs[difference.most].ratio;
  if (difference.pairs.size() == 1) return "";
  const double low = faster ? 1.0 / most : least;
  const double high = faster ? 1.0 / least : most;
  return fmt::format(" ({} to {})", times_text(low), times_text(high));
}

}  // namespace

std::string steps_verdict_text(const StepsComparison& of) {
  const std::string base = excerpt(of.designs.front().name);
  const auto over = [](const StepsDifference& difference) {
    return difference.pairs.size() == 1
               ? std::string()
               : fmt::format(" over {} rows{}", difference.pairs.size(),
                             range_text(difference, difference.mean_ratio < 1.0));
  };
  if (of.partial) return "none: stopped before the end";
  if (of.fastest && *of.fastest > 0) {
    const auto found = std::ranges::find(of.differences, *of.fastest, &StepsDifference::design);
    return fmt::format("{} is fastest: {} times as fast as {}{}",
                       excerpt(of.designs[*of.fastest].name), times_text(1.0 / found->mean_ratio),
                       base, over(*found));
  }
  if (of.fastest) {
    const auto next = std::ranges::min_element(of.differences, {}, &StepsDifference::mean_ratio);
    return fmt::format("{} is fastest: {} takes {} times as long{}", base,
                       excerpt(of.designs[next->design].name), times_text(next->mean_ratio),
                       over(*next));
  }
  std::vector<std::string> mixed;
  bool missing = false;
  for (const StepsDifference& difference : of.differences) {
    if (difference.verdict == StepsVerdict::mixed)
      mixed.push_back(excerpt(of.designs[difference.design].name));
    missing = missing || !difference.not_compared.empty();
  }
  if (missing) return "none: not every row is on all designs";
  if (!mixed.empty()) {
    if (mixed.size() > kMostInVerdict) mixed.resize(kMostInVerdict);
    return fmt::format("none: {} {} faster in some rows and slower in others",
                       fmt::join(mixed, ", "), mixed.size() == 1 ? "is" : "are");
  }
  return alike_text(of);
}

}  // namespace gpuscape
