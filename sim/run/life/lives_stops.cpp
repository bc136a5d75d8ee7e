/// Lives that are interrupted, that fall back to what they saved, and whose nodes change their
/// pace.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/life/lives.hpp"
#include "sim/run/life/restart.hpp"

namespace gpuscape {

/// A job that failures stop again and again at the same place never ends.
void Lives::lose_unsaved(std::uint32_t slot, Cause cause, Remains& remains, bool keeps_copy) {
  constexpr std::int32_t kMostInVain = 10'000;
  const std::uint32_t job = job_in(slot);
  Work& work = remains.work;
  const Seconds done = work.done;
  if (keeps_copy)
    work.fall_back_to_copy();
  else
    work.fall_back();
  times_[job].redone += (done - work.done) * lives_[slot].scale;
  if (cause != Cause::node_failed && cause != Cause::requeued) return;
  if (cause == Cause::node_failed) ++remains.stops;
  remains.in_vain = work.done > remains.got_to ? 1 : remains.in_vain + 1;
  remains.got_to = work.done;
  if (remains.in_vain >= kMostInVain)
    throw EndlessRunError(fmt::format(
        "{} job {} {} times, and it never got further than {} of its {}: it has to save "
        "its work more often (\"checkpoint\" of its stream)",
        cause == Cause::requeued ? "hours of nodes put back" : "failures stopped", records_.id(job),
        human_count(remains.in_vain), human_text(work.done), human_text(work.total)));
}

/// In the stretch that it is in, which ends here.
Seconds Lives::progress_until_now(std::uint32_t slot) {
  const Life& life = lives_[slot];
  if (life.doing == Doing::pause) return Seconds(0.0);
  const Seconds worked = life.doing == Doing::exchange ? traffic_->stop(slot)
                         : life.doing == Doing::read   ? input_->stop(slot)
                                                       : simulation_.now() - life.began;
  return std::min(worked * life.size / (life.scale * life.slowed()), life.until - life.work.done);
}

void Lives::change_pace(std::uint32_t slot) {
  const Life& life = lives_[slot];
  const LifeView view = this->view(slot);
  if (life.doing == Doing::pause || std::pair(life.slow, life.shared) == slowness(view)) return;
  begin_anew(slot);
}

bool Lives::exchange_anew(std::uint32_t slot) {
  if (lives_[slot].doing != Doing::exchange) return false;
  begin_anew(slot);
  return true;
}

/// What it does goes on under what holds from now on.
void Lives::begin_anew(std::uint32_t slot) {
  Life& life = lives_[slot];
  count_stretch(slot);
  const Seconds until = life.until;
  life.work.done += progress_until_now(slot);
  if (has_event(life.doing)) stale_.insert({life.due, slot});
  begin_steps(slot, until, this->view(slot));
}

/// What is worked off at a pace of its own has no event.
bool Lives::leave_stretch(std::uint32_t slot) {
  Life& life = lives_[slot];
  count_stretch(slot);
  life.work.done += progress_until_now(slot);
  if (life.saves_all && life.doing != Doing::pause) life.work.save();
  life.saves = false;
  life.copies = 0;
  life.steps_save = Seconds(0.0);
  if (writes_) writes_->cancel(slot);
  return has_event(life.doing) && !std::exchange(life.waits_for_write, false);
}

void Lives::cut(std::uint32_t slot) {
  ensure(!parts_.empty(), "a life that goes on anew has parts");
  if (leave_stretch(slot)) stale_.insert({lives_[slot].due, slot});
}

Lives::Next Lives::fall_back(std::uint32_t slot, const Loss& loss) {
  const std::uint32_t job = job_in(slot);
  cut(slot);
  Life& life = lives_[slot];
  Remains remains = this->remains(job);
  remains.work = life.work;
  lose_unsaved(slot, Cause::node_failed, remains, loss.nodes <= life.survives);
  life.work = remains.work;
  remains_.insert_or_assign(job, remains);
  return go_on_anew(slot, loss.pause, loss.size);
}

Lives::Next Lives::join(std::uint32_t slot, double size) {
  cut(slot);
  Work& work = lives_[slot].work;
  work.save();
  if (!(work.left() > Seconds(0.0))) return {.ends = true};  // at this very date
  return go_on_anew(slot, Seconds(0.0), size);
}

Lives::Next Lives::regroup(std::uint32_t slot, Seconds pause, double size) {
  const std::uint32_t job = job_in(slot);
  cut(slot);
  Life& life = lives_[slot];
  life.work.save();
  Remains remains = this->remains(job);
  remains.work = life.work;
  remains.limit += pause;
  remains.restarts += pause;
  remains_.insert_or_assign(job, remains);
  return go_on_anew(slot, pause, size);
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
  const bool has_event = leave_stretch(slot);
  if (what.keeps.restart > Seconds(0.0) && !std::exchange(has_restarts_, true))
    parts_.push_back(std::make_unique<Restart>());
  part_from(slot, what.cause, what.keeps);
  Remains remains = this->remains(job);
  remains.work = life.work;
  remains.scale = life.scale;
  if (what.keeps.all()) {
    if (what.keeps.what == Keeps::What::all) remains.work.save();
    remains.limit = std::max(Seconds(0.0), remains.limit - life_so_far(job));
  } else {
    lose_unsaved(slot, what.cause, remains, false);
    remains.limit = records_.time_limit(job) + remains.restarts;
  }
  remains.limit += what.keeps.restart;
  remains.restarts += what.keeps.restart;
  remains_.insert_or_assign(job, remains);
  if (has_event)
    holdings_.abandon(slot);
  else
    holdings_.release(slot);
}

void Lives::lose_suspended(std::uint32_t job) {
  const auto at = remains_.find(job);
  if (at == remains_.end()) return;
  Remains& remains = at->second;
  times_[job].redone += remains.work.unsaved() * remains.scale;
  remains.work.fall_back();
  remains.limit = records_.time_limit(job) + remains.restarts;
  for (const auto& part : parts_) part->forgets(job);
}

}  // namespace gpuscape
