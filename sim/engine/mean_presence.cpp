#include "sim/engine/mean_presence.hpp"

#include "sim/base/error.hpp"
#include "sim/engine/use_times.hpp"

namespace gpuscape {

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
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Job& job = jobs_[index];
  job.private_time = step.private_time.value();
  job.hidden = step.hidden.value();
  job.alone = step.alone.value();
  job.step_time = step.private_time.value();
  job.pace = {};
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
  refresh_later(index);
  return index;
}

/// Whoever uses that class uses two from now on.
MeanPresence::Class MeanPresence::separate(const AlikeResources::Part& part) {
  const Class separated = alike_.separate(part);
  shared(separated) = {};
  if (part.of.is_none()) return separated;
  shared(separated) = shared(part.of);
  shared(separated).paces = 0;
  shared(separated).waits = false;
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
  Shared& both = shared(present.resources);
  both = {.load = there.load, .solved = there.load, .least_limit = -1.0, .waits = both.waits};
  set_shared(first.job, first.use, true);
  find_longest_alone(other);
  refresh_later(first.job);
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
  Job& other = jobs_[last.job];
  if (other.pace == present.resources) other.pace = {};
  shared(present.resources).paces = 0;
  set_shared(last.job, last.use, false);
  find_longest_alone(other);
  refresh_later(last.job);
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
  if (!job.pace.is_none()) --shared(job.pace).paces;
  job.pace = {};
  for (std::uint32_t use = 0; use < job.uses.size(); ++use) {
    leave(index, use);
    if (users(job.uses[use].resources).size() > 1) consider(job.uses[use].resources);
  }
  job.uses.clear();
  job.private_time = 0.0;
  job.bottleneck = Resource::none();
  free_.push_back(index);
}

void MeanPresence::set_private_time(JobIndex index, Seconds time) {
  Job& job = jobs_[index];
  ensure(time < kForever && time.value() >= job.hidden,
         "no more of an exchange is hidden than the step computes");
  job.private_time = time.value();
  refresh_later(index);
}

void MeanPresence::refresh_later(JobIndex index) {
  if (!jobs_[index].waits) to_refresh_.push_back(index);
  jobs_[index].waits = true;
}

}  // namespace gpuscape
