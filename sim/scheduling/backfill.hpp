#pragma once
/// Which jobs may pass a head that does not fit.

#include <optional>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape {

struct PolicyContext;

/// The start promised to a waiting job.
struct Promise {
  std::uint32_t job = 0;
  Seconds date{0.0};
};

/// Contract: `fill` is called with a head that does not fit and at least one job behind it; it
/// starts jobs through `pass.start` and leaves the head where it is. One that `starts_the_head` is
/// called with the whole queue in its place. One object serves one run and may keep state between
/// passes.
class Backfill {
 public:
  virtual ~Backfill() = default;
  virtual void fill(SchedulingPass& pass) = 0;
  /// Called once, before anything else.
  virtual void bind(const PolicyContext& /*context*/) {}
  [[nodiscard]] virtual bool starts_the_head() const { return false; }
  /// True: a head that fits never waits, and a start that is promised to it is the first date at
  /// which it fits. False: promises to other jobs, or the time between two rounds, may keep a head
  /// back.
  [[nodiscard]] virtual bool promises_head_only() const { return true; }
  /// What the last `fill` promised, in the order of the queue.
  [[nodiscard]] virtual std::vector<Promise> promises() const { return {}; }
  /// True where its plans hold although jobs share GPUs. False: it is refused where they do.
  [[nodiscard]] virtual bool knows_shared_gpus() const { return false; }
  /// True where its plans hold although a job may be on several groups. False: it is refused there.
  [[nodiscard]] virtual bool plans_over_groups() const { return false; }
  /// True where its plans hold on pools, which have no nodes. False: it is refused where there are.
  [[nodiscard]] virtual bool plans_on_pools() const { return false; }
  /// How far behind the head it looks, for the report; none where it does not look at all.
  [[nodiscard]] virtual std::optional<std::int64_t> depth() const = 0;
  /// The next date at which `fill` wants to be called even if nothing happens; none: never. Asked
  /// after each pass that leaves jobs waiting.
  [[nodiscard]] virtual std::optional<Seconds> wake() const { return std::nullopt; }
};

}  // namespace gpuscape
