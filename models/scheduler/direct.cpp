/// Direct access: users of workstations, or of nodes that they log in to, start their jobs at once.
/// A job takes free GPUs of the machine with the fewest users on those that it would get; where too
/// few are free it shares some, and all on them have their time in turn (`gpu_sharing`). There is
/// no queue: a job waits only while every GPU has as many users as it may have, or while cores or
/// memory are short, and then nobody who comes later waits for it.
/// Leaves out: how users agree among themselves, jobs on several machines.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "models/scheduler/queues/nodes_that_hold.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {
namespace {

class Direct final : public Scheduler, public JobRules {
 public:
  [[nodiscard]] PolicyParts parts() override { return {.rules = this, .joins = true}; }
  [[nodiscard]] double rank(const WaitingJob& /*job*/) const override { return 0.0; }

  void schedule(SchedulingPass& pass) override {
    std::optional<Demand> refused;  // of a job that could have been anywhere
    for (std::size_t i = 0; i < pass.queue().size(); ++i) {
      const WaitingJob& job = pass.queue()[i];
      if (job.started || (refused && *refused == job.demand)) continue;
      const bool anywhere = pass.has_all_nodes(job);
      const Demand demand = job.demand;
      if (!pass.start(i) && anywhere) refused = demand;
    }
  }

  [[nodiscard]] std::string fault(const Platform& platform) const override {
    for (const NodeGroup& group : platform.groups()) {
      if (group.pool)
        return fmt::format("\"{}\" is a pool: it has no machines to log in to",
                           excerpt(group.name));
      if (group.capacity.gpus > 0 && !in_turn(group))
        return fmt::format("the GPUs of \"{}\" are not shared in turn, as users do who log in",
                           excerpt(group.name));
    }
    return {};
  }

  std::size_t bind(const PolicyContext& context) override {
    nodes_.bind(context);
    return 1;
  }

  /// Nowhere for jobs that no machine holds whole.
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override {
    if (job.demand.nodes <= 1)
      if (const auto whole = nodes_.of(job.demand)) return *whole;
    if (job.job >= counted_) ++refused_;
    counted_ = std::max(counted_, job.job + 1);
    return nodes_.nowhere();
  }

  [[nodiscard]] std::vector<std::string> notes() const override {
    if (refused_ == 0) return {};
    return {fmt::format("{} job{} larger than a machine, never started: direct access is to one",
                        refused_, refused_ == 1 ? "" : "s")};
  }

 private:
  /// Whether any number of users of one size, up to the most, find room on a GPU.
  static bool in_turn(const NodeGroup& group) {
    if (group.sharing == nullptr || !group.sharing->changes_pace() || group.cuts == nullptr)
      return false;
    for (std::uint8_t place = 0; place < group.cuts->places.size(); ++place)
      if (group.cuts->is_taken_once(place)) return false;
    return !group.cuts->profiles.empty();
  }

  NodesThatHold nodes_;
  mutable std::uint32_t counted_ = 0;  // jobs below it were counted, where they are refused
  mutable std::int64_t refused_ = 0;
};

}  // namespace

void register_scheduler_direct(Registry& registry) {
  registry.schedulers.add(
      {.name = "direct",
       .summary = "No queue: users take free GPUs of one machine, and share some in turn where too "
                  "few are free.",
       .example = "{}"},
      [](ObjectReader&) { return std::make_unique<Direct>(); });
}

}  // namespace gpuscape
