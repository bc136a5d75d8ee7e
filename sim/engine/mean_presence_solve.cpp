/// The equations of MeanPresence, resource by resource.

#include <algorithm>
#include <cmath>

#include "sim/engine/mean_presence.hpp"
#include "sim/engine/use_times.hpp"

namespace gpuscape {

namespace {

/// Of a load; a smaller change is none.
constexpr double kTolerance = 1e-10;
/// Of the time of a step, likewise.
constexpr double kStepTolerance = 1e-11;
/// Of a step: resources that make it as long within this part of it set its pace alike.
constexpr double kTie = 1e-9;
/// Newton's steps to a root; with halving it is there in about 60 in any case.
constexpr int kMostSteps = 100;
/// Visits for each job; beyond them every step is halved.
constexpr std::uint64_t kPatience = 300;

/// The load of all candidates together, each of which it slows: by Newton, within what is known to
/// be too little and too much.
template <class Candidates>
double root(const Candidates& candidates, double begin) {
  double low = 0.0;
  double high = 1.0;
  double load = std::clamp(begin, 0.0, 1.0 - 1e-6);
  for (int i = 0; i < kMostSteps; ++i) {
    double sum = 0.0;
    double slope = -1.0;
    const double left = left_of(load);
    for (const auto& of : candidates) {
      double step = of.floor;
      if (of.rest + time_in(step, of.time, load) > step) {
        step = step_with(of.rest, of.time, load);
        const double longest = of.time / left;
        slope -= of.time / ((step + of.time) * (step + of.time)) * step /
                 (2.0 * step + of.time - of.rest - longest) * (longest / left);
      }
      sum += load_of(of.time, step);
    }
    const double over = sum - load;
    (over > 0.0 ? low : high) = load;
    double next = load - over / slope;
    if (next <= low || next >= high) next = 0.5 * (low + high);
    if (std::abs(next - load) <= 0.01 * kTolerance) return next;
    load = next;
  }
  return load;
}

}  // namespace

/// The step that the resources other than `but` leave the job, as the floor of `found`.
void MeanPresence::find_pace(const Job& job, Class but, Candidate& found) const {
  found.floor = job.private_time + std::max(0.0, job.longest_alone - job.hidden);
  found.floor_pace = {};
  for (const Present& use : std::span(job.uses).first(job.shared)) {
    if (use.resources == but) continue;
    const double load = shared(use.resources).solved;
    const double rest = job.private_time - job.hidden - use.more_hidden;
    if (rest + time_in(found.floor, use.time, load) <= found.floor) continue;
    const double longer = step_with(rest, use.time, load);
    if (longer <= found.floor) continue;
    found.floor = longer;
    found.floor_pace = use.resources;
  }
}

/// Others hear of it where it changes a load.
void MeanPresence::set_step(JobIndex index, double step, Class pace) {
  Job& job = jobs_[index];
  if (pace != job.pace) {
    if (!job.pace.is_none()) --shared(job.pace).paces;
    if (!pace.is_none()) ++shared(pace).paces;
    job.pace = pace;
  }
  if (!job.touched) touched_.push_back(index);
  job.touched = true;
  job.step_time = step;
  for (Present& use : std::span(job.uses).first(job.shared)) {
    const double load = load_of(use.time, step);
    Shared& there = shared(use.resources);
    there.load += load - use.load;
    use.load = load;
    const double rest = job.private_time - job.hidden - use.more_hidden;
    there.least_limit = std::min(there.least_limit, limit_of(rest, use.time, step));
    consider(use.resources);
  }
}

/// Where nobody's pace is set, and nobody's would be, its load is what it is.
void MeanPresence::consider(Class resources) {
  Shared& there = shared(resources);
  if (there.paces == 0 && there.load <= there.least_limit) {
    there.solved = there.load;
    return;
  }
  if (there.waits || std::abs(there.load - there.solved) <= kTolerance) return;
  to_visit_.push_back(resources);
  there.waits = true;
}

void MeanPresence::find_candidates(Class resources) {
  candidates_.clear();
  for (const User& user : users(resources)) {
    const Job& job = jobs_[user.job];
    const Present& use = job.uses[user.use];
    Candidate candidate{.user = user,
                        .rest = job.private_time - job.hidden - use.more_hidden,
                        .time = use.time,
                        .floor = job.step_time,
                        .floor_pace = job.pace};
    if (job.pace == resources) find_pace(job, resources, candidate);
    candidates_.push_back(candidate);
  }
}

void MeanPresence::visit(Class resources) {
  Shared& there = shared(resources);
  find_candidates(resources);
  const double load = root(candidates_, there.solved);
  const double change = (load - there.solved) * part_;
  there.solved += change;
  there.least_limit = 1.0;
  const double solved = there.solved;
  there.waits = true;  // not while its users change
  for (const Candidate& of : candidates_) {
    const Job& job = jobs_[of.user.job];
    double step = of.floor;
    Class pace = of.floor_pace;
    if (of.rest + time_in(step, of.time, solved) > step) {
      step = std::max(step, step_with(of.rest, of.time, solved));
      pace = resources;
    }
    if (pace != job.pace || std::abs(step - job.step_time) > kStepTolerance * step)
      set_step(of.user.job, step, pace);
    else if (pace != resources)
      there.least_limit = std::min(there.least_limit, limit_of(of.rest, of.time, step));
  }
  there.load = 0.0;  // summed anew, so that no rounding stays behind
  for (const User& user : users(resources)) there.load += jobs_[user.job].uses[user.use].load;
  there.waits = std::abs(load - solved) > kTolerance;
  if (there.waits) to_visit_.push_back(resources);  // it is on its way
}

/// What the traffic takes, and on what: where it is hidden, what it would take all the same.
void MeanPresence::find_exchange(Job& job) const {
  job.exchange_time = std::max(job.longest_alone, job.step_time - job.private_time + job.hidden);
  job.bottleneck = job.bottleneck_alone;
  if (!job.pace.is_none()) {
    std::uint32_t first = alike_.first_of(job.pace);
    for (const Present& use : std::span(job.uses).first(job.shared)) {
      const double rest = job.private_time - job.hidden - use.more_hidden;
      const double time = time_in(job.step_time, use.time, shared(use.resources).solved);
      if (rest + time >= job.step_time * (1.0 - kTie))
        first = std::min(first, alike_.first_of(use.resources));
    }
    job.bottleneck = Resource(first);
    return;
  }
  job.exchange_time = job.longest_alone;
  for (const Present& use : std::span(job.uses).first(job.shared)) {
    const double time =
        time_in(job.step_time, use.time, shared(use.resources).solved) - use.more_hidden;
    if (time <= job.exchange_time) continue;
    job.exchange_time = time;
    job.bottleneck = Resource(alike_.first_of(use.resources));
  }
}

const std::vector<MeanPresence::JobIndex>& MeanPresence::solve() {
  touched_.clear();
  part_ = 1.0;
  for (const JobIndex index : to_refresh_) {
    Job& job = jobs_[index];
    job.waits = false;
    if (!(job.private_time > 0.0)) continue;
    Candidate found{};
    find_pace(job, {}, found);
    set_step(index, found.floor, found.floor_pace);
  }
  to_refresh_.clear();
  for (std::size_t next = 0; next < to_visit_.size(); ++next) {
    if (next > kPatience * jobs_.size()) part_ = 0.5;
    const Class resources = to_visit_[next];
    shared(resources).waits = false;
    if (users(resources).size() > 1) visit(resources);
  }
  to_visit_.clear();
  for (const JobIndex index : touched_) {
    jobs_[index].touched = false;
    find_exchange(jobs_[index]);
  }
  std::sort(touched_.begin(), touched_.end());
  return touched_;
}

}  // namespace gpuscape
