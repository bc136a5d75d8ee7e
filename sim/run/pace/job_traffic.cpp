#include "sim/run/pace/job_traffic.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

/// What FluidSystem calls a byte is a second of progress here.
Bytes progress(Seconds time) { return Bytes(time.value()); }
BytesPerSecond at_pace(double pace) { return BytesPerSecond(pace); }

}  // namespace

JobTraffic::JobTraffic(TrafficParts parts, const FreeCapacity& capacity, Simulation& simulation)
    : shaper_(std::move(parts), capacity),
      simulation_(simulation),
      presence_(shaper_.links().count()),
      meter_(shaper_.links()),
      lost_(shaper_.links().count(), GpuSeconds(0.0)) {}

void JobTraffic::start(std::uint32_t slot, const Start& start) {
  if (slot >= exchanges_.size()) exchanges_.resize(slot + 1);
  Exchange& exchange = exchanges_[slot];
  shaper_.shape(start.runs, start.spans, shape_);
  std::swap(exchange.uses, shape_.uses);
  exchange.ideal_step = shape_.ideal_step;
  exchange.ideal_exchange = shape_.ideal_exchange;
  exchange.calls = shape_.calls;
  exchange.copies = shape_.copies;
  exchange.copies_on =
      shape_.copies_on.is_none() ? LinkId::none() : LinkId(shape_.copies_on.index());
  exchange.remote = uses_lent_gpus(start.spans);
  exchange.cost = {};
  exchange.job = start.job;
  exchange.gpus = 0.0;
  for (const AllocationSpan& span : start.spans) exchange.gpus += span.gpus;
  exchange.run_time = start.run_time;
  if (exchange.run_time < exchange.ideal_step) ++shorter_than_a_step_;
  exchange.step = exchange.cycle = Seconds(0.0);
  exchange.started = exchange.since = simulation_.now();
  exchange.progress = Seconds(0.0);
  exchange.losses.fill({});
  exchange.bottleneck = LinkId::none();
  exchange.slot = slot;
  exchange.stalled = Seconds(0.0);
  exchange.reads = input_ != nullptr && input_->reads(start.runs, start.spans);
  if (exchange.reads) {
    input_->start(
        slot, {start.job, start.runs, start.run_time, start.done, start.spans, exchange.ideal_step},
        2 * slot);
  }
  exchange.alone = shape_.step;
  exchange.waits = Seconds(0.0);
  find_places(exchange);
  enter(exchange);
  // Progress needs no resource there: MeanPresence never hands out more than a link has
  // (docs/explanation/contention.md), so its pace is the activity's rate.
  FluidSystem& fluid = simulation_.fluid();
  if (!exchange.reads)
    exchange.activity =
        fluid.start(simulation_.now(), progress(exchange.run_time), at_pace(1.0), {}, 2 * slot);
  exchange.limit.reset();
  if (start.limit < kForever)
    exchange.limit =
        fluid.start(simulation_.now(), progress(start.limit), at_pace(1.0), {}, 2 * slot + 1);
  ++exchanging_;
}

JobTraffic::End JobTraffic::end(std::uint32_t token) {
  const End end{slot_of(token), token % 2 == 1};
  Exchange& exchange = exchanges_[end.slot];
  if (end.by_limit && !exchange.reads)
    simulation_.fluid().cancel(simulation_.now(), exchange.activity);
  if (!end.by_limit && exchange.limit)
    simulation_.fluid().cancel(simulation_.now(), *exchange.limit);
  remove(exchange, !end.by_limit);
  return end;
}

Seconds JobTraffic::stop(std::uint32_t slot) {
  Exchange& exchange = exchanges_[slot];
  if (!exchange.reads) simulation_.fluid().cancel(simulation_.now(), exchange.activity);
  if (exchange.limit) simulation_.fluid().cancel(simulation_.now(), *exchange.limit);
  remove(exchange, false);
  return exchange.progress;
}

void JobTraffic::remove(Exchange& exchange, bool complete) {
  if (exchange.reads)
    hold(exchange, input_->leave(exchange.slot, complete) - exchange.progress);
  else
    hold(exchange);
  for (const MeanPresence::Use& use : exchange.uses)
    meter_.change(simulation_.now(), use.resource, -use.time / exchange.cycle);
  leave_places(exchange);
  if (is_slowed(exchange)) --slowed_;
  ended_.push_back(ended(exchange, simulation_.now()));
  if (exchange.remote) remote_.emplace_back(exchange.job, exchange.cost);
  presence_.remove(exchange.presence);
  if (--exchanging_ == 0) meter_.nothing_used();
}

void JobTraffic::hold(Exchange& exchange) {
  hold(exchange, exchange.reads ? input_->progress(exchange.slot) - exchange.progress
                                : (simulation_.now() - exchange.since) * pace(exchange));
}

/// What it waited for its input is no loss of the network's.
void JobTraffic::hold(Exchange& exchange, Seconds made) {
  const Seconds now = simulation_.now();
  Seconds span = now - exchange.since;
  exchange.since = now;
  if (!(span > Seconds(0.0))) return;
  exchange.progress += made;
  if (exchange.reads) {
    const Seconds worked = std::min(span, made / pace(exchange));
    exchange.stalled += span - worked;
    span = worked;
  }
  const double steps = span / exchange.step;
  const Seconds calls = exchange.calls * steps;
  const Seconds copies = exchange.copies * steps;
  lose(exchange, exchange.bottleneck, span * (1.0 - pace(exchange)) - calls - copies);
  if (exchange.remote) pay(exchange, calls, copies);
}

void JobTraffic::pay(Exchange& exchange, Seconds calls, Seconds copies) {
  exchange.cost.calls += calls;
  exchange.cost.copies += copies;
  lost_by_calls_ += gpus_for(exchange.gpus, calls);
  lost_by_copies_ += gpus_for(exchange.gpus, copies);
  if (exchange.copies_on.is_none())
    lost_by_own_copies_ += gpus_for(exchange.gpus, copies);
  else
    lose(exchange, exchange.copies_on, copies);
}

/// Keeps the links that cost most; the least of them makes room.
void JobTraffic::lose(Exchange& exchange, LinkId link, Seconds time) {
  if (!(time > Seconds(0.0))) return;
  if (link.is_none()) {
    lost_on_routes_ += gpus_for(exchange.gpus, time);
    return;
  }
  lost_[link.index()] += gpus_for(exchange.gpus, time);
  Loss* least = exchange.losses.data();
  for (Loss& loss : exchange.losses) {
    if (loss.link == link) {
      loss.time += time;
      return;
    }
    if (loss.time < least->time) least = &loss;
  }
  if (time > least->time) *least = {link, time};
}

JobTraffic::Ended JobTraffic::ended(const Exchange& exchange, Seconds now) {
  const Seconds elapsed = now - exchange.started - exchange.stalled;
  const auto worst = std::max_element(exchange.losses.begin(), exchange.losses.end(),
                                      [](const Loss& a, const Loss& b) { return a.time < b.time; });
  const bool is_slowed = worst->time > Seconds(0.0);
  return {exchange.job, is_slowed ? worst->link : LinkId::none(),
          is_slowed ? worst->time : Seconds(0.0), elapsed, exchange.progress};
}

void JobTraffic::Ended::add(const Ended& later) {
  if (later.slowed_for > slowed_for) {
    slowed_by = later.slowed_by;
    slowed_for = later.slowed_for;
  }
  elapsed += later.elapsed;
  progress += later.progress;
}

double JobTraffic::Ended::slowdown() const {
  return progress > Seconds(0.0) ? std::max(1.0, elapsed / progress) : 1.0;
}

/// One for each job, by rising job.
std::vector<JobTraffic::Ended> JobTraffic::ended_by_job() const {
  std::vector<Ended> all = ended_;
  std::ranges::stable_sort(all, {}, &Ended::job);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept > 0 && all[kept - 1].job == all[i].job)
      all[kept - 1].add(all[i]);
    else
      all[kept++] = all[i];
  }
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
  return all;
}

TrafficResult JobTraffic::result() const {
  TrafficResult result;
  const std::vector<Ended> all = ended_by_job();
  std::vector<LinkId> links;
  for (const Ended& job : all)
    if (!job.slowed_by.is_none()) links.push_back(job.slowed_by);
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  result.jobs.reserve(all.size());
  for (const Ended& job : all) {
    TrafficRecord& record = result.jobs.emplace_back(TrafficRecord{job.job, {}, job.slowdown()});
    if (job.slowed_by.is_none()) continue;
    const auto at = std::lower_bound(links.begin(), links.end(), job.slowed_by);
    record.slowed_by = SlowingLink(static_cast<std::uint32_t>(at - links.begin()));
  }
  result.links.reserve(links.size());
  for (const LinkId link : links) result.links.push_back(shaper_.links().name(link.index()));
  constexpr std::size_t kMost = 10;
  result.busiest = meter_.busiest(simulation_.now(), kMost);
  add_losses(result, kMost);
  result.shorter_than_a_step = shorter_than_a_step_;
  result.remote = remote_;
  std::ranges::sort(result.remote, {}, [](const auto& of) { return of.first; });
  result.lost_by_own_copies = lost_by_own_copies_;
  result.lost_by_calls = lost_by_calls_;
  result.lost_by_copies = lost_by_copies_;
  result.routing = shaper_.network().routing();
  result.networks = shaper_.networks();
  result.by_rings = shaper_.any(false);
  result.by_collectives = shaper_.any(true);
  return result;
}

void JobTraffic::add_losses(TrafficResult& result, std::size_t most) const {
  result.lost_on_routes = lost_on_routes_;
  result.lost = lost_on_routes_ + lost_by_calls_ + lost_by_own_copies_;
  std::vector<LinkIndex> links;
  for (LinkIndex link = 0; link < lost_.size(); ++link) {
    result.lost += lost_[link];
    if (lost_[link] > GpuSeconds(0.0)) links.push_back(link);
  }
  std::stable_sort(links.begin(), links.end(),
                   [this](LinkIndex a, LinkIndex b) { return lost_[a] > lost_[b]; });
  links.resize(std::min(most, links.size()));
  result.losses.reserve(links.size());
  for (const LinkIndex link : links)
    result.losses.push_back({meter_.use_of(link, simulation_.now()), lost_[link]});
}

}  // namespace gpuscape
