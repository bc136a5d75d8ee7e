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
/// And about how many a waiting one takes until it is shown to miss.
constexpr std::int64_t kRunsToMiss = 5;
/// So much of the runs allowed goes to designs that would save less than the zone, in any case.
constexpr std::int64_t kPartOfZone = 5;

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

/// Whether a design comes before the one that is to be beaten, if any.
bool Race::comes_before(const PlannedDesign& design, const PlannedDesign* last) const {
  return last == nullptr ||
         std::pair(cost(design), design.index) < std::pair(cost(*last), last->index);
}

/// Better designs of that standing, the best first: those that would save more than the zone, and,
/// where that takes no more runs than were made or a part of those allowed, all of them. A few at
/// a time.
std::vector<std::size_t> Race::next_of(Standing standing, std::size_t wanted) const {
  const std::vector<std::size_t> all = meeting();
  const PlannedDesign* last = all.size() < wanted ? nullptr : &answer_.designs[all[wanted - 1]];
  std::vector<std::size_t> better;
  std::vector<std::size_t> beyond_zone;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i) {
    const PlannedDesign& one = answer_.designs[i];
    if (one.standing != standing || !comes_before(one, last)) continue;
    better.push_back(i);
    const double own = cost(one);
    if (last == nullptr || own + parts_.options.zone * std::abs(own) < cost(*last))
      beyond_zone.push_back(i);
  }
  const std::int64_t each = standing == Standing::open ? kRunsToTheEnd : kRunsToMiss;
  const std::int64_t in_zone = std::ssize(better) - std::ssize(beyond_zone);
  const std::int64_t left = most_runs_ / 2 - answer_.runs;
  if (in_zone * each > std::min(left, std::max(answer_.runs, most_runs_ / kPartOfZone)))
    better = std::move(beyond_zone);
  std::ranges::stable_sort(better, {}, [this](std::size_t i) { return cost(answer_.designs[i]); });
  const std::size_t block =
      standing == Standing::open
          ? std::size_t{2}
          : std::clamp<std::size_t>(better.size() / 16, std::size_t{2}, kLargestBlock);
  if (standing == Standing::waiting) better = strongest(better);
  if (better.size() > block) better.resize(block);
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
