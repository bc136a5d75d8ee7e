#include "sim/run/life/attach_part.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/random.hpp"
#include "sim/run/pace/lent_spans.hpp"

namespace gpuscape {

AttachPart::AttachPart(const AttachTerms& terms, const FreeCapacity& capacity, std::uint64_t seed,
                       std::uint64_t replication)
    : terms_(terms), capacity_(capacity), seed_(seed), replication_(replication) {
  std::size_t gpus = 0;
  for (const NodeGroup& group : capacity.platform().groups()) {
    first_gpu_.push_back(gpus);
    gpus += std::size_t{group.count} * static_cast<std::size_t>(group.capacity.gpus);
  }
  attached_.resize(gpus);
}

template <class Visit>
void AttachPart::for_each_gpu(std::span<const AllocationSpan> spans, const Visit& visit) const {
  const auto gpus_of = [this](const AllocationSpan& span) {
    const std::size_t group = capacity_.platform().group_of(span.node);
    const NodeGpus* gpus = capacity_.groups()[group].node_gpus();
    return gpus == nullptr ? GpuSet() : gpus->sets()[span.which];
  };
  const Platform& platform = capacity_.platform();
  for_each_lent_gpu(
      spans, gpus_of,
      [&](const AllocationSpan& client, const AllocationSpan& server, std::uint32_t gpu) {
        const std::size_t group = platform.group_of(server.node);
        const auto per_node = static_cast<std::size_t>(capacity_.groups()[group].capacity().gpus);
        const std::size_t node = server.node - platform.first_node(group);
        visit(first_gpu_[group] + node * per_node + gpu, client.node, server.node);
      });
}

Seconds AttachPart::until_polled(Seconds date) const {
  if (!(terms_.poll > Seconds(0.0))) return Seconds(0.0);
  const double periods = std::ceil(date / terms_.poll);
  return std::max(Seconds(0.0), terms_.poll * periods - date);
}

bool AttachPart::is_kept(Gpu gpu, std::uint32_t client, Seconds now) const {
  const Attached& at = attached_[gpu];
  return at.client == client && now - at.free_since <= terms_.idle_return;  // or in use
}

/// A GPU that another client still has is taken away first.
Seconds AttachPart::until_attached(Gpu gpu, std::uint32_t client, Seconds now) const {
  const Attached& at = attached_[gpu];
  if (!at.client) return until_polled(now) + terms_.attach;
  if (is_kept(gpu, client, now)) return std::max(Seconds(0.0), at.ready - now);
  const Seconds idle = now - at.free_since;
  const Seconds returning = terms_.idle_return + terms_.detach - idle;  // where it is on its way
  const bool is_idle = idle <= terms_.idle_return;
  const Seconds detach =
      is_idle ? terms_.detach : std::max(Seconds(0.0), std::min(returning, terms_.detach));
  return until_polled(now) + detach + terms_.attach;
}

/// Attempts of a job that fail before one succeeds; 20 at most.
std::int64_t AttachPart::failures(std::uint32_t job) const {
  if (!(terms_.failure > 0.0)) return 0;
  constexpr std::int64_t kMost = 20;
  RandomStream random(seed_, replication_, "attach", job);
  std::int64_t count = 0;
  const auto fails = [&] {
    return static_cast<double>(random()) < terms_.failure * 18446744073709551616.0;
  };
  while (count < kMost && fails()) ++count;
  return count;
}

/// Null where its GPUs are attached at the first attempt.
AttachPart::Attempts* AttachPart::attempts_of(std::uint32_t job,
                                              std::span<const AllocationSpan> spans, Seconds now) {
  const auto known = attempts_.find(job);
  if (known == attempts_.end() && !(terms_.failure > 0.0)) return nullptr;
  std::vector<std::uint32_t> servers;  // with GPUs that are to be attached
  for_each_gpu(spans, [&](Gpu gpu, std::uint32_t client, std::uint32_t server) {
    if (!is_kept(gpu, client, now) && (servers.empty() || servers.back() != server))
      servers.push_back(server);
  });
  if (known != attempts_.end()) known->second.fails = false;
  if (servers.empty()) return nullptr;
  if (known == attempts_.end()) {
    const std::int64_t failed = failures(job);
    if (failed == 0) return nullptr;
    attempts_[job].failures = failed;
  }
  Attempts& attempts = attempts_[job];
  attempts.fails = attempts.made < attempts.failures;
  if (!attempts.fails) return &attempts;
  RandomStream random(seed_, replication_, "attach-server", job);
  for (std::int64_t i = 0; i < attempts.made; ++i) (void)random();
  const std::uint32_t server = servers[static_cast<std::size_t>((random() >> 32) % servers.size())];
  const auto at = std::ranges::find_if(
      spans, [server](const AllocationSpan& span) { return span.node == server && span.gpus > 0; });
  attempts.span = static_cast<std::size_t>(at - spans.begin());
  return &attempts;
}

std::optional<Stretch> AttachPart::next(const LifeView& life) {
  if (!uses_lent_gpus(life.spans)) return std::nullopt;
  if (life.slot >= has_attached_.size()) has_attached_.resize(life.slot + 1);
  if (has_attached_[life.slot]) {
    const auto at = attempts_.find(life.job);
    if (at == attempts_.end() || !at->second.fails) return std::nullopt;
    if (!std::exchange(at->second.gave_up, true)) return GiveUp{at->second.span};
  }
  has_attached_[life.slot] = true;
  return Pause{attach(life)};
}

Seconds AttachPart::attach(const LifeView& life) {
  const Seconds now = life.now;
  const bool is_first = !attempts_.contains(life.job);
  Attempts* const attempts = attempts_of(life.job, life.spans, now);
  const bool fails = attempts != nullptr && attempts->fails;
  const std::uint32_t missing = fails ? life.spans[attempts->span].node : 0;
  Seconds longest(0.0);
  std::int64_t gpus = 0;
  std::int64_t kept = 0;
  for_each_gpu(life.spans, [&](Gpu gpu, std::uint32_t client, std::uint32_t server) {
    ++gpus;
    Attached& at = attached_[gpu];
    const bool has_it = is_kept(gpu, client, now);
    if (has_it) ++kept;
    const Seconds until = until_attached(gpu, client, now);
    longest = std::max(longest, until);
    if (fails && server == missing) return;  // it does not appear
    if (!has_it) {
      at = {client, kForever, now + until};
      ++result_.attached;
    }
    at.free_since = kForever;
  });
  if (fails) {
    ++result_.failed;
    ++attempts->made;
    attempts->gave_up = false;
    longest = terms_.time_out;
  }
  if (is_first) {
    ++result_.jobs;
    result_.kept += kept;
  }
  result_.waits.emplace_back(life.job, std::min(longest, life.limit));
  result_.gpu_seconds += gpus_for(static_cast<double>(gpus), std::min(longest, life.limit));
  return longest;
}

/// One that was still being attached goes on with that.
void AttachPart::ended(const LifeView& life, Cause /*cause*/, const Keeps& /*keeps*/) {
  const std::span<const AllocationSpan> spans = life.spans;
  if (!uses_lent_gpus(spans)) return;
  has_attached_[life.slot] = false;
  const auto attempts = attempts_.find(life.job);
  const bool fails = attempts != attempts_.end() && attempts->second.fails;
  const std::uint32_t missing = fails ? spans[attempts->second.span].node : 0;
  for_each_gpu(spans, [&](Gpu gpu, std::uint32_t /*client*/, std::uint32_t server) {
    if (!fails || server != missing) attached_[gpu].free_since = life.now;
  });
  if (attempts != attempts_.end()) attempts_.erase(attempts);
}

void AttachPart::nodes_go(std::span<const std::uint32_t> nodes) {
  const Platform& platform = capacity_.platform();
  for (const std::uint32_t node : nodes) {
    const std::size_t group = platform.group_of(node);
    const auto gpus = static_cast<std::size_t>(platform.groups()[group].capacity.gpus);
    const std::size_t first = first_gpu_[group] + (node - platform.first_node(group)) * gpus;
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) attached_[first + gpu] = {};
    if (capacity_.lent() == nullptr || !capacity_.lent()->lending().is_client(group)) continue;
    for (Attached& at : attached_)
      if (at.client == node) at = {};
  }
}

}  // namespace gpuscape
