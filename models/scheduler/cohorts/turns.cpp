#include "models/scheduler/cohorts/turns.hpp"

#include <limits>
#include <tuple>

namespace gpuscape::quota::cohorts {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::size_t classic_turn(const std::vector<Entrant>& entrants) {
  const auto key = [](const Entrant& one) {
    return std::tuple(one.height, -one.facts.priority, one.place);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < entrants.size(); ++i)
    if (key(entrants[i]) < key(entrants[best])) best = i;
  return best;
}

/// Each node hands the best of what is below it to its cohort, where it meets the others.
class Tournament {
 public:
  Tournament(const CohortTree& tree, const Use& use, const std::vector<Entrant>& entrants)
      : tree_(tree), use_(use), entrants_(entrants), best_(tree.size()) {}

  std::size_t run() {
    for (std::size_t i = 0; i < entrants_.size(); ++i) best_[entrants_[i].queue].entrant = i;
    Best first;
    for (std::size_t node = tree_.size(); node-- > 0;) {
      if (best_[node].entrant == kNone) continue;
      const auto parent = tree_[node].parent;
      const Best here{best_[node].entrant, share_at(node, best_[node].entrant)};
      Best& there = parent ? best_[*parent] : first;
      if (there.entrant == kNone || comes_before(here, there)) there = here;
    }
    return first.entrant;
  }

 private:
  struct Best {
    std::size_t entrant = kNone;
    Share share = {};  ///< of the child of this node through which it came, with its job
  };

  Share share_at(std::size_t node, std::size_t entrant) {
    const Entrant& one = entrants_[entrant];
    tree_.add(use_, one.queue, one.facts.amounts);
    const Share share = tree_.share(use_, node);
    tree_.remove(use_, one.queue, one.facts.amounts);
    return share;
  }

  [[nodiscard]] bool comes_before(const Best& a, const Best& b) const {
    const auto key = [&](const Best& best) {
      const Entrant& one = entrants_[best.entrant];
      return std::tuple(best.share, -one.facts.priority, one.place);
    };
    return key(a) < key(b);
  }

  const CohortTree& tree_;
  Use use_;
  const std::vector<Entrant>& entrants_;
  std::vector<Best> best_;
};

}  // namespace

std::size_t next_turn(const CohortTree& tree, const Use& use, const std::vector<Entrant>& entrants,
                      bool fair) {
  if (entrants.size() == 1) return 0;
  return fair ? Tournament(tree, use, entrants).run() : classic_turn(entrants);
}

}  // namespace gpuscape::quota::cohorts
