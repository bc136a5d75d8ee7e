#include "sim/run/pace/server_sharing.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace gpuscape {

namespace {

/// GPUs of a server, had by one job without a break.
struct Stay {
  std::uint32_t server;
  std::uint32_t job;
  bool is_only_one;  // of the job: no other one can be with the same neighbour
  Seconds start;
  Seconds end;
};

/// Two jobs that were on one server at the same time, for so long.
struct Pair {
  std::uint32_t first;
  std::uint32_t second;
  Seconds time;
};

std::vector<Stay> stays_of(const RunResult& result) {
  std::vector<Stay> stays;
  for (std::uint32_t job = 0; job < result.jobs.size(); ++job) {
    if (!result.jobs.started(job)) continue;
    const std::size_t begin = stays.size();
    for (const Segment& segment : result.jobs.segments(job)) {
      const std::span<const AllocationSpan> spans = result.jobs.spans(segment);
      if (!uses_lent_gpus(spans)) continue;
      const Seconds end = segment.end >= segment.start ? segment.end : result.end;  // NaN: it runs
      for (const AllocationSpan& server : spans.subspan(clients_among(spans)))
        stays.push_back({server.node, job, true, segment.start, end});
    }
    if (stays.size() - begin > 1)
      for (std::size_t i = begin; i < stays.size(); ++i) stays[i].is_only_one = false;
  }
  std::ranges::sort(stays, {},
                    [](const Stay& stay) { return std::tuple(stay.server, stay.start, stay.job); });
  return stays;
}

/// Each pair once, however many servers two jobs shared: with the longest time on one of them.
void merge(std::vector<Pair>& pairs) {
  std::ranges::sort(pairs, {}, [](const Pair& pair) {
    return std::tuple(pair.first, pair.second, -pair.time.value());
  });
  const auto same = [](const Pair& a, const Pair& b) {
    return a.first == b.first && a.second == b.second;
  };
  pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end());
}

}  // namespace

void add_server_sharing(RunResult& result) {
  const std::vector<Stay> stays = stays_of(result);
  std::vector<RemoteCost> costs(result.jobs.size());  // by job
  std::vector<Pair> several;                          // that may be met on another server, too
  std::vector<const Stay*> there;  // on the server; as many as it has GPUs, at most
  const auto add_to = [&costs](std::uint32_t job, std::uint32_t neighbour, Seconds time) {
    RemoteCost& cost = costs[job];
    ++cost.neighbours;
    if (time < cost.with_nearest || (time == cost.with_nearest && neighbour > cost.nearest)) return;
    cost.nearest = neighbour;
    cost.with_nearest = time;
  };
  const auto add = [&add_to](const Pair& pair) {
    add_to(pair.first, pair.second, pair.time);
    add_to(pair.second, pair.first, pair.time);
  };
  for (const Stay& stay : stays) {
    std::erase_if(there, [&stay](const Stay* other) {
      return other->server != stay.server || other->end <= stay.start;
    });
    for (const Stay* other : there) {
      if (other->job == stay.job) continue;
      const auto [first, second] = std::minmax(other->job, stay.job);
      const Pair pair{first, second, std::min(other->end, stay.end) - stay.start};
      if (!(pair.time > Seconds(0.0))) continue;
      if (other->is_only_one || stay.is_only_one)
        add(pair);
      else
        several.push_back(pair);
    }
    if (stay.end > stay.start) there.push_back(&stay);
  }
  merge(several);
  for (const Pair& pair : several) add(pair);
  std::vector<bool> seen(costs.size(), false);
  for (const Stay& stay : stays) seen[stay.job] = true;
  for (std::uint32_t job = 0; job < costs.size(); ++job) {
    if (!seen[job]) continue;
    RemoteCost& cost = result.remote[job];
    cost.neighbours = costs[job].neighbours;
    cost.nearest = costs[job].nearest;
    cost.with_nearest = costs[job].with_nearest;
  }
}

}  // namespace gpuscape
