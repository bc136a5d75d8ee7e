#include "sim/scheduling/parts/part_waits.hpp"

#include <algorithm>

namespace gpuscape {

void PartWaits::count_until(Seconds now) {
  const Seconds length = now - counted_until_;
  counted_until_ = now;
  const auto rule = static_cast<std::size_t>(rule_);
  clocks_[rule] += length;
  waited_[rule] += length * static_cast<double>(since_.size());
}

void PartWaits::join(std::uint32_t job, Seconds now) {
  count_until(now);
  since_.emplace(job, clocks_);
}

void PartWaits::leave(std::uint32_t job, Seconds now) {
  const auto at = since_.find(job);
  if (at == since_.end()) return;
  count_until(now);
  SecondsByRule waited{};
  for (std::size_t i = 0; i < kQueueRules; ++i) waited[i] = clocks_[i] - at->second[i];
  since_.erase(at);
  if (std::ranges::none_of(waited, [](Seconds one) { return one > Seconds(0.0); })) return;
  SecondsByRule& sum = over_[job];
  for (std::size_t i = 0; i < kQueueRules; ++i) sum[i] += waited[i];
}

SecondsByRule PartWaits::waited(Seconds now) const {
  PartWaits until_now = *this;
  until_now.count_until(now);
  return until_now.waited_;
}

void PartWaits::add_to(std::vector<QueueWait>& waits, std::uint32_t queue, Seconds now) const {
  PartWaits until_now = *this;
  until_now.count_until(now);
  std::map<std::uint32_t, SecondsByRule> all = until_now.over_;
  for (const auto& [job, joined] : until_now.since_)
    for (std::size_t i = 0; i < kQueueRules; ++i) all[job][i] += until_now.clocks_[i] - joined[i];
  for (const auto& [job, by_rule] : all) {
    Seconds sum{0.0};
    for (const Seconds one : by_rule) sum += one;
    if (!(sum > Seconds(0.0))) continue;
    const auto longest = std::ranges::max_element(by_rule);
    waits.push_back({.job = job,
                     .queue = queue,
                     .of = queue,
                     .rule = static_cast<QueueRule>(longest - by_rule.begin()),
                     .by_rule = *longest,
                     .waited = sum});
  }
}

}  // namespace gpuscape
