#include "sim/run/life/saves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

Seconds daly_interval(Seconds write, Seconds mean) {
  if (!(mean < kForever)) return kForever;
  if (!(write < 2.0 * mean)) return mean;
  const double x = write / (2.0 * mean);
  const double root = std::sqrt(2.0 * write.value() * mean.value());
  return Seconds(root * (1.0 + std::sqrt(x) / 3.0 + x / 9.0)) - write;
}

namespace {

/// Where checkpoints cost nothing, Daly's formula takes them all the time.
constexpr Seconds kShortestInterval{1.0};

/// What a job waits for each checkpoint.
Seconds stall_of(const CheckpointSpec& spec) { return spec.staging.value_or(spec.write); }

Seconds proposed(const CheckpointSpec& spec, double rate) {
  return rate > 0.0 ? daly_interval(stall_of(spec), Seconds(1.0 / rate)) : kForever;
}

/// Between two checkpoints of a job that failures stop at that rate.
Seconds interval_of(const CheckpointSpec& spec, double rate) {
  return std::max({spec.every.value_or(proposed(spec, rate)), spec.write, kShortestInterval});
}

}  // namespace

Saves::Saves(std::vector<SavesSpec> terms, const std::vector<FailingParts>& failing,
             const Platform& platform)
    : terms_(std::move(terms)), highest_rate_(terms_.size(), 0.0) {
  units_of_.resize(platform.node_count());
  for (const FailingParts& parts : failing)
    for (const FailingParts::Unit& unit : parts.units) {
      for (const OutageNode& at : unit.nodes)
        units_of_[platform.first_node(at.group) + at.node].push_back(
            static_cast<std::uint32_t>(rates_.size()));
      rates_.push_back(parts.failures_per_second());
    }
  double gpus = 0.0;
  for (const NodeGroup& group : platform.groups())
    gpus += static_cast<double>(group.count) * group.capacity.gpus;
  for (const double rate : rates_) rate_of_gpu_ += rate / std::max(1.0, gpus);
}

/// Where Daly's interval depends on the nodes, that of as many average ones.
Seconds Saves::expected_pauses(const LifeAhead& life) const {
  const SavesSpec& terms = terms_[life.runs.stream];
  const Seconds restart = interrupted_.contains(life.job) ? terms.restart : Seconds(0.0);
  if (!terms.checkpoint) return restart;
  const double rate = rate_of_gpu_ * life.demand.gpu_amount();
  const double checkpoints =
      std::ceil(life.work / interval_of(*terms.checkpoint, rate)) - 1.0;  // none at the end
  return restart + stall_of(*terms.checkpoint) * std::max(0.0, checkpoints);
}

/// A domain of several of its nodes stops the job as often as one of one.
double Saves::rate_of(const LifeView& life) {
  touched_.clear();
  for (const AllocationSpan& span : life.spans)
    if (span.node < units_of_.size())
      touched_.insert(touched_.end(), units_of_[span.node].begin(), units_of_[span.node].end());
  std::ranges::sort(touched_);
  const auto twice = std::ranges::unique(touched_);
  touched_.erase(twice.begin(), twice.end());
  double rate = 0.0;
  for (const std::uint32_t unit : touched_) rate += rates_[unit];
  return rate;
}

std::optional<Stretch> Saves::next(const LifeView& life) {
  const SavesSpec& terms = terms_[life.runs.stream];
  if (life.slot >= progress_.size()) progress_.resize(life.slot + 1);
  Progress& progress = progress_[life.slot];
  if (!std::exchange(progress.has_begun, true)) {
    progress.staged = life.work.saved;
    if (terms.checkpoint) {
      const double rate = rate_of(life);
      double& highest = highest_rate_[life.runs.stream];
      highest = std::max(highest, rate);
      progress.interval = interval_of(*terms.checkpoint, rate);
    }
    progress.restarts = interrupted_.contains(life.job);
  }
  if (std::exchange(progress.restarts, false) && terms.restart > Seconds(0.0))
    return Pause{.length = terms.restart};
  if (!terms.checkpoint) return std::nullopt;
  return next_save(*terms.checkpoint, life, progress);
}

/// A job that is about to end saves no more.
std::optional<Stretch> Saves::next_save(const CheckpointSpec& spec, const LifeView& life,
                                        Progress& progress) {
  if (spec.every == Seconds(0.0)) {
    if (!(life.work.left() > Seconds(0.0))) return std::nullopt;
    return Steps{.until = life.work.total, .saves_all = true};
  }
  const Seconds due = progress.staged + progress.interval;
  if (progress.is_staged) {
    progress.is_staged = false;
    const Seconds written = std::min(life.work.done + spec.write, life.work.total);
    if (written > life.work.done) return Steps{.until = written, .saves = progress.staged};
  }
  if (life.work.done < due) {
    if (due < life.work.total) return Steps{.until = due};
    return std::nullopt;
  }
  progress.staged = life.work.done;
  if (!spec.staging)
    return Pause{.length = spec.write, .saves = true, .what_for = Pause::For::saving};
  progress.is_staged = true;
  return Pause{.length = *spec.staging, .what_for = Pause::For::saving};
}

/// The interval stays: it has as many nodes as before.
void Saves::fell_back(const LifeView& life) {
  if (life.slot >= progress_.size()) progress_.resize(life.slot + 1);
  Progress& progress = progress_[life.slot];
  progress.staged = life.work.saved;
  progress.is_staged = false;
  progress.restarts = true;
  interrupted_.insert(life.job);
}

void Saves::ended(const LifeView& life, Cause cause, const Keeps& /*keeps*/) {
  if (life.slot < progress_.size()) progress_[life.slot] = {};
  if (cause == Cause::finished || cause == Cause::limit)
    interrupted_.erase(life.job);
  else
    interrupted_.insert(life.job);
}

void Saves::add_to(RunResult& result) const {
  for (std::size_t stream = 0; stream < terms_.size(); ++stream) {
    const double rate = highest_rate_[stream];
    const std::optional<CheckpointSpec>& checkpoint = terms_[stream].checkpoint;
    if (!checkpoint || !(rate > 0.0)) continue;
    const Seconds mean(1.0 / rate);
    const Seconds stall = stall_of(*checkpoint);
    std::string text =
        fmt::format("Daly's formula proposes {} between checkpoints for the job of stream \"{}\" ",
                    human_text(daly_interval(stall, mean)), excerpt(result.streams[stream]));
    text += fmt::format("that fails most often, every {} on average", human_text(mean));
    if (stall > 0.1 * mean)
      text += ": it is not made for checkpoints that take so much of that time";
    result.policy_notes.push_back(std::move(text));
  }
}

}  // namespace gpuscape
