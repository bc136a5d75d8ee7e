#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/check_failures.hpp"

namespace gpuscape {

namespace {

/// The most whole nodes of that many GPUs among the sizes of drawn jobs.
std::int32_t most_nodes(const std::vector<GpuShareSpec>& sizes, std::int32_t gpus_each) {
  std::int32_t most = 0;
  for (const GpuShareSpec& size : sizes)
    if (size.gpus % gpus_each == 0) most = std::max(most, size.gpus / gpus_each);
  return most;
}

/// GPUs of each node that has any; 0 where they differ.
std::int32_t gpus_of_each(const Platform& platform) {
  std::int32_t gpus = 0;
  for (const NodeGroup& group : platform.groups()) {
    if (group.capacity.gpus == 0) continue;
    if (gpus != 0 && group.capacity.gpus != gpus) return 0;
    gpus = group.capacity.gpus;
  }
  return gpus;
}

class ShrinkChecker {
 public:
  ShrinkChecker(const StreamSpec& stream, ReadingContext& context)
      : stream_(stream), shrink_(stream.saves.shrink), context_(context) {}

  void check(const ClusterSpec& cluster, const Platform& platform) const {
    if (cluster.failures.empty())
      return fault("nothing fails, so that jobs never lose a node",
                   R"("failures" of the cluster, or without "shrink")");
    if (platform.lending() != nullptr)
      return fault("jobs on lent GPUs cannot go on with fewer nodes",
                   "it is for jobs that use the GPUs of their own nodes");
    for (const NodeGroup& group : platform.groups())
      if (group.pool)
        return fault(fmt::format("\"{}\" is a pool: its jobs have no nodes", excerpt(group.name)),
                     "nodes, not a pool");
    if (stream_.application || !stream_.rules.empty())
      return fault("jobs that exchange data over the network cannot go on with fewer nodes yet",
                   "a stream without \"application\" and \"applications\"");
    check_sizes(gpus_of_each(platform));
  }

 private:
  void fault(std::string message, std::string hint) const {
    context_.add(shrink_.place, shrink_.pointer, std::move(message), std::move(hint));
  }

  /// Of drawn jobs the sizes are known.
  void check_sizes(std::int32_t gpus_each) const {
    const std::vector<GpuShareSpec>* sizes = stream_.generate ? &stream_.generate->gpus
                                             : stream_.closed ? &stream_.closed->gpus
                                                              : nullptr;
    if (sizes == nullptr || sizes->empty() || gpus_each == 0) return;
    const std::int32_t most = most_nodes(*sizes, gpus_each);
    if (most < 2)
      return fault(
          fmt::format("no job of the stream has several whole nodes of {} GPUs", gpus_each),
          "one on a single node, or on parts of nodes, cannot go on with fewer");
    if (shrink_.at_least >= most)
      context_.add(shrink_.place, child_pointer(shrink_.pointer, "at_least"),
                   fmt::format("no job of the stream has more than {} nodes", most),
                   fmt::format("at most {}", most - 1));
  }

  const StreamSpec& stream_;
  const ShrinkSpec& shrink_;
  ReadingContext& context_;
};

}  // namespace

void check_shrink(const ScenarioSpec& spec, const Platform& platform, ReadingContext& context) {
  for (const StreamSpec& stream : spec.streams)
    if (stream.saves.shrink.at_least > 0 && !stream.has_steps())
      ShrinkChecker(stream, context).check(spec.cluster, platform);
}

}  // namespace gpuscape
