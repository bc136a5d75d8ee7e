#include "sim/engine/mean_presence.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Of a load; a smaller change is none.
constexpr double kTolerance = 1e-10;
/// What others leave of a resource is no less, so that rounding makes no step endless.
constexpr double kLeast = 1e-12;

/// With the step's time and a use of a resource: that use's load there.
double load_of(double time, double step) { return time / (step + time); }

/// How long a use lasts among others with that load, in a step that takes so long. Of a step that
/// is too short for what the others leave: forever.
double time_among(double time, double step, double others) {
  const double left = std::max(kLeast, 1.0 - others);
  const double rest = left * step - (1.0 - left) * time;
  return rest > 0.0 ? time * step / rest : kForever.value();
}

/// The step that ends when such a use does: the longer root T of T = rest + time_among(time, T).
double step_among(double rest, double time, double others) {
  const double left = std::max(kLeast, 1.0 - others);
  const double loaded = (1.0 - left) * time;
  const double half = 0.5 * (loaded + rest * left + time);
  return (half + std::sqrt(std::max(0.0, half * half - left * rest * loaded))) / left;
}
/// Rounds to this many times the jobs settle by themselves in all that was tried (at most 100);
/// from then on every step is halved, which always settles.
constexpr std::uint64_t kPatience = 300;

/// The load of others beyond which a use lasts longer than `shown` in such a step.
double limit_of(double time, double step, double shown) {
  if (!(shown > time)) return -1.0;
  return (step - time * step / shown) / (step + time);
}

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
  there.load = load_of(there.time, other.step_time);
  shared(present.resources).load = there.load;
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
  for (const User& user : users) sum += jobs_[user.job].uses[user.use].load;
  shared(present.resources).load = sum;
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

/// Of the users those whose steps it may change: the resource sets the pace of theirs, or would
/// now.
void MeanPresence::disturb(Class resources) {
  const double load = shared(resources).load;
  for (const User& user : users(resources)) {
    const Present& use = jobs_[user.job].uses[user.use];
    if (use.binds || load - use.load > use.limit) relax_later(user.job);
  }
}

void MeanPresence::disturb_others(Class resources, JobIndex job) {
  const double load = shared(resources).load;
  for (const User& user : users(resources)) {
    if (user.job == job && part_ == 1.0) continue;
    const Present& use = jobs_[user.job].uses[user.use];
    if (use.binds || load - use.load > use.limit) relax_later(user.job);
  }
}

void MeanPresence::relax_later(JobIndex index) {
  if (waits_[index] == 0) to_relax_.push_back(index);
  waits_[index] = 1;
}

/// The step that the others leave the job, and the load that it is to them.
void MeanPresence::relax(JobIndex index) {
  Job& job = jobs_[index];
  ++relaxations_;
  const std::span<Present> shared = std::span(job.uses).first(job.shared);
  double step = job.private_time + std::max(0.0, job.longest_alone - job.hidden);
  Class slowest;
  for (const Present& use : shared) {
    const double others = std::max(0.0, this->shared(use.resources).load - use.load);
    const double hidden = job.hidden + use.more_hidden;
    if (time_among(use.time, step, others) <= hidden + (step - job.private_time)) continue;
    const double longer = step_among(job.private_time - hidden, use.time, others);
    if (longer <= step) continue;
    step = longer;
    slowest = use.resources;
  }
  job.bottleneck = slowest.is_none() ? job.bottleneck_alone : Resource(alike_.first_of(slowest));
  job.exchange_time = std::max(job.longest_alone, step - job.private_time + job.hidden);
  if (slowest.is_none()) {  // hidden, or alone: what it would take all the same
    job.exchange_time = job.longest_alone;
    for (const Present& use : shared) {
      const double others = std::max(0.0, this->shared(use.resources).load - use.load);
      const double time = time_among(use.time, step, others) - use.more_hidden;
      if (time <= job.exchange_time) continue;
      job.exchange_time = time;
      job.bottleneck = Resource(alike_.first_of(use.resources));
    }
  }
  job.step_time = step;
  for (Present& use : shared) {
    use.binds = use.resources == slowest;
    use.limit = limit_of(use.time, step, step - job.private_time + job.hidden + use.more_hidden);
  }
  for (std::uint32_t i = 0; i < job.shared; ++i) {
    Present& use = job.uses[i];
    const double change = (load_of(use.time, step) - use.load) * part_;
    if (change == 0.0) continue;
    use.load += change;
    shared_[use.resources.index()].load += change;
    if (std::abs(change) > kTolerance) disturb_others(use.resources, index);
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
    waits_[index] = 0;
    if (jobs_[index].private_time > 0.0) relax(index);
  }
  to_relax_.clear();
  for (const JobIndex index : touched_) jobs_[index].touched = false;
  std::sort(touched_.begin(), touched_.end());
  return touched_;
}

}  // namespace gpuscape
