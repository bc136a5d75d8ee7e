#include "sim/plan/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/sweep/find_best.hpp"

namespace gpuscape {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Replications of a design before others come first.
constexpr std::size_t kFirstRuns = 20;
/// At most, of the design that others are compared with.
constexpr std::size_t kReferenceRuns = 200;
/// Fewer designs need no such design.
constexpr std::size_t kLeastForReference = 48;
/// So many designs say how far differences spread.
constexpr std::size_t kLeastForSpread = 20;
constexpr std::int64_t kLeastMostRuns = 10'000;

std::int64_t runs_allowed(const PlanOptions& options, std::size_t designs) {
  if (options.most_runs > 0) return options.most_runs;
  return std::max(kLeastMostRuns, 4 * static_cast<std::int64_t>(designs));
}

}  // namespace

Race::Race(PlanParts& parts, PlanAnswer& answer, std::vector<SloSpec> objectives,
           std::function<void(std::int64_t)> progress)
    : parts_(parts),
      answer_(answer),
      judge_(std::move(objectives)),
      progress_(std::move(progress)),
      most_runs_(runs_allowed(parts.options, answer.designs.size())),
      least_never_fit_(std::numeric_limits<std::int64_t>::max()),
      spreads_(judge_.objectives().size()) {}

bool Race::stopped() const { return parts_.options.stop.stop_requested() || answer_.out_of_runs; }

void Race::take(std::size_t place, HeatResult result) {
  PlannedDesign& design = answer_.designs[place];
  answer_.runs += result.design.runs - design.runs;
  design = std::move(result.design);
  const bool ran = result.sample.count > 0;
  if (ran) least_never_fit_ = std::min(least_never_fit_, design.never_fit);
  if (ran && judge_.has_reference() && result.sample.count >= 3) {
    const std::vector<double> spread = judge_.spread_of(result.sample);
    for (std::size_t i = 0; i < spread.size(); ++i)
      if (spread[i] > 0.0) spreads_[i].push_back(spread[i]);
  }
  const bool decided = design.standing == Standing::misses || design.standing == Standing::meets;
  if (decided && !design.runs_as.empty()) told_.try_emplace(design.runs_as, place);
  if (keeps_all_ || design.standing == Standing::open) {
    samples_[place] = std::move(result.sample);
  } else {
    samples_.erase(place);
  }
}

void Race::learn_spread() {
  PooledSpread spread{.of = std::vector<double>(spreads_.size(), 0.0)};
  for (std::size_t i = 0; i < spreads_.size(); ++i) {
    if (spreads_[i].size() < kLeastForSpread) continue;
    const auto at = spreads_[i].begin() + static_cast<std::ptrdiff_t>(spreads_[i].size() * 9 / 10);
    std::ranges::nth_element(spreads_[i], at);
    spread.of[i] = *at;
  }
  judge_.set_spread(std::move(spread));
}

/// A design that jobs do not fit on cannot be the answer where another one can run them.
void Race::exclude_too_small() {
  for (PlannedDesign& design : answer_.designs) {
    if (design.standing != Standing::waiting || design.never_fit <= least_never_fit_) continue;
    design.standing = Standing::excluded;
    design.proof = Proof::never_fit;
    design.why = fmt::format("{} jobs are larger than the design", design.never_fit);
  }
}

/// What the runs of another design with the same runs have decided.
bool Race::is_told(std::size_t place) {
  PlannedDesign& design = answer_.designs[place];
  const auto known = design.runs_as.empty() ? told_.end() : told_.find(design.runs_as);
  if (known == told_.end()) return false;
  const PlannedDesign& other = answer_.designs[known->second];
  design.standing = other.standing;
  design.missed = other.missed;
  design.to_the_end = other.to_the_end;
  design.is_certain = other.is_certain;
  design.never_fit = other.never_fit;
  design.objectives = other.objectives;
  design.is_told_by_another = true;
  samples_.erase(place);
  return true;
}

void Race::race(std::span<const std::size_t> places, std::size_t to, double to_beat) {
  if (answer_.runs >= most_runs_) {
    answer_.out_of_runs = true;
    return;
  }
  std::vector<std::size_t> run;
  std::set<std::string> begun;  // those that another one of these tells are left for later
  for (const std::size_t place : places) {
    const std::string& runs_as = answer_.designs[place].runs_as;
    if (!is_told(place) && (runs_as.empty() || begun.insert(runs_as).second)) run.push_back(place);
  }
  const Heat heat{.to = to, .caution = caution(), .to_beat = to_beat};
  std::vector<HeatResult> results(run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    results[i].design = answer_.designs[run[i]];
    const auto sample = samples_.find(run[i]);
    if (sample != samples_.end()) results[i].sample = std::move(sample->second);
  }
  parts_.for_each(run.size(), [&](std::size_t i, SpaceReader& reader) {
    results[i] = run_heat(parts_, judge_, heat, std::move(results[i]), reader);
  });
  for (std::size_t i = 0; i < run.size(); ++i) take(run[i], std::move(results[i]));
  for (const std::size_t place : places) assume_from(place);
  learn_spread();
  exclude_too_small();
  progress_(answer_.runs);
}

/// Halves the gap between a design that misses and one that meets, as if what costs more were no
/// worse: it need not be, so that nothing is concluded from it. The design nearest to its limits is
/// then run often, for others to be compared with.
void Race::find_reference() {
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < answer_.designs.size(); ++i)
    if (answer_.designs[i].standing == Standing::waiting) waiting.push_back(i);
  if (waiting.size() < kLeastForReference) return;
  keeps_all_ = true;
  std::size_t low = 0;
  std::size_t high = waiting.size();
  while (high - low > 1 && !stopped()) {
    const std::size_t middle = low + (high - low) / 2;
    const std::size_t place = waiting[middle];
    if (answer_.designs[place].standing == Standing::waiting)
      race({&place, 1}, kFirstRuns, kInfinite);
    (meets(place) ? high : low) = middle;
  }
  keeps_all_ = false;
  std::size_t nearest = kNoDesign;
  double least = kInfinite;
  for (const auto& [place, sample] : samples_) {
    const double distance = judge_.distance(sample);
    if (sample.count == 0 || distance >= least) continue;
    least = distance;
    nearest = place;
  }
  if (nearest == kNoDesign || stopped()) return;
  const Heat heat{.to = kReferenceRuns, .caution = caution(), .ends_early = false};
  HeatResult begun{.sample = samples_[nearest], .design = answer_.designs[nearest]};
  const Standing before = begun.design.standing;
  const std::string missed = begun.design.missed;
  begun = run_heat(parts_, judge_, heat, std::move(begun), parts_.reader(0));
  if (before != Standing::open) {
    begun.design.standing = before;
    begun.design.missed = missed;
  }
  judge_.set_reference({.sample = begun.sample});
  take(nearest, std::move(begun));
  std::erase_if(samples_, [this](const auto& kept) {
    return answer_.designs[kept.first].standing != Standing::open;
  });
}

void Race::settle(std::size_t wanted) {
  constexpr std::size_t kToTheEnd = std::numeric_limits<std::size_t>::max();
  while (!stopped()) {
    // As long as nothing is known to meet, every waiting design may be needed.
    if (const std::size_t place = most_promising();
        place != kNoDesign && meeting().size() < wanted) {
      race({&place, 1}, kToTheEnd, kInfinite);
      continue;
    }
    std::vector<std::size_t> next = next_of(Standing::waiting, wanted);
    const std::size_t to = next.empty() ? kToTheEnd : kFirstRuns;
    if (next.empty()) next = next_of(Standing::open, wanted);
    if (next.empty()) return;
    race(next, to, to_beat(wanted));
  }
}

bool Race::confirm(std::size_t place, RunRecord& record) {
  PlannedDesign& design = answer_.designs[place];
  record = study_of(parts_, design.index);
  answer_.runs += record.replications;
  answer_.runs_of_studies += record.replications;
  const std::vector<std::string> missed = what_is_missed(parts_.find, record, least_never_fit_);
  if (missed.empty()) return true;
  design.standing = Standing::misses;
  design.missed = missed.front();
  design.is_certain = false;
  return false;
}

/// The best but `wanted` − 1 that meets by a study of its own, too; kNoDesign: none.
std::size_t Race::confirmed(std::size_t wanted, RunRecord& record) {
  for (;;) {
    settle_and_check(wanted);
    const std::vector<std::size_t> all = meeting();
    if (all.size() < wanted || parts_.options.stop.stop_requested()) return kNoDesign;
    if (confirm(all[wanted - 1], record)) return all[wanted - 1];
  }
}

/// Where some jobs fit on no design that was run, the dearest one may run them.
void Race::look_for_room() {
  if (stopped() || least_never_fit_ <= 0 ||
      least_never_fit_ == std::numeric_limits<std::int64_t>::max())
    return;
  for (std::size_t i = answer_.designs.size(); i-- > 0;) {
    if (answer_.designs[i].standing != Standing::waiting) continue;
    return race({&i, 1}, kFirstRuns, kInfinite);
  }
}

void Race::run() {
  try {
    begin_to_assume();
    find_reference();
    settle_and_check(1);
    look_for_room();
    answer_.best = confirmed(1, answer_.best_run);
    if (answer_.best != kNoDesign) answer_.runner_up = confirmed(2, answer_.runner_up_run);
  } catch (const Interrupted&) {
    answer_.interrupted = true;  // what was found by then stays
  }
}

}  // namespace gpuscape
