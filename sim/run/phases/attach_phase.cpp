#include "sim/run/phases/attach_phase.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/random.hpp"
#include "sim/run/record/lent_spans.hpp"

namespace gpuscape {

AttachPhase::AttachPhase(const AttachTerms& terms, const FreeCapacity& capacity,
                         const Simulation& simulation, std::uint64_t seed,
                         std::uint64_t replication)
    : terms_(terms),
      capacity_(capacity),
      simulation_(simulation),
      seed_(seed),
      replication_(replication) {
  std::size_t gpus = 0;
  for (const NodeGroup& group : capacity.platform().groups()) {
    first_gpu_.push_back(gpus);
    gpus += std::size_t{group.count} * static_cast<std::size_t>(group.capacity.gpus);
  }
  attached_.resize(gpus);
}

/// Calls `visit(gpu, client)` for each lent GPU of a job, clients by their nodes.
template <class Visit>
void AttachPhase::for_each_gpu(std::span<const AllocationSpan> spans, const Visit& visit) const {
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
        visit(first_gpu_[group] + node * per_node + gpu, client.node);
      });
}

Seconds AttachPhase::until_polled(Seconds date) const {
  if (!(terms_.poll > Seconds(0.0))) return Seconds(0.0);
  const double periods = std::ceil(date / terms_.poll);
  return std::max(Seconds(0.0), terms_.poll * periods - date);
}

bool AttachPhase::is_kept(Gpu gpu, std::uint32_t client, Seconds now) const {
  const Attached& at = attached_[gpu];
  return at.client == client && now - at.free_since <= terms_.idle_return;
}

/// A GPU that another client still has is taken away first.
Seconds AttachPhase::until_attached(Gpu gpu, std::uint32_t client, Seconds now) const {
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
std::int64_t AttachPhase::failures(std::uint32_t job) const {
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

std::optional<Seconds> AttachPhase::begin(const PhaseContext& context) {
  const Seconds now = simulation_.now();
  Seconds longest(0.0);
  std::int64_t gpus = 0;
  std::int64_t kept = 0;
  for_each_gpu(context.spans, [&](Gpu gpu, std::uint32_t client) {
    longest = std::max(longest, until_attached(gpu, client, now));
    ++gpus;
    if (is_kept(gpu, client, now)) ++kept;
  });
  if (kept < gpus) {
    const std::int64_t failed = failures(context.job);
    result_.failed += failed;
    longest += terms_.time_out * static_cast<double>(failed);
  }
  for_each_gpu(context.spans, [&](Gpu gpu, std::uint32_t client) {
    if (!is_kept(gpu, client, now)) attached_[gpu] = {client, now, now + longest};
  });
  ++result_.jobs;
  result_.waits.emplace_back(context.job, std::min(longest, context.limit));
  result_.kept += kept;
  result_.attached += gpus - kept;
  result_.gpu_seconds += static_cast<double>(gpus) * std::min(longest, context.limit).value();
  return longest;
}

/// One that was still being attached goes on with that.
void AttachPhase::left(std::uint32_t /*job*/, std::span<const AllocationSpan> spans, Seconds now) {
  if (!uses_lent_gpus(spans)) return;
  for_each_gpu(spans, [&](Gpu gpu, std::uint32_t /*client*/) { attached_[gpu].free_since = now; });
}

}  // namespace gpuscape
