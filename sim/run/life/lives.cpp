#include "sim/run/life/lives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/life/restart.hpp"

namespace gpuscape {

Lives::Remains Lives::remains(std::uint32_t job) const {
  if (!remains_.empty()) {
    const auto known = remains_.find(job);
    if (known != remains_.end()) return known->second;
  }
  return {{.total = records_.run_time(job)}, records_.time_limit(job)};
}

Lives::Next Lives::begin(std::uint32_t slot, std::span<const AllocationSpan> spans) {
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
  life.size = 1.0;
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
          .work = lives_[slot].work,
          .limit = limit_left(slot),
          .spans = records_.spans(records_.segments(job).back()),
          .now = simulation_.now()};
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
      begin_steps(slot, std::min(steps->until, view.work.total), view);
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
  lives_[slot].pauses_for = pause.what_for;
  end_after(slot, pause.length, limit);
}

void Lives::begin_steps(std::uint32_t slot, Seconds until, const LifeView& view) {
  Life& life = lives_[slot];
  life.until = until;
  const Seconds run_time = (until - life.work.done) * life.scale / life.size;
  const bool exchanges = traffic_ && run_time > Seconds(0.0) && view.limit > Seconds(0.0) &&
                         traffic_->exchanges(view.runs, view.spans);
  life.doing = exchanges ? Doing::exchange : Doing::work;
  if (!exchanges) return end_after(slot, run_time, view.limit);
  life.began = simulation_.now();
  life.killed = false;
  traffic_->start(slot, {view.job, view.runs, run_time, view.limit, view.spans});
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
  const JobTraffic::End end = traffic_->end(token);
  lives_[end.slot].killed = end.by_limit;
  return go_on(end.slot);
}

Lives::Next Lives::go_on(std::uint32_t slot) {
  Life& life = lives_[slot];
  if (life.doing == Doing::pause) count_pause(slot);
  if (life.killed) return {.ends = true};
  if (life.doing == Doing::pause) {
    if (std::exchange(life.saves, false)) life.work.save();
  } else {
    life.work.done = life.until;
    life.work.save(std::exchange(life.steps_save, Seconds(0.0)));
    if (!(life.work.left() > Seconds(0.0))) return {.ends = true};
  }
  return next(slot);
}

void Lives::count_pause(std::uint32_t slot) {
  const Life& life = lives_[slot];
  LifeTimes& times = times_[job_in(slot)];
  const Seconds length = simulation_.now() - life.began;
  const bool saves = life.pauses_for == Pause::For::saving;
  (saves ? times.saving : times.starting) += length;
  (saves ? times.saving_lacked : times.starting_lacked) += length * (1.0 - life.size);
}

/// A job that failures stop again and again at the same place never ends.
void Lives::lose_unsaved(std::uint32_t slot, Cause cause, Remains& remains) {
  constexpr std::int32_t kMostInVain = 10'000;
  const std::uint32_t job = job_in(slot);
  Work& work = remains.work;
  times_[job].redone += work.unsaved() * lives_[slot].scale;
  work.fall_back();
  if (cause != Cause::node_failed) return;
  ++remains.stops;
  remains.in_vain = work.saved > remains.got_to ? 1 : remains.in_vain + 1;
  remains.got_to = work.saved;
  if (remains.in_vain >= kMostInVain)
    throw EndlessRunError(
        fmt::format("failures stopped job {} {} times, and it never got further than {} of its {}: "
                    "it has to save its work more often (\"checkpoint\" of its stream)",
                    records_.id(job), human_count(remains.in_vain), human_text(work.saved),
                    human_text(work.total)));
}

void Lives::part_from(std::uint32_t slot, Cause cause, const Keeps& keeps) {
  if (parts_.empty()) return;
  const LifeView view = this->view(slot);
  for (const auto& part : parts_) part->ended(view, cause, keeps);
}

void Lives::end(std::uint32_t slot) {
  part_from(slot, lives_[slot].killed ? Cause::limit : Cause::finished, {});
  holdings_.release(slot);
}

/// In the stretch that it is in, which ends here.
Seconds Lives::progress_until_now(std::uint32_t slot) {
  const Life& life = lives_[slot];
  if (life.doing == Doing::pause) return Seconds(0.0);
  const Seconds worked =
      life.doing == Doing::exchange ? traffic_->stop(slot) : simulation_.now() - life.began;
  return std::min(worked * life.size / life.scale, life.until - life.work.done);
}

void Lives::cut(std::uint32_t slot) {
  ensure(!is_plain(), "a life that goes on anew has parts");
  Life& life = lives_[slot];
  if (life.doing == Doing::pause) count_pause(slot);
  life.work.done += progress_until_now(slot);
  if (life.saves_all && life.doing != Doing::pause) life.work.save();
  life.saves = false;
  life.steps_save = Seconds(0.0);
  if (life.doing != Doing::exchange) stale_.insert({life.due, slot});
}

Lives::Next Lives::fall_back(std::uint32_t slot, Seconds pause, double size) {
  const std::uint32_t job = job_in(slot);
  cut(slot);
  Life& life = lives_[slot];
  Remains remains = this->remains(job);
  remains.work = life.work;
  lose_unsaved(slot, Cause::node_failed, remains);
  life.work = remains.work;
  remains_.insert_or_assign(job, remains);
  return go_on_anew(slot, pause, size);
}

Lives::Next Lives::join(std::uint32_t slot, double size) {
  cut(slot);
  Work& work = lives_[slot].work;
  work.save();
  if (!(work.left() > Seconds(0.0))) return {.ends = true};  // at this very date
  return go_on_anew(slot, Seconds(0.0), size);
}

Lives::Next Lives::go_on_anew(std::uint32_t slot, Seconds pause, double size) {
  lives_[slot].size = size;
  const LifeView view = this->view(slot);
  for (const auto& part : parts_) part->fell_back(view);
  if (!(pause > Seconds(0.0))) return next(slot);
  begin_pause(slot, {.length = pause}, view.limit);
  return {};
}

void Lives::stop(std::uint32_t slot, const Interruption& what) {
  const std::uint32_t job = job_in(slot);
  Life& life = lives_[slot];
  if (life.doing == Doing::pause) count_pause(slot);
  life.work.done += progress_until_now(slot);
  if (life.saves_all && life.doing != Doing::pause) life.work.save();
  life.saves = false;
  life.steps_save = Seconds(0.0);
  if (what.keeps.restart > Seconds(0.0) && !std::exchange(has_restarts_, true))
    parts_.push_back(std::make_unique<Restart>());
  part_from(slot, what.cause, what.keeps);
  Remains remains = this->remains(job);
  remains.work = life.work;
  if (what.keeps.what == Keeps::What::all) {
    remains.work.save();
    remains.limit = std::max(Seconds(0.0), remains.limit - life_so_far(job));
  } else {
    lose_unsaved(slot, what.cause, remains);
    remains.limit = records_.time_limit(job) + remains.restarts;
  }
  remains.limit += what.keeps.restart;
  remains.restarts += what.keeps.restart;
  remains_.insert_or_assign(job, remains);
  if (life.doing == Doing::exchange)
    holdings_.release(slot);
  else
    holdings_.abandon(slot);
}

}  // namespace gpuscape
