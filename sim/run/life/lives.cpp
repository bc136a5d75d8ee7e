#include "sim/run/life/lives.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

Lives::Remains Lives::remains(std::uint32_t job) const {
  if (!remains_.empty()) {
    const auto known = remains_.find(job);
    if (known != remains_.end()) return known->second;
  }
  return {{.total = records_.run_time(job)}, records_.time_limit(job)};
}

Lives::Next Lives::begin(std::uint32_t slot, std::span<const AllocationSpan> spans, double size) {
  const std::uint32_t job = job_in(slot);
  if (slot >= lives_.size()) lives_.resize(slot + 1);
  Life& life = lives_[slot];
  if (is_plain() && remains_.empty() && options_.scale == nullptr) {
    life.work = {.total = records_.run_time(job)};
    begin_plain(slot, life.work.total, enforced(records_.time_limit(job)));
    return {};
  }
  const Remains remains = this->remains(job);
  life.work = remains.work;
  life.size = size;
  if (options_.scale != nullptr)
    life.scale = options_.scale->at_start(records_.job(job), spans, *options_.capacity);
  if (!is_plain()) return next(slot);
  begin_plain(slot, life.work.left() * life.scale, enforced(remains.limit));
  return {};
}

/// What most runs are made of: no list to look at, no virtual call.
void Lives::begin_plain(std::uint32_t slot, Seconds run_time, Seconds limit) {
  Life& life = lives_[slot];
  life.doing = Doing::work;
  life.until = life.work.total;
  end_after(slot, run_time, limit);
}

/// The limit is on the whole life: what earlier stretches took is gone.
Seconds Lives::limit_left(std::uint32_t slot) const {
  const std::uint32_t job = job_in(slot);
  return enforced(std::max(Seconds(0.0), remains(job).limit - life_so_far(job)));
}

LifeView Lives::view(std::uint32_t slot) const {
  const std::uint32_t job = job_in(slot);
  const Job& record = records_.job(job);
  return {.slot = slot,
          .job = job,
          .runs = {record.stream, record.application},
          .demand = record.demand,
          .writes = writes_ && writes_->is_writing(slot),
          .work = lives_[slot].work,
          .limit = limit_left(slot),
          .spans = records_.spans(records_.segments(job).back()),
          .now = simulation_.now()};
}

StoreWays& Lives::ways(const FreeCapacity& capacity) {
  if (ways_) return *ways_;
  ways_ = std::make_unique<StoreWays>(simulation_, capacity.platform());
  if (traffic_) {
    ways_->meet(traffic_->network());
    traffic_->share_with(*ways_);
  }
  return *ways_;
}

void Lives::read_from(InputParts parts, const FreeCapacity& capacity) {
  StoreWays& ways = this->ways(capacity);
  for (const InputPlan::Store& store : parts.plan->stores) ways.expect(store.way);
  const StoreLimits& limits = this->limits(parts.plan->stores);
  input_ = std::make_unique<JobInput>(std::move(parts), capacity, simulation_, ways, limits);
  if (traffic_) traffic_->read_with(*input_);
  if (writes_) writes_->tell(*input_);
}

StoreLimits& Lives::limits(std::span<const InputPlan::Store> stores) {
  if (!limits_) limits_ = std::make_unique<StoreLimits>(stores, simulation_);
  if (writes_) writes_->meet_reads(*limits_);
  return *limits_;
}

void Lives::copy(std::shared_ptr<const CopyPlan> plan) {
  ensure(writes_ != nullptr, "stores that are copied to can be written");
  const StoreLimits& limits = this->limits(plan->stores);
  std::vector<ResourceId> written;
  written.reserve(plan->stores.size());
  for (std::size_t i = 0; i < plan->stores.size(); ++i) written.push_back(writes_->resource(i));
  copies_ = std::make_unique<StoreCopies>(
      StoreCopies::Parts{std::move(plan), &limits, std::move(written), input_.get()}, simulation_);
}

void Lives::stop_copies() {
  if (copies_) copies_->stop();
  if (input_) input_->settle();
}

void Lives::write_to(WriteTargets targets, const FreeCapacity* capacity) {
  const bool any =
      std::ranges::any_of(targets.ways, [](const StoreWay& way) { return way.network != nullptr; });
  StoreWays* ways = any ? &this->ways(*capacity) : nullptr;
  for (const StoreWay& way : targets.ways)
    if (any) ways->expect(way);
  writes_ = std::make_unique<StoreWrites>(simulation_, std::move(targets), ways);
  if (limits_) writes_->meet_reads(*limits_);
  if (input_) writes_->tell(*input_);
}

Lives::Next Lives::next(std::uint32_t slot) {
  const LifeView view = this->view(slot);
  for (const auto& part : parts_) {
    const std::optional<Stretch> stretch = part->next(view);
    if (!stretch) continue;
    if (const auto* pause = std::get_if<Pause>(&*stretch)) {
      begin_pause(slot, *pause, view.limit);
    } else if (const auto* steps = std::get_if<Steps>(&*stretch)) {
      ensure(steps->until > view.work.done, "steps work something off");
      lives_[slot].steps_save = steps->saves.value_or(Seconds(0.0));
      lives_[slot].saves_all = steps->saves_all;
      if (steps->beside) {
        lives_[slot].written_saves = view.work.done;
        writes_->start(slot, *steps->beside, view.spans);
      }
      begin_steps(slot, std::min(steps->until, view.work.total), view);
    } else if (const auto* saving = std::get_if<Saving>(&*stretch)) {
      lives_[slot].written_saves = view.work.done;
      begin_waiting_for_write(slot, &saving->write, view);
    } else if (std::holds_alternative<AwaitWrite>(*stretch)) {
      begin_waiting_for_write(slot, nullptr, view);
    } else {
      return {.gives_up = std::get<GiveUp>(*stretch).span};
    }
    return {};
  }
  lives_[slot].saves_all = false;
  begin_steps(slot, view.work.total, view);
  return {};
}

void Lives::begin_pause(std::uint32_t slot, const Pause& pause, Seconds limit) {
  lives_[slot].doing = Doing::pause;
  lives_[slot].saves = pause.saves;
  lives_[slot].copies = pause.copy_survives;
  lives_[slot].pauses_for = pause.what_for;
  end_after(slot, pause.length, limit);
}

void Lives::begin_waiting_for_write(std::uint32_t slot, const Write* write, const LifeView& view) {
  Life& life = lives_[slot];
  life.doing = Doing::pause;
  life.saves = false;
  life.copies = 0;
  life.pauses_for = Pause::For::saving;
  if (!(view.limit > Seconds(0.0))) return end_after(slot, kForever, view.limit);
  life.waits_for_write = true;
  life.began = simulation_.now();
  if (write != nullptr) writes_->start(slot, *write, view.spans);
  writes_->wait(slot, view.limit);
}

std::pair<double, double> Lives::slowness(const LifeView& view) const {
  return {options_.pace == nullptr ? 1.0 : 1.0 / options_.pace->pace(view.spans),
          options_.neighbours == nullptr ? 1.0 : 1.0 / options_.neighbours->pace(view.slot)};
}

void Lives::begin_steps(std::uint32_t slot, Seconds until, const LifeView& view) {
  Life& life = lives_[slot];
  life.until = until;
  std::tie(life.slow, life.shared) = slowness(view);
  const Seconds run_time = (until - life.work.done) * life.scale * life.slowed() / life.size;
  const bool works = run_time > Seconds(0.0) && view.limit > Seconds(0.0);
  const bool exchanges = works && traffic_ && traffic_->exchanges(view.runs, view.spans);
  const bool reads = works && input_ && input_->reads(view.runs, view.spans);
  life.doing = exchanges ? Doing::exchange : reads ? Doing::read : Doing::work;
  if (has_event(life.doing)) return end_after(slot, run_time, view.limit);
  life.began = simulation_.now();
  life.killed = false;
  const Seconds done = view.work.done * life.scale;
  if (exchanges)
    traffic_->start(slot, {view.job, view.runs, run_time, view.limit, view.spans, done});
  else
    input_->start_alone(slot, {view.job, view.runs, run_time, done, view.spans, Seconds(0.0)},
                        view.limit);
}

bool Lives::takes_event(std::uint32_t slot) {
  if (!stale_.empty() && stale_.begin()->first == simulation_.now()) {
    const auto stale = stale_.find({simulation_.now(), slot});
    if (stale != stale_.end()) {
      stale_.erase(stale);
      return false;
    }
  }
  if (!holdings_[slot].job.is_none()) return true;
  holdings_.release(slot);
  return false;
}

Lives::Next Lives::handle_completion(std::uint32_t token) {
  if (StoreCopies::is_own(token)) {
    copies_->handle_completion(token);
    return {};
  }
  if (JobInput::is_own(token)) {
    const std::optional<JobInput::End> end = input_->end(token);
    if (!end) return {};
    const std::uint32_t slot = JobInput::slot_of(token);
    lives_[slot].killed = end->by_limit;
    return go_on(slot);
  }
  if (!StoreWrites::is_own(token)) {
    const JobTraffic::End end = traffic_->end(token);
    lives_[end.slot].killed = end.by_limit;
    return go_on(end.slot);
  }
  const std::uint32_t slot = StoreWrites::slot_of(token);
  Life& life = lives_[slot];
  const bool is_written = writes_->end(token);
  if (is_written) life.work.save(life.written_saves);
  if (!life.waits_for_write) return {};
  life.killed = !is_written;
  return go_on(slot);
}

Lives::Next Lives::go_on(std::uint32_t slot) {
  Life& life = lives_[slot];
  count_stretch(slot);
  life.waits_for_write = false;
  if (life.killed) return {.ends = true};
  if (life.doing == Doing::pause) {
    if (std::exchange(life.saves, false)) life.work.save();
    if (const std::int64_t survives = std::exchange(life.copies, 0); survives > 0) {
      life.work.copy();
      life.survives = survives;
    }
  } else {
    life.work.done = life.until;
    life.work.save(std::exchange(life.steps_save, Seconds(0.0)));
    if (!(life.work.left() > Seconds(0.0))) return {.ends = true};
  }
  return next(slot);
}

void Lives::count_stretch(std::uint32_t slot) {
  const Life& life = lives_[slot];
  if (life.doing != Doing::pause) {
    const Seconds length = simulation_.now() - life.began;
    if (life.slow > 1.0)
      times_[job_in(slot)].straggling += length * ((1.0 - 1.0 / life.slow) * life.size);
    if (life.shared > 1.0)
      times_[job_in(slot)].sharing += length * ((1.0 - 1.0 / life.shared) / life.slow * life.size);
    return;
  }
  LifeTimes& times = times_[job_in(slot)];
  const Seconds length = simulation_.now() - life.began;
  const bool saves = life.pauses_for == Pause::For::saving;
  (saves ? times.saving : times.starting) += length;
  (saves ? times.saving_lacked : times.starting_lacked) += length * (1.0 - life.size);
}

void Lives::part_from(std::uint32_t slot, Cause cause, const Keeps& keeps) {
  if (parts_.empty()) return;
  const LifeView view = this->view(slot);
  for (const auto& part : parts_) part->ended(view, cause, keeps);
}

void Lives::end(std::uint32_t slot) {
  if (writes_) writes_->cancel(slot);
  part_from(slot, lives_[slot].killed ? Cause::limit : Cause::finished, {});
  holdings_.release(slot);
}

}  // namespace gpuscape
