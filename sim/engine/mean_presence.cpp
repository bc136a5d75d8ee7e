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

MeanPresence::JobIndex MeanPresence::add(const Step& step, std::span<const Use> uses) {
  ensure(step.private_time > Seconds(0.0) && step.private_time < kForever,
         "a step takes some time of its own");
  ensure(step.hidden >= Seconds(0.0) && step.hidden <= step.private_time,
         "no more of an exchange is hidden than the step computes");
  ensure(step.alone >= Seconds(0.0) && step.alone < kForever, "an exchange takes some time");
  JobIndex index = 0;
  if (free_.empty()) {
    index = static_cast<JobIndex>(jobs_.size());
    jobs_.emplace_back();
    waits_.push_back(0);
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Job& job = jobs_[index];
  job.private_time = step.private_time.value();
  job.hidden = step.hidden.value();
  job.alone = step.alone.value();
  job.step_time = step.private_time.value();
  job.uses.clear();
  job.shared = 0;
  uses_.clear();
  for (const Use& use : uses) {
    ensure(use.time > Seconds(0.0) && use.time < kForever, "traffic needs a positive time");
    ensure(use.more_hidden >= Seconds(0.0) &&
               step.hidden + use.more_hidden <= step.private_time * (1.0 + 1e-12),
           "no more of an exchange is hidden than the step computes");
    uses_.push_back({use.resource, use.time.value(), use.more_hidden.value()});
  }
  for (const AlikeResources::Part& part : alike_.parts(uses_))
    job.uses.push_back(
        {alike_.is_whole_class(part) ? part.of : separate(part), 0, part.time, part.hidden, 0.0});
  for (std::uint32_t use = 0; use < job.uses.size(); ++use) join(index, use);
  for (std::uint32_t use = 0; use < job.uses.size(); ++use)
    if (users(job.uses[use].resources).size() > 1) set_shared(index, use, true);
  find_longest_alone(job);
  relax_later(index);
  return index;
}

/// Whoever uses that class uses two from now on.
MeanPresence::Class MeanPresence::separate(const AlikeResources::Part& part) {
  const Class separated = alike_.separate(part);
  shared(separated) = {};
  if (part.of.is_none()) return separated;
  shared(separated) = shared(part.of);
  std::vector<User>& both = users(separated);
  both = users(part.of);
  for (User& user : both) {
    Job& job = jobs_[user.job];
    Present present = job.uses[user.use];
    present.resources = separated;
    user.use = static_cast<std::uint32_t>(job.uses.size());
    job.uses.push_back(present);
    if (both.size() > 1) {
      set_shared(user.job, user.use, true);
    } else {
      find_longest_alone(job);
    }
  }
  return separated;
}

void MeanPresence::join(JobIndex job, std::uint32_t use) {
  Present& present = jobs_[job].uses[use];
  std::vector<User>& users = this->users(present.resources);
  present.place = static_cast<std::uint32_t>(users.size());
  users.push_back({job, use});
  if (users.size() != 2) return;
  // Whoever was alone here becomes visible.
  const User first = users.front();
  Job& other = jobs_[first.job];
  Present& there = other.uses[first.use];
  there.presence = there.time / other.step_time;
  shared(present.resources).presence = there.presence;
  set_shared(first.job, first.use, true);
  find_longest_alone(other);
  relax_later(first.job);
}

void MeanPresence::leave(JobIndex job, std::uint32_t use) {
  const Present& present = jobs_[job].uses[use];
  std::vector<User>& users = this->users(present.resources);
  users[present.place] = users.back();
  const User moved = users[present.place];
  jobs_[moved.job].uses[moved.use].place = present.place;
  users.pop_back();
  // Summed anew, so that no rounding stays behind.
  double sum = 0.0;
  for (const User& user : users) sum += jobs_[user.job].uses[user.use].presence;
  shared(present.resources).presence = sum;
  if (users.empty()) alike_.release(present.resources);
  if (users.size() != 1) return;
  const User last = users.front();
  set_shared(last.job, last.use, false);
  find_longest_alone(jobs_[last.job]);
}

void MeanPresence::set_shared(JobIndex index, std::uint32_t use, bool shared) {
  Job& job = jobs_[index];
  if (shared) {
    swap_uses(index, use, job.shared++);
  } else {
    swap_uses(index, use, --job.shared);
  }
}

void MeanPresence::swap_uses(JobIndex index, std::uint32_t a, std::uint32_t b) {
  std::vector<Present>& uses = jobs_[index].uses;
  std::swap(uses[a], uses[b]);
  for (const std::uint32_t use : {a, b}) users(uses[use].resources)[uses[use].place].use = use;
}

void MeanPresence::find_longest_alone(Job& job) const {
  job.longest_alone = job.alone;
  job.bottleneck_alone = Resource::none();
  for (std::size_t use = job.shared; use < job.uses.size(); ++use) {
    const double time = job.uses[use].time - job.uses[use].more_hidden;
    if (time <= job.longest_alone) continue;
    job.longest_alone = time;
    job.bottleneck_alone = Resource(alike_.first_of(job.uses[use].resources));
  }
}

void MeanPresence::remove(JobIndex index) {
  Job& job = jobs_[index];
  for (std::uint32_t use = 0; use < job.uses.size(); ++use) {
    leave(index, use);
    disturb(job.uses[use].resources);
  }
  job.uses.clear();
  job.private_time = 0.0;
  job.bottleneck = Resource::none();
  free_.push_back(index);
}

void MeanPresence::disturb(Class resources) {
  for (const User& user : users(resources)) relax_later(user.job);
}

void MeanPresence::disturb_others(Class resources, JobIndex job) {
  for (const User& user : users(resources))
    if (user.job != job || part_ < 1.0) relax_later(user.job);
}

void MeanPresence::relax_later(JobIndex index) {
  if (waits_[index] == 0) to_relax_.push_back(index);
  waits_[index] = 1;
}

void MeanPresence::relax(JobIndex index) {
  Job& job = jobs_[index];
  ++relaxations_;
  double longest = job.longest_alone;
  Class slowest;
  const std::span<Present> shared = std::span(job.uses).first(job.shared);
  if (times_.size() < shared.size()) times_.resize(shared.size());
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const Present& use = shared[i];
    const double others = std::max(0.0, this->shared(use.resources).presence - use.presence);
    times_[i] = use.time * (1.0 + others);
    if (times_[i] - use.more_hidden <= longest) continue;
    longest = times_[i] - use.more_hidden;
    slowest = use.resources;
  }
  job.bottleneck = slowest.is_none() ? job.bottleneck_alone : Resource(alike_.first_of(slowest));
  job.exchange_time = longest;
  job.step_time = job.private_time + std::max(0.0, longest - job.hidden);
  const double steps = 1.0 / job.step_time;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    Present& use = shared[i];
    const double change = (times_[i] * steps - use.presence) * part_;
    use.presence += change;
    Shared& there = this->shared(use.resources);
    there.presence += change;
    if (std::abs(change) <= kTolerance) {
      there.solve = 0;
      continue;
    }
    // All users but the last disturber still wait to be relaxed: one that stops waiting is relaxed,
    // and then either becomes the disturber here or clears `solve`. So only the last disturber is
    // added.
    if (there.solve != solve_ || part_ < 1.0) {
      disturb_others(use.resources, index);
    } else if (there.disturber != index) {
      relax_later(there.disturber);
    }
    there.disturber = index;
    there.solve = solve_;
  }
  if (!job.touched) touched_.push_back(index);
  job.touched = true;
}

/// Their numbers start again.
void MeanPresence::forget_solves() {
  solve_ = 1;
  for (Shared& shared : shared_) shared.solve = 0;
}

const std::vector<MeanPresence::JobIndex>& MeanPresence::solve() {
  touched_.clear();
  part_ = 1.0;
  const std::uint64_t patience = relaxations_ + kPatience * jobs_.size();
  for (std::size_t next = 0; next < to_relax_.size(); ++next) {
    if (relaxations_ > patience) part_ = 0.5;
    const JobIndex index = to_relax_[next];
    waits_[index] = 0;
    if (jobs_[index].private_time > 0.0) relax(index);
  }
  to_relax_.clear();
  if (++solve_ == 0) forget_solves();
  for (const JobIndex index : touched_) jobs_[index].touched = false;
  std::sort(touched_.begin(), touched_.end());
  return touched_;
}

}  // namespace gpuscape
