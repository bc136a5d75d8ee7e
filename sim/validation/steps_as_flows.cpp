#include "sim/validation/steps_as_flows.hpp"

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// What FluidSystem calls a byte is a second here.
constexpr BytesPerSecond kOfTime{1.0};

}  // namespace

StepsAsFlows::StepsAsFlows(std::span<const BytesPerSecond> capacities) {
  for (const BytesPerSecond capacity : capacities) fluid_.add_resource(capacity);
}

void StepsAsFlows::add(const MeanPresence::Step& step, std::span<const TrafficFlow> flows,
                       Seconds offset) {
  const auto job = static_cast<std::uint32_t>(jobs_.size());
  Stepper& added = jobs_.emplace_back();
  added.step = step;
  added.flows.assign(flows.begin(), flows.end());
  added.exchanges = true;  // what is over first is the offset
  added.done = -1;
  wait(job, Seconds(0.0), offset);
  if (added.pending == 0) part_over(job, Seconds(0.0));
}

void StepsAsFlows::wait(std::uint32_t job, Seconds now, Seconds length) {
  if (!(length > Seconds(0.0))) return;
  ++jobs_[job].pending;
  fluid_.start(now, Bytes(length.value()), kOfTime, {}, job);
}

void StepsAsFlows::begin(std::uint32_t job, Seconds now) {
  jobs_[job].exchanges = false;
  wait(job, now, jobs_[job].step.private_time - jobs_[job].step.hidden);
  if (jobs_[job].pending == 0) exchange(job, now);
}

void StepsAsFlows::exchange(std::uint32_t job, Seconds now) {
  Stepper& stepper = jobs_[job];
  stepper.exchanges = true;
  wait(job, now, stepper.step.hidden);
  wait(job, now, stepper.step.alone);
  for (const TrafficFlow& flow : stepper.flows) {
    uses_.clear();
    for (const LinkIndex link : flow.links) uses_.push_back({link, Ratio(1.0)});
    ++stepper.pending;
    fluid_.start(now, flow.bytes, flow.bound, uses_, job);
  }
  if (stepper.pending == 0) part_over(job, now);
}

/// Computing, or an exchange with what it hides behind.
void StepsAsFlows::part_over(std::uint32_t job, Seconds now) {
  Stepper& stepper = jobs_[job];
  if (!stepper.exchanges) return exchange(job, now);
  ++stepper.done;
  stepper.last = now;
  if (stepper.done == warm_up_) stepper.first = now;
  if (stepper.done == wanted_) --unfinished_;
  begin(job, now);
}

bool StepsAsFlows::run(std::int64_t warm_up, std::int64_t steps, std::int64_t most,
                       const std::stop_token& stop) {
  warm_up_ = warm_up;
  wanted_ = warm_up + steps;
  unfinished_ = std::ssize(jobs_);
  for (std::int64_t over = 0; unfinished_ > 0 && over < most; ++over) {
    if (stop.stop_requested()) return false;
    const Seconds now = fluid_.next_date();
    const std::optional<std::uint32_t> job = fluid_.pop_completed(now);
    if (!job) throw InternalError("a step of a job is never over");
    if (--jobs_[*job].pending == 0) part_over(*job, now);
  }
  return true;
}

std::optional<Seconds> StepsAsFlows::mean_step(std::size_t job, std::int64_t least) const {
  const Stepper& of = jobs_[job];
  if (of.done < warm_up_ + least) return std::nullopt;
  return (of.last - of.first) / static_cast<double>(of.done - warm_up_);
}

}  // namespace gpuscape
