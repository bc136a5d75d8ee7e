#pragma once
/// Which jobs may pass a head that does not fit.

#include <cstdint>
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

/// What a backfill can do, and where it is refused because it cannot.
struct BackfillTraits {
  /// How many waiting jobs behind the head it looks at; none where it does not look at all.
  std::optional<std::int64_t> depth;
  bool starts_the_head = false;
  /// True: a head that fits never waits, and a start that is promised to it is the first date at
  /// which it fits. False: promises to other jobs, or the time between two rounds, may keep a head
  /// back.
  bool promises_head_only = true;
  /// Its plans hold although jobs share GPUs. False: it is refused where they do.
  bool knows_shared_gpus = false;
  /// Its plans hold although a job may be on several groups. False: it is refused there.
  bool plans_over_groups = false;
  /// Its plans hold on pools, which have no nodes. False: it is refused where there are.
  bool plans_on_pools = false;
};

/// Contract: `fill` is called with a head that does not fit and at least one job behind it; it
/// starts jobs through `pass.start` and leaves the head where it is. One that `starts_the_head` is
/// called with the whole queue in its place. One object serves one run and may keep state between
/// passes.
class Backfill {
 public:
  virtual ~Backfill() = default;
  [[nodiscard]] const BackfillTraits& traits() const { return traits_; }

  virtual void fill(SchedulingPass& pass) = 0;
  /// Called once, before anything else.
  virtual void bind(const PolicyContext& /*context*/) {}
  /// What the last `fill` promised, in the order of the queue.
  [[nodiscard]] virtual std::vector<Promise> promises() const { return {}; }
  /// The next date at which `fill` wants to be called even if nothing happens; none: never. Asked
  /// after each pass that leaves jobs waiting.
  [[nodiscard]] virtual std::optional<Seconds> wake() const { return std::nullopt; }

 protected:
  explicit Backfill(const BackfillTraits& traits) : traits_(traits) {}

 private:
  BackfillTraits traits_;
};

}  // namespace gpuscape
