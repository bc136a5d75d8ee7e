/// A design that misses stands for its weaker likes: they are assumed to miss, and some are
/// checked.

#include <algorithm>

#include "sim/plan/race.hpp"

namespace gpuscape {

namespace {

/// Fewer designs are all run.
constexpr std::size_t kLeastToAssume = 200;
/// Of those that are assumed to miss so many are run: all up to the first, or one in so many.
constexpr std::size_t kLeastChecked = 40;
constexpr std::size_t kOneIn = 20;

bool is_weaker(const std::vector<PlannedDesign>& designs, std::size_t place, std::size_t than) {
  return designs[place].strength.is_no_more_than(designs[than].strength);
}

/// So many of them at most, evenly spread.
std::vector<std::size_t> spread(std::vector<std::size_t> places, std::size_t count) {
  count = std::min(count, places.size());
  for (std::size_t i = 0; i < count; ++i) places[i] = places[i * places.size() / count];
  places.resize(count);
  return places;
}

}  // namespace

void Race::begin_to_assume() {
  const std::vector<PlannedDesign>& designs = answer_.designs;
  if (!parts_.options.assumes) return;
  if (static_cast<std::size_t>(std::ranges::count(designs, Standing::waiting,
                                                  &PlannedDesign::standing)) < kLeastToAssume)
    return;
  for (std::size_t i = 0; i < designs.size(); ++i)
    if (designs[i].standing == Standing::waiting && !designs[i].strength.like.empty())
      alike_[designs[i].strength.like].push_back(i);
  std::erase_if(alike_, [](const auto& kept) { return kept.second.size() < 2; });
}

void Race::assume_from(std::size_t place) {
  const PlannedDesign& design = answer_.designs[place];
  const auto alike = alike_.find(design.strength.like);
  if (design.standing != Standing::misses || alike == alike_.end() ||
      !is_missed_when_weaker(judge_.objectives(), design.missed))
    return;
  for (const std::size_t other : alike->second) {
    PlannedDesign& weaker = answer_.designs[other];
    const bool undecided =
        weaker.standing == Standing::waiting || weaker.standing == Standing::open;
    if (!undecided || weaker.is_check || !is_weaker(answer_.designs, other, place)) continue;
    weaker.standing = Standing::assumed;
    weaker.missed = design.missed;
    samples_.erase(other);
  }
}

/// Those of `places` that are weaker than none of them, in that order.
std::vector<std::size_t> Race::strongest(const std::vector<std::size_t>& places) const {
  if (alike_.empty()) return places;
  std::map<std::string, std::vector<std::size_t>> tops;
  for (const std::size_t place : places) {
    const Strength& own = answer_.designs[place].strength;
    std::vector<std::size_t>& tops_of = tops[alike_.contains(own.like) ? own.like : ""];
    if (own.like.empty() || !alike_.contains(own.like)) continue;
    if (std::ranges::any_of(
            tops_of, [&](std::size_t top) { return is_weaker(answer_.designs, place, top); }))
      continue;
    std::erase_if(tops_of, [&](std::size_t top) { return is_weaker(answer_.designs, top, place); });
    tops_of.push_back(place);
  }
  std::vector<std::size_t> kept;
  for (const std::size_t place : places) {
    const PlannedDesign& design = answer_.designs[place];
    const bool is_alone = design.is_check || !alike_.contains(design.strength.like);
    if (is_alone ||
        std::ranges::find(tops[design.strength.like], place) != tops[design.strength.like].end())
      kept.push_back(place);
  }
  return kept;
}

/// Of those better designs that are assumed to miss: the strongest of each kind, which are the
/// nearest to those that were run, and as many others, evenly spread by what they cost.
std::vector<std::size_t> Race::to_be_checked(std::size_t wanted) const {
  const std::vector<std::size_t> all = meeting();
  const PlannedDesign* last = all.size() < wanted ? nullptr : &answer_.designs[all[wanted - 1]];
  std::vector<std::size_t> assumed;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i)
    if (answer_.designs[i].standing == Standing::assumed && comes_before(answer_.designs[i], last))
      assumed.push_back(i);
  const std::size_t wished = std::max(kLeastChecked, assumed.size() / kOneIn);
  const auto checked = static_cast<std::size_t>(answer_.assumptions_checked);
  const std::size_t count = wished - std::min(wished, checked);
  std::vector<std::size_t> chosen = spread(strongest(assumed), (count + 1) / 2);
  const std::vector<std::size_t> others = spread(assumed, count - std::min(count, chosen.size()));
  chosen.insert(chosen.end(), others.begin(), others.end());
  std::ranges::sort(chosen);
  const auto [first, end] = std::ranges::unique(chosen);
  chosen.erase(first, end);
  return chosen;
}

/// Nothing more is assumed of designs of which one meets that is weaker than one that misses. False
/// where there are none.
bool Race::drop_broken_assumptions() {
  const std::vector<PlannedDesign>& designs = answer_.designs;
  const auto is_broken = [&](const std::vector<std::size_t>& alike) {
    return std::ranges::any_of(alike, [&](std::size_t place) {
      return designs[place].standing == Standing::meets &&
             std::ranges::any_of(alike, [&](std::size_t other) {
               return designs[other].standing == Standing::misses &&
                      is_weaker(designs, place, other);
             });
    });
  };
  return std::erase_if(alike_, [&](const auto& alike) {
           if (!is_broken(alike.second)) return false;
           for (const std::size_t place : alike.second) {
             PlannedDesign& other = answer_.designs[place];
             if (other.standing != Standing::assumed) continue;
             other.standing = Standing::waiting;
             other.missed.clear();
           }
           ++answer_.assumptions_broken;
           return true;
         }) > 0;
}

/// Where nothing meets, that rests on runs: what was assumed is run. False where nothing was.
bool Race::assume_nothing() {
  alike_.clear();
  bool any = false;
  for (PlannedDesign& design : answer_.designs) {
    if (design.standing != Standing::assumed) continue;
    any = true;
    design.standing = Standing::waiting;
    design.missed.clear();
  }
  return any;
}

void Race::settle_and_check(std::size_t wanted) {
  for (;;) {
    settle(wanted);
    if (stopped()) return;
    if (meeting().empty() && assume_nothing()) continue;
    const std::vector<std::size_t> checks = to_be_checked(wanted);
    for (const std::size_t place : checks) {
      PlannedDesign& design = answer_.designs[place];
      design.standing = Standing::waiting;
      design.missed.clear();
      design.is_check = true;
      ++answer_.assumptions_checked;
    }
    if (!checks.empty()) settle(wanted);
    const bool broken = drop_broken_assumptions();
    if (checks.empty() && !broken) return;
  }
}

}  // namespace gpuscape
