#include "models/scheduler/cohorts/search.hpp"

#include <algorithm>

namespace gpuscape::quota::cohorts {

std::array<bool, kResources> scarce(const CohortTree& tree, const Use& planned,
                                    const JobFacts& facts) {
  std::array<bool, kResources> some{};
  std::array<bool, kResources> asked{};
  bool any = false;
  for (std::size_t r = 0; r < kResources; ++r) {
    asked[r] = facts.amounts[r] > 0;
    some[r] = asked[r] && tree.is_counted(r) &&
              facts.amounts[r] > tree.available(planned, facts.queue, r);
    any = any || some[r];
  }
  return any ? some : asked;
}

bool may_take(const CohortTree& tree, const Settings& settings, const Use& planned,
              const JobFacts& facts) {
  const NodeSettings& own = *tree[facts.queue].settings;
  if (own.borrows_by_priority || (settings.fair && own.reclaim != ReclaimFrom::never)) return true;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (!tree.is_counted(r) || facts.amounts[r] <= 0 ||
        facts.amounts[r] <= tree.available(planned, facts.queue, r) ||
        facts.amounts[r] <= own.nominal[r])
      continue;
    if (!tree[tree.lowest_with_room(planned, facts.queue, r, facts.amounts[r])].parent)
      return false;
  }
  return true;
}

Found find_victims(const Scene& scene, const Wish& wish) {
  return scene.settings.fair ? find_fair(scene, wish) : find_classic(scene, wish);
}

Simulation::Simulation(const Scene& scene, const Wish& wish)
    : scene_(scene),
      wish_(wish),
      scarce_(scarce(scene.tree, scene.planned, wish.facts)),
      use_(scene.use),
      planned_(scene.planned),
      with_job_(scene.use) {
  scene.tree.add(with_job_, wish.facts.queue, wish.facts.amounts);
}

void Simulation::take(std::uint32_t job) {
  const JobFacts& facts = scene_.running[job].facts;
  for (Use* use : {&use_, &planned_, &with_job_})
    scene_.tree.remove(*use, facts.queue, facts.amounts);
  taken_.push_back(job);
}

void Simulation::put_back(std::uint32_t job) {
  const JobFacts& facts = scene_.running[job].facts;
  for (Use* use : {&use_, &planned_, &with_job_}) scene_.tree.add(*use, facts.queue, facts.amounts);
}

bool Simulation::fits(bool borrowing) const {
  return scene_.tree.fits(planned_, wish_.facts.queue, wish_.facts.amounts) &&
         (borrowing || scene_.tree.within_own(use_, wish_.facts.queue, wish_.facts.amounts));
}

bool Simulation::is_above(std::size_t node) const {
  for (std::size_t r = 0; r < kResources; ++r)
    if (scarce_[r] && scene_.tree.is_counted(r) && use_[node][r] > scene_.tree[node].own[r])
      return true;
  return false;
}

Share Simulation::share_without(std::size_t node, std::uint32_t victim) {
  const JobFacts& facts = scene_.running[victim].facts;
  scene_.tree.remove(with_job_, facts.queue, facts.amounts);
  const Share share = scene_.tree.share(with_job_, node);
  scene_.tree.add(with_job_, facts.queue, facts.amounts);
  return share;
}

namespace {

std::vector<std::uint32_t> first(const std::vector<std::uint32_t>& of, std::size_t count) {
  return {of.begin(), of.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Those needed on nodes of the shortest list that makes room there, which starts with what was
/// taken and goes on with `next`; what was taken is that list then.
std::optional<std::vector<std::uint32_t>> make_room(const Scene& scene, Simulation& simulation,
                                                    const NextVictim& next) {
  auto found = scene.try_room(simulation.taken());
  std::size_t fails = simulation.taken().size();
  for (std::size_t more = 1; !found; more *= 2) {
    fails = simulation.taken().size();
    for (std::size_t i = 0; i < more; ++i) {
      const auto victim = next();
      if (!victim) break;
      simulation.take(*victim);
    }
    if (simulation.taken().size() == fails) return std::nullopt;
    found = scene.try_room(simulation.taken());
  }
  std::size_t does = simulation.taken().size();
  while (fails + 1 < does) {
    const std::size_t middle = fails + (does - fails) / 2;
    auto there = scene.try_room(first(simulation.taken(), middle));
    (there ? does : fails) = middle;
    if (there) found = std::move(there);
  }
  simulation.shorten(does);
  return found;
}

/// The last first, those stay without which quota and nodes have room too; `on_nodes`: those that
/// are enough for the nodes.
std::vector<std::uint32_t> needed_ones(const Scene& scene, const Wish& wish,
                                       std::vector<std::uint32_t> victims,
                                       std::vector<std::uint32_t> on_nodes, bool borrowing) {
  Simulation after(scene, wish);
  for (const std::uint32_t victim : victims) after.take(victim);
  for (std::size_t i = victims.size(); i-- > 0;) {
    const std::uint32_t victim = victims[i];
    after.put_back(victim);
    bool stays = after.fits(borrowing);
    if (stays && std::ranges::find(on_nodes, victim) != on_nodes.end()) {
      std::vector<std::uint32_t> others = victims;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      auto room = scene.try_room(others);
      stays = room.has_value();
      if (stays) on_nodes = std::move(*room);
    }
    if (stays)
      victims.erase(victims.begin() + static_cast<std::ptrdiff_t>(i));
    else
      after.take(victim);
  }
  return victims;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> take_victims(const Scene& scene, const Wish& wish,
                                                       Simulation& simulation,
                                                       const NextVictim& next, bool borrowing) {
  do {
    const auto victim = next();
    if (!victim) return std::nullopt;
    simulation.take(*victim);
  } while (!simulation.fits(borrowing));
  const auto needed = make_room(scene, simulation, next);
  if (!needed) return std::nullopt;
  return needed_ones(scene, wish, simulation.taken(), *needed, borrowing);
}

std::vector<std::uint32_t> candidates(const Scene& scene, const Wish& wish, std::size_t queue) {
  const NodeSettings& own = *scene.tree[wish.facts.queue].settings;
  const bool is_own = queue == wish.facts.queue;
  const std::array<bool, kResources> needed = scarce(scene.tree, scene.planned, wish.facts);
  std::vector<std::uint32_t> some;
  if (is_own ? own.within == Within::never : own.reclaim == ReclaimFrom::never) return some;
  for (const std::uint32_t job : scene.running.stoppable(queue)) {
    const JobFacts& facts = scene.running[job].facts;
    const bool lower = facts.priority < wish.facts.priority;
    const bool allowed =
        lower || (is_own ? own.within == Within::lower_or_newer_equal_priority &&
                               facts.priority == wish.facts.priority && job > wish.job
                         : own.reclaim == ReclaimFrom::any);
    bool gives = false;
    for (std::size_t r = 0; r < kResources; ++r)
      gives = gives || (needed[r] && facts.amounts[r] > 0);
    if (allowed && gives && scene.may_stop(job)) some.push_back(job);
  }
  return some;
}

bool any_other_above(const Scene& scene, const Wish& wish, const Simulation& simulation) {
  for (std::size_t i = 0; i < scene.tree.size(); ++i)
    if (i != wish.facts.queue && scene.tree[i].settings->is_queue &&
        scene.tree[i].root == scene.tree[wish.facts.queue].root && simulation.is_above(i))
      return true;
  return false;
}

}  // namespace gpuscape::quota::cohorts
