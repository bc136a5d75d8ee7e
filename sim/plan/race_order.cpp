/// Which designs are run next.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/plan/race.hpp"

namespace gpuscape {

namespace {

/// The chance that the answer is dropped, and that one that does not meet is taken: 5 % together.
constexpr double kChance = 0.025;
/// About how often a design is looked at until it has 200 replications.
constexpr double kLooksInAll = 13.0;
constexpr std::size_t kLargestBlock = 48;
/// About how many more an open design takes until its means decide.
constexpr std::int64_t kRunsToTheEnd = 80;

}  // namespace

/// Lower is better, whatever is looked for.
double Race::cost(const PlannedDesign& design) const {
  const bool known = !design.is_exact && !std::isnan(design.decides.value) && design.runs > 0;
  return parts_.sign() * (known ? design.decides.value : design.bound);
}

bool Race::meets(std::size_t place) const {
  const PlannedDesign& design = answer_.designs[place];
  return design.standing == Standing::meets && design.never_fit <= least_never_fit_;
}

/// The best first; of equal ones the first design.
std::vector<std::size_t> Race::meeting() const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i)
    if (meets(i)) all.push_back(i);
  std::ranges::stable_sort(all, [this](std::size_t a, std::size_t b) {
    const PlannedDesign& one = answer_.designs[a];
    const PlannedDesign& other = answer_.designs[b];
    return std::pair(cost(one), one.index) < std::pair(cost(other), other.index);
  });
  return all;
}

double Race::to_beat(std::size_t wanted) const {
  const std::vector<std::size_t> all = meeting();
  return all.size() < wanted ? std::numeric_limits<double>::infinity()
                             : cost(answer_.designs[all[wanted - 1]]);
}

Caution Race::caution() const {
  const double limit = to_beat(1);
  const auto survives = [&](const PlannedDesign& design) {
    return (design.standing == Standing::waiting || design.standing == Standing::open) &&
           cost(design) <= limit;
  };
  const auto survivors = std::ranges::count_if(answer_.designs, survives);
  return {.drop = kChance / kLooksInAll,
          .take = kChance / kLooksInAll / std::max(1.0, static_cast<double>(survivors))};
}

std::vector<std::size_t> Race::waiting_below(std::size_t wanted) const {
  const std::vector<std::size_t> all = meeting();
  const bool any = all.size() < wanted;
  const PlannedDesign* last = any ? nullptr : &answer_.designs[all[wanted - 1]];
  std::vector<std::size_t> next;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i) {
    const PlannedDesign& design = answer_.designs[i];
    if (design.standing != Standing::waiting) continue;
    if (last != nullptr &&
        std::pair(cost(design), design.index) > std::pair(cost(*last), last->index))
      continue;
    next.push_back(i);
  }
  const std::size_t block =
      std::clamp<std::size_t>(next.size() / 16, std::size_t{2}, kLargestBlock);
  if (next.size() > block) next.resize(block);
  return next;
}

/// Open designs that are better, the best first: those that would save more than the zone, and,
/// where that takes no more runs than were made and few of those allowed, all of them. A few at a
/// time.
std::vector<std::size_t> Race::open_below(std::size_t wanted) const {
  constexpr std::size_t kAtOnce = 2;
  const std::vector<std::size_t> all = meeting();
  const PlannedDesign* last = all.size() < wanted ? nullptr : &answer_.designs[all[wanted - 1]];
  std::vector<std::size_t> better;
  std::int64_t needed = 0;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i) {
    const PlannedDesign& one = answer_.designs[i];
    if (one.standing != Standing::open) continue;
    if (last != nullptr && std::pair(cost(one), one.index) > std::pair(cost(*last), last->index))
      continue;
    better.push_back(i);
    needed += kRunsToTheEnd;
  }
  if (last != nullptr && needed > std::min(answer_.runs, most_runs_ / 2 - answer_.runs))
    std::erase_if(better, [&](std::size_t i) {
      const double own = cost(answer_.designs[i]);
      return !(own + parts_.options.zone * std::abs(own) < cost(*last));
    });
  std::ranges::stable_sort(better, {}, [this](std::size_t i) { return cost(answer_.designs[i]); });
  if (better.size() > kAtOnce) better.resize(kAtOnce);
  return better;
}

/// Of the open designs whose means meet the one furthest inside its limits; kNoDesign: none.
std::size_t Race::most_promising() const {
  std::size_t best = kNoDesign;
  double most = 0.0;
  for (const auto& [place, sample] : samples_) {
    if (answer_.designs[place].standing != Standing::open) continue;
    const double margin = judge_.margin(sample);
    if (!(margin > most)) continue;
    most = margin;
    best = place;
  }
  return best;
}

}  // namespace gpuscape
