/// Slurm's sched/backfill (slurm.schedmd.com/sched_config.html; slurm.conf(5), SchedulerParameters;
/// the order of its tests as in version 22.05): every `interval`, the first `depth` waiting jobs
/// are taken in turn. One that fits now without touching what was planned before it starts; any
/// other is planned: whole nodes are kept for it from when it could start, both dates rounded down
/// to `resolution` on the clock. So a plan may keep nodes sooner and longer than its job needs, and
/// keeps the free part of a node too. All plans are made anew in every round. Starts are found by
/// letting running jobs end at their limits, those of 30 s (then 60 s, 120 s, …) together.
/// A pool has no nodes that could be kept: it is refused there.
/// Leaves out: time that the loop itself takes, bf_continue, limits by user, licences.

#include "models/backfill/slurm/slurm_backfill.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

void register_backfill_slurm(Registry& registry) {
  registry.backfills.add(
      "slurm", "Slurm's own: plans of whole nodes, made anew every interval, on a coarse clock.",
      [](ObjectReader& reader) {
        slurm::BackfillParameters with;
        with.depth = static_cast<std::size_t>(
            reader.count("depth", 500, "How many waiting jobs are looked at (bf_max_job_test).",
                         Bounds{.least = 1}));
        with.interval = reader.quantity<Seconds>(
            "interval", Seconds(30.0), "Time between two rounds (bf_interval).", kPositive);
        with.resolution = reader.quantity<Seconds>(
            "resolution", Seconds(60.0), "Plans begin and end at multiples of it (bf_resolution).",
            kPositive);
        with.window = reader.quantity<Seconds>(
            "window", Seconds(86400.0), "Nothing is planned further ahead (bf_window).", kPositive);
        return std::make_unique<slurm::SlurmBackfill>(with);
      });
}

}  // namespace gpuscape
