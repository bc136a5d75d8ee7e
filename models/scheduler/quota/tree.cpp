#include "models/scheduler/quota/tree.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace gpuscape::quota {

QuotaTree::QuotaTree(const Settings& settings)
    : settings_(settings), queues_(settings.queues.size() + 1) {
  static const QueueSettings kRoot{.deserved = kEverything};
  queues_[root()].settings = &kRoot;
  queues_[root()].parent = root();
  for (std::size_t i = 0; i < settings.queues.size(); ++i) {
    queues_[i].settings = &settings.queues[i];
    queues_[i].parent = settings.queues[i].parent.value_or(root());
    queues_[queues_[i].parent].children.push_back(i);
  }
  for (Queue& queue : queues_)
    std::ranges::stable_sort(queue.children, [&](std::size_t a, std::size_t b) {
      return settings.queues[a].priority > settings.queues[b].priority;
    });
  std::vector<std::size_t> next = {root()};
  for (std::size_t i = 0; i < next.size(); ++i) {
    const std::vector<std::size_t>& children = queues_[next[i]].children;
    if (!children.empty()) parents_.push_back(next[i]);
    for (const std::size_t child : children) queues_[child].depth = queues_[next[i]].depth + 1;
    std::ranges::copy(children, std::back_inserter(next));
  }
}

Amounts QuotaTree::most(std::size_t queue, bool preemptible) const {
  Amounts most = kEverything;
  for (std::size_t at = queue; at != root(); at = queues_[at].parent) {
    const QueueSettings& settings = *queues_[at].settings;
    for (std::size_t r = 0; r < kResources; ++r)
      most[r] = std::min({most[r], settings.limit[r], preemptible ? kAll : settings.deserved[r]});
  }
  return most;
}

void QuotaTree::set_total(const Amounts& total) {
  dirty_ = dirty_ || total != total_;
  total_ = total;
}

/// Fair shares stay where a queue asks for more than its own before and after.
void QuotaTree::ask(std::size_t queue, const Amounts& what, std::int64_t sign) {
  Amounts change{};
  add(change, what, sign);
  for (std::size_t at = queue;; at = queues_[at].parent) {
    Queue& one = queues_[at];
    bool any = false;
    for (std::size_t r = 0; r < kResources; ++r) {
      if (change[r] == 0) continue;
      const std::int64_t limit = one.settings->limit[r];
      const std::int64_t before = std::min(one.asked[r], limit);
      one.asked[r] += change[r];
      const std::int64_t after = std::min(one.asked[r], limit);
      change[r] = after - before;
      if (change[r] == 0) continue;
      any = true;
      if (at != root() && !(before > one.fair[r] && after > one.fair[r])) dirty_ = true;
    }
    if (!any || at == root()) return;
  }
}

void QuotaTree::hold(std::size_t queue, const Amounts& what, bool preemptible, std::int64_t sign) {
  for (std::size_t at = queue;; at = queues_[at].parent) {
    add(queues_[at].held, what, sign);
    add(queues_[at].expected, what, sign);
    if (!preemptible) add(queues_[at].fixed, what, sign);
    if (at == root()) return;
  }
}

void QuotaTree::expect(std::size_t queue, const Amounts& what, std::int64_t sign) {
  for (std::size_t at = queue;; at = queues_[at].parent) {
    add(queues_[at].expected, what, sign);
    if (at == root()) return;
  }
}

void QuotaTree::age(Seconds now) {
  if (!(settings_.use_weight > 0.0) || !(now > aged_)) return;
  const double kept = std::exp2(-(now - aged_) / settings_.half_life);
  for (Queue& queue : queues_)
    for (std::size_t r = 0; r < kResources; ++r)
      if (total_[r] > 0)
        queue.used[r] = queue.used[r] * kept + (1.0 - kept) * static_cast<double>(queue.held[r]) /
                                                   static_cast<double>(total_[r]);
  aged_ = now;
  dirty_ = true;
}

bool QuotaTree::divide() {
  if (!dirty_) return false;
  dirty_ = false;
  before_.clear();
  for (const Queue& queue : queues_) before_.push_back(queue.fair[0]);
  queues_[root()].fair = total_;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (queues_[root()].asked[r] == 0 && !is_used_[r]) continue;
    is_used_[r] = queues_[root()].asked[r] > 0;
    for (const std::size_t parent : parents_) divide_among(parent, r);
  }
  other_shares_.clear();
  for (std::size_t i = 0; i < root(); ++i)
    if (queues_[i].fair[0] != before_[i]) other_shares_.push_back(i);
  return true;
}

/// What a queue would take beyond its fair share so far.
std::int64_t QuotaTree::open(std::size_t queue, std::size_t resource) const {
  const Queue& one = queues_[queue];
  return std::min(one.asked[resource], one.settings->limit[resource]) - one.fair[resource];
}

void QuotaTree::divide_among(std::size_t parent, std::size_t resource) {
  const std::vector<std::size_t>& children = queues_[parent].children;
  std::int64_t rest = queues_[parent].fair[resource];
  for (const std::size_t child : children) {
    Queue& one = queues_[child];
    const QueueSettings& settings = *one.settings;
    one.fair[resource] =
        std::min({settings.deserved[resource], one.asked[resource], settings.limit[resource]});
    rest -= one.fair[resource];
  }
  for (std::size_t begin = 0; begin < children.size() && rest > 0;) {
    const std::int64_t priority = queues_[children[begin]].settings->priority;
    among_.clear();
    for (; begin < children.size() && queues_[children[begin]].settings->priority == priority;
         ++begin)
      if (open(children[begin], resource) > 0 &&
          queues_[children[begin]].settings->weight[resource] > 0.0)
        among_.push_back(children[begin]);
    rest = share_rest(resource, rest);
  }
}

/// Returns what is left of it.
std::int64_t QuotaTree::share_rest(std::size_t resource, std::int64_t rest) {
  bool satisfied = true;
  std::int64_t of = rest;
  while (satisfied && !among_.empty() && rest > 0) {
    of = rest;
    rest = share_round(resource, rest, satisfied);
    if (satisfied) std::erase_if(among_, [&](std::size_t q) { return open(q, resource) <= 0; });
  }
  return among_.empty() || rest <= 0 ? rest : share_singly(resource, rest, of);
}

/// A queue's part of the rest; that of all together is one.
double QuotaTree::part(std::size_t resource, std::size_t queue, double weights) const {
  const Queue& one = queues_[queue];
  const double weight = one.settings->weight[resource] / weights;
  return std::max(0.0, weight + settings_.use_weight * (weight - one.used[resource]));
}

std::int64_t QuotaTree::share_round(std::size_t resource, std::int64_t rest, bool& satisfied) {
  double weights = 0.0;
  double parts = 0.0;
  for (const std::size_t queue : among_) weights += queues_[queue].settings->weight[resource];
  for (const std::size_t queue : among_) parts += part(resource, queue, weights);
  satisfied = false;
  std::int64_t left = rest;
  for (const std::size_t queue : among_) {
    if (!(parts > 0.0)) break;
    const double share = static_cast<double>(rest) * (part(resource, queue, weights) / parts);
    const std::int64_t unit = kUnit[resource];
    // A part that is whole but for rounding is whole.
    const auto whole =
        static_cast<std::int64_t>(std::floor(share / static_cast<double>(unit) + 1e-9)) * unit;
    const std::int64_t given = std::min(open(queue, resource), whole);
    queues_[queue].fair[resource] += given;
    left -= given;
    satisfied = satisfied || open(queue, resource) <= 0;
  }
  return left;
}

/// After the last round, which nobody left satisfied: `of` is what it had to give.
std::int64_t QuotaTree::share_singly(std::size_t resource, std::int64_t rest, std::int64_t of) {
  double weights = 0.0;
  double parts = 0.0;
  for (const std::size_t queue : among_) weights += queues_[queue].settings->weight[resource];
  for (const std::size_t queue : among_) parts += part(resource, queue, weights);
  if (!(parts > 0.0)) return rest;
  std::vector<std::pair<double, std::size_t>> remainders;
  for (const std::size_t queue : among_) {
    const double share = static_cast<double>(of) * (part(resource, queue, weights) / parts) /
                         static_cast<double>(kUnit[resource]);
    const double remainder = share - std::floor(share + 1e-9);
    // Equal but for rounding is equal: the older queue comes first.
    remainders.emplace_back(-std::round(std::max(0.0, remainder) * 1e9), queue);
  }
  std::ranges::sort(remainders);
  for (const auto& [remainder, queue] : remainders) {
    const std::int64_t given = std::min({kUnit[resource], open(queue, resource), rest});
    if (given <= 0) break;
    queues_[queue].fair[resource] += given;
    rest -= given;
  }
  return rest;
}

Refusal QuotaTree::refusal(std::size_t queue, const Amounts& what, bool preemptible) const {
  for (std::size_t at = queue; at != root(); at = queues_[at].parent) {
    const Queue& one = queues_[at];
    if (!fits_within(one.held, what, one.settings->limit)) return {Refusal::Rule::limit, at};
    if (!preemptible && !fits_within(one.fixed, what, one.settings->deserved))
      return {Refusal::Rule::not_preemptible, at};
  }
  return {};
}

Amounts QuotaTree::allocatable(std::size_t queue) const {
  const Queue& one = queues_[queue];
  Amounts amounts{};
  for (std::size_t r = 0; r < kResources; ++r)
    amounts[r] = std::min(one.settings->limit[r], std::max(one.settings->deserved[r], one.fair[r]));
  return amounts;
}

bool QuotaTree::any_above() const {
  for (std::size_t i = 0; i < root(); ++i)
    for (std::size_t r = 0; r < kResources; ++r)
      if (queues_[i].expected[r] > queues_[i].settings->deserved[r]) return true;
  return false;
}

}  // namespace gpuscape::quota
