#include "tests/contract/oracles/conservative_books.hpp"

#include <algorithm>

namespace gpuscape::test {

Demand plus(const Demand& a, const Demand& b, int sign) {
  return sign < 0 ? a - b : Demand(a) += b;
}

std::vector<double> SlowBooks::dates_on(std::size_t node) const {
  std::vector<double> dates;
  for (const std::vector<SlowHeld>* list : {&running, &plans}) {
    for (const SlowHeld& held : *list) {
      for (const SlowShare& s : held.shares) {
        if (s.node != node) continue;
        dates.push_back(held.from);
        dates.push_back(held.to);
      }
    }
  }
  std::sort(dates.begin(), dates.end());
  return dates;
}

Demand SlowBooks::room_at(std::size_t node, double date) const {
  Demand room = free[node];
  for (const SlowHeld& r : running) {
    for (const SlowShare& s : r.shares) {
      if (s.node == node && r.to <= date) room = plus(room, s.demand, 1);
    }
  }
  for (const SlowHeld& p : plans) {
    for (const SlowShare& s : p.shares) {
      if (s.node == node && p.from <= date && date < p.to) room = plus(room, s.demand, -1);
    }
  }
  return room;
}

double SlowBooks::free_from(std::size_t node, const Demand& share) const {
  const std::vector<double> dates = dates_on(node);
  double from = kNever;
  for (std::size_t i = dates.size(); i-- > 0;) {
    if (!room_at(node, dates[i]).holds(share)) return from;
    from = dates[i];
  }
  return free[node].holds(share) ? kNow : from;
}

bool SlowBooks::free_to(std::size_t node, const Demand& share, double end) const {
  const std::vector<double> dates = dates_on(node);
  return free[node].holds(share) && std::all_of(dates.begin(), dates.end(), [&](double date) {
           return date >= end || room_at(node, date).holds(share);
         });
}

double SlowBooks::free_from(std::size_t node, const Demand& share,
                            const std::optional<SlowHeld>& own) const {
  const bool has_it = own && std::any_of(own->shares.begin(), own->shares.end(), [&](auto& s) {
                        return s.node == node && s.demand.holds(share);
                      });
  if (!has_it) return free_from(node, share);
  double from = kNever;
  std::vector<double> dates = dates_on(node);
  std::erase_if(dates, [&](double date) { return date >= own->from; });
  for (std::size_t i = dates.size(); i-- > 0;) {
    if (!room_at(node, dates[i]).holds(share)) return from;
    from = dates[i];
  }
  return free[node].holds(share) ? kNow : from;
}

}  // namespace gpuscape::test
