#include "sim/engine/mean_presence.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Jobs; a smaller change is none.
constexpr double kTolerance = 1e-9;
/// Rounds to this many times the jobs settle by themselves in all that was tried (at most 100);
/// from then on every step is halved, which always settles.
constexpr std::uint64_t kPatience = 300;

}  // namespace

MeanPresence::JobIndex MeanPresence::add(double private_time, std::span<const Use> uses) {
  ensure(private_time > 0.0 && std::isfinite(private_time), "a step takes some time of its own");
  JobIndex index = 0;
  if (free_.empty()) {
    index = static_cast<JobIndex>(jobs_.size());
    jobs_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Job& job = jobs_[index];
  job.private_time = private_time;
  job.uses.clear();
  for (const Use& use : uses) {
    ensure(use.time > 0.0 && std::isfinite(use.time), "traffic needs a positive time");
    job.uses.push_back({use.resource, 0, use.time, 0.0});
  }
  for (std::uint32_t use = 0; use < job.uses.size(); ++use) join(index, use);
  relax_later(index);
  return index;
}

void MeanPresence::join(JobIndex job, std::uint32_t use) {
  Present& present = jobs_[job].uses[use];
  std::vector<User>& users = users_[present.resource];
  present.place = static_cast<std::uint32_t>(users.size());
  users.push_back({job, use});
}

void MeanPresence::leave(JobIndex job, std::uint32_t use) {
  const Present& present = jobs_[job].uses[use];
  std::vector<User>& users = users_[present.resource];
  users[present.place] = users.back();
  jobs_[users[present.place].job].uses[users[present.place].use].place = present.place;
  users.pop_back();
  // Summed anew, so that no rounding stays behind.
  double sum = 0.0;
  for (const User& user : users) sum += jobs_[user.job].uses[user.use].presence;
  presence_[present.resource] = sum;
}

void MeanPresence::remove(JobIndex index) {
  Job& job = jobs_[index];
  for (std::uint32_t use = 0; use < job.uses.size(); ++use) {
    leave(index, use);
    disturb(job.uses[use].resource);
  }
  job.uses.clear();
  job.private_time = 0.0;
  job.bottleneck = kNone;
  free_.push_back(index);
}

void MeanPresence::disturb(std::uint32_t resource) {
  for (const User& user : users_[resource]) relax_later(user.job);
}

void MeanPresence::relax_later(JobIndex index) {
  Job& job = jobs_[index];
  if (!job.waits) to_relax_.push_back(index);
  job.waits = true;
}

double MeanPresence::others_on(const Present& use) const {
  // Exactly nobody, not what rounding leaves of a difference: a lone job keeps its own pace.
  if (users_[use.resource].size() < 2) return 0.0;
  return std::max(0.0, presence_[use.resource] - use.presence);
}

void MeanPresence::relax(JobIndex index) {
  Job& job = jobs_[index];
  ++relaxations_;
  double longest = 0.0;
  job.bottleneck = kNone;
  for (const Present& use : job.uses) {
    const double time = use.time * (1.0 + others_on(use));
    if (time <= longest) continue;
    longest = time;
    job.bottleneck = use.resource;
  }
  job.exchange_time = longest;
  job.step_time = job.private_time + longest;
  for (Present& use : job.uses) {
    const double presence = use.time * (1.0 + others_on(use)) / job.step_time;
    const double change = (presence - use.presence) * part_;
    use.presence += change;
    presence_[use.resource] += change;
    if (std::abs(change) <= kTolerance) continue;
    for (const User& user : users_[use.resource])
      if (user.job != index || part_ < 1.0) relax_later(user.job);
  }
  if (!job.touched) touched_.push_back(index);
  job.touched = true;
}

const std::vector<MeanPresence::JobIndex>& MeanPresence::solve() {
  touched_.clear();
  part_ = 1.0;
  const std::uint64_t patience = relaxations_ + kPatience * jobs_.size();
  for (std::size_t next = 0; next < to_relax_.size(); ++next) {
    if (relaxations_ > patience) part_ = 0.5;
    const JobIndex index = to_relax_[next];
    jobs_[index].waits = false;
    if (jobs_[index].private_time > 0.0) relax(index);
  }
  to_relax_.clear();
  for (const JobIndex index : touched_) jobs_[index].touched = false;
  std::sort(touched_.begin(), touched_.end());
  return touched_;
}

}  // namespace gpuscape
