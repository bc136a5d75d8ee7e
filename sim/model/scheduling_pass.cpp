#include "sim/model/scheduling_pass.hpp"

#include <algorithm>

#include "sim/model/backfill.hpp"

namespace gpuscape {

void SchedulingPass::begin(Seconds now, bool freed) {
  now_ = now;
  freed_ = freed;
  looked_at_ = 0;
  decisions_.clear();
  shares_.clear();
}

bool SchedulingPass::start(std::size_t i, const NodeFilter* filter) {
  const WaitingJob& job = parts_.queue[i];
  const std::size_t group = parts_.placer.place(job.demand, filter);
  if (group == Placer::kNoGroup) return false;
  const std::vector<PlacedShare>& placed = parts_.placer.shares();
  const Placement placement{job.job, static_cast<std::uint32_t>(group),
                            static_cast<std::uint32_t>(shares_.size()),
                            static_cast<std::uint32_t>(placed.size())};
  shares_.insert(shares_.end(), placed.begin(), placed.end());
  decisions_.push_back(placement);
  if (parts_.releases != nullptr) expect_release(job, placement);
  parts_.queue.mark_started(i);
  looked_at_ = std::max(looked_at_, i + 1);
  return true;
}

void SchedulingPass::expect_release(const WaitingJob& job, const Placement& placement) {
  const double end = (now_ + job.expected_run_time).value();
  for (const PlacedShare& placed : shares(placement)) {
    parts_.releases->add(placement.group, placed.node, {end, job.job, placed.share});
  }
}

void SchedulingPass::start_in_order() {
  if (parts_.backfill != nullptr && parts_.backfill->starts_the_head()) {
    parts_.backfill->fill(*this);
    return;
  }
  std::size_t i = 0;
  while (i < parts_.queue.size() && start(i)) ++i;
  if (i > 0) {
    parts_.queue.remove_started(i);
    looked_at_ = 0;
  }
  if (parts_.backfill != nullptr && parts_.queue.size() > 1) parts_.backfill->fill(*this);
}

void SchedulingPass::end() {
  if (looked_at_ > 0) parts_.queue.remove_started(looked_at_);
  parts_.queue.clear_inserted_before_others();
}

}  // namespace gpuscape
