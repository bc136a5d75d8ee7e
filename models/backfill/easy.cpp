/// EASY backfill: the head is reserved at the first instant when its placement fits by expected
/// ends; a job behind it may start now if it is expected to end by then, or if the reserved nodes
/// (of a pool: the processors) still hold the head with it running (Lifka, "The ANL/IBM SP
/// scheduling system", JSSPP 1995; reserved by placement, not by count, see
/// docs/explanation/easy-backfill.md). Leaves out: reservations for any job but the head; a part of
/// a GPU is promised as a whole one. With exact limits no head starts after its first promise.
///
/// Where nodes are known to be away at some time, the head is reserved where it is expected to end
/// before or to start after that, and nobody else starts into it.
/// The reservation is kept between passes and made anew only when a change can move it (in every
/// pass, where nodes are away at some time).

#include <algorithm>
#include <array>

#include "sim/model/registry.hpp"
#include "sim/scheduling/reservation/head_reservation.hpp"

namespace gpuscape {
namespace {

class EasyBackfill final : public Backfill {
 public:
  explicit EasyBackfill(std::int64_t depth)
      : Backfill({.depth = depth,
                  .knows_shared_gpus = true,
                  .plans_over_groups = true,
                  .plans_on_pools = true}),
        depth_(static_cast<std::size_t>(depth)) {}

  void fill(SchedulingPass& pass) override {
    const WaitingJob& head = pass.queue()[0];
    const bool kept =
        reservation_.renew(head, {pass.now(), pass.releases(), nodes_of(head, pass),
                                  pass.capacity(), pass.outages(), pass.hours() != nullptr});
    if (!kept || pass.capacity_was_freed()) tested_ = 1;
    tested_ = std::max<std::size_t>(1, std::min(tested_, pass.queue().first_changed()));
    refused_.fill(0);
    const std::size_t end = std::min(pass.queue().size(), depth_ + 1);
    std::size_t started = 0;
    for (std::size_t i = tested_; i < end && may_hold_more(pass); ++i)
      started += try_start(pass, i) ? 1U : 0U;
    tested_ = std::max(tested_, end) - started;
  }

  [[nodiscard]] std::vector<Promise> promises() const override {
    return {{reservation_.job(), reservation_.date()}};
  }

 private:
  /// As hours of nodes are now: what they will be when others end is not looked at.
  const NodeFilter* nodes_of(const WaitingJob& head, const SchedulingPass& pass) {
    const NodeFilter* allowed = pass.allowed(head);
    const NodeFilter* by_clock =
        pass.hours() == nullptr ? nullptr : pass.hours()->open_to(head, pass.now());
    if (by_clock == nullptr) return allowed;
    const BothFilters both(allowed, by_clock);
    NodeMask& mask = open_.emplace(pass.capacity().platform());
    for (std::uint32_t group = 0; group < pass.capacity().groups().size(); ++group)
      for (std::uint32_t node = 0; node < pass.capacity().groups()[group].node_count(); ++node)
        if (both.allows(group, node, head.demand)) mask.open(group, node);
    return &mask;
  }
  static bool may_hold_more(const SchedulingPass& pass) {
    return pass.queue().without_gpus() > 0 || pass.capacity().free_gpus_total() > 0 ||
           pass.capacity().any_shared();
  }

  bool try_start(SchedulingPass& pass, std::size_t i) {
    if (pass.hold_back(i)) return false;
    const WaitingJob& job = pass.queue()[i];
    const bool outlives = pass.now() + job.expected_run_time > reservation_.date();
    std::uint8_t* refused = pass.has_all_nodes(job) ? refusal_of(job.demand, outlives) : nullptr;
    if (refused != nullptr && *refused != 0) return false;
    if (!pass.start(i, outlives ? &reservation_ : nullptr)) {
      if (refused != nullptr) *refused = 1;
      return false;
    }
    if (outlives) reservation_.claim(pass.shares(pass.decisions().back()));
    return true;
  }

  /// Within a pass capacity only shrinks: what was refused once stays refused.
  std::uint8_t* refusal_of(const Demand& demand, bool outlives) {
    if (!demand.is_gpus_alone() || demand.gpus >= kRemembered) return nullptr;
    return &refused_[static_cast<std::size_t>(demand.gpus) * 2 + (outlives ? 1U : 0U)];
  }

  static constexpr std::int32_t kRemembered = 65;
  std::size_t depth_;
  std::size_t tested_ =
      1;  // waiting jobs before this one were refused, and nothing has changed for them
  std::optional<NodeMask> open_;  // by the clock, to the head
  HeadReservation reservation_;
  std::array<std::uint8_t, std::size_t{kRemembered} * 2> refused_{};
};

}  // namespace

void register_backfill_easy(Registry& registry) {
  registry.backfills.add(
      "easy",
      "Jobs may pass a head that does not fit if they do not delay the date promised to it.",
      [](ObjectReader& reader) {
        return std::make_unique<EasyBackfill>(
            reader.count("depth", 100, "How many waiting jobs behind the head are looked at.",
                         Bounds{.least = 1}));
      });
}

}  // namespace gpuscape
