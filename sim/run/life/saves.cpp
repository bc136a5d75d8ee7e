#include "sim/run/life/saves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

/// Between failures that come so often a second.
Seconds mean_between(double rate) { return rate > 0.0 ? Seconds(1.0 / rate) : kForever; }

}  // namespace

Saves::Saves(std::vector<SavesSpec> terms, const std::vector<FailingParts>& failing,
             const Platform& platform, SavesInDetail detail)
    : terms_(std::move(terms)), detail_(std::move(detail)) {
  units_of_.resize(platform.node_count());
  for (const FailingParts& parts : failing) {
    if (!parts.stops_jobs()) continue;
    for (const FailingParts::Unit& unit : parts.units) {
      for (const OutageNode& at : unit.nodes)
        units_of_[platform.first_node(at.group) + at.node].push_back(
            static_cast<std::uint32_t>(rates_.size()));
      rates_.push_back(parts.failures_per_second());
    }
  }
  double gpus = 0.0;
  for (const NodeGroup& group : platform.groups()) {
    gpus += static_cast<double>(group.count) * group.capacity.gpus;
    if (!group.pool) gpus_of_node_ = std::max(gpus_of_node_, group.capacity.gpus);
  }
  for (const double rate : rates_) rate_of_gpu_ += rate / std::max(1.0, gpus);
}

const SavesSpec& Saves::terms_of(const ApplicationKey& runs) const {
  if (runs.stream < detail_.by_class.size() && !runs.application.is_none()) {
    const std::vector<SavesSpec>& classes = detail_.by_class[runs.stream];
    if (runs.application.index() < classes.size()) return classes[runs.application.index()];
  }
  return terms_[runs.stream];
}

std::uint32_t Saves::nodes_of(const Demand& demand) const {
  if (demand.nodes > 1) return static_cast<std::uint32_t>(demand.nodes);
  return static_cast<std::uint32_t>(
      std::max(1.0, std::ceil(demand.gpu_amount() / static_cast<double>(gpus_of_node_))));
}

Write Saves::bytes_of(const CheckpointSpec& spec, std::size_t nodes) const {
  const std::size_t number = spec.to.value_or(0);
  const StorageSpec& to = detail_.storage[number];
  const BytesPerSecond at_most =
      to.per_node ? *to.per_node * static_cast<double>(std::max<std::size_t>(1, nodes))
                  : BytesPerSecond(std::numeric_limits<double>::infinity());
  return {.to = number, .bytes = spec.size.value_or(Bytes(0.0)), .at_most = at_most};
}

Seconds Saves::write_of(const CheckpointSpec& spec, std::size_t nodes) const {
  if (!spec.to) return spec.write;
  const Write write = bytes_of(spec, nodes);
  const StorageSpec& to = detail_.storage[write.to];
  const BytesPerSecond way = to.way_per_node * static_cast<double>(std::max<std::size_t>(1, nodes));
  return write.bytes / std::min({write.at_most, to.write_bandwidth, way});
}

Seconds Saves::interval_of(const CheckpointSpec& spec, const ApplicationKey& runs,
                           const Demand& demand, std::size_t nodes, Seconds mean) const {
  Seconds every = kForever;
  if (spec.every_steps > 0)
    every = detail_.step_time(runs, demand) * static_cast<double>(spec.every_steps);
  else
    every = spec.every ? *spec.every : daly_interval(stall_of(spec, nodes), mean);
  return std::max({every, write_of(spec, nodes), kShortestInterval});
}

/// Where Daly's interval depends on the nodes, that of as many average ones.
Seconds Saves::expected_pauses(const LifeAhead& life) const {
  const SavesSpec& terms = terms_of(life.runs);
  const Seconds restart = interrupted_.contains(life.job) ? terms.restart : Seconds(0.0);
  if (!terms.checkpoint) return restart;
  const CheckpointSpec& spec = *terms.checkpoint;
  const std::uint32_t nodes = nodes_of(life.demand);
  const Seconds mean = mean_between(rate_of_gpu_ * life.demand.gpu_amount());
  const auto taken = [&](Seconds interval) {  // none at the end
    return std::max(0.0, std::ceil(life.work / interval) - 1.0);
  };
  const double checkpoints = taken(interval_of(spec, life.runs, life.demand, nodes, mean));
  Seconds pauses = restart + stall_of(spec, nodes) * checkpoints;
  if (spec.in_memory)
    pauses += spec.in_memory->write * std::max(0.0, taken(spec.in_memory->every) - checkpoints);
  return pauses;
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

void Saves::begin(const CheckpointSpec& spec, const LifeView& life, Progress& progress) {
  const Seconds mean = mean_between(rate_of(life));
  const std::size_t nodes = life.spans.size();
  Noted& noted = noted_[life.runs.stream];
  if (mean < noted.mean) noted = {mean, stall_of(spec, nodes)};
  progress.interval = interval_of(spec, life.runs, life.demand, nodes, mean);
}

std::optional<Stretch> Saves::next(const LifeView& life) {
  const SavesSpec& terms = terms_of(life.runs);
  if (life.slot >= progress_.size()) progress_.resize(life.slot + 1);
  Progress& progress = progress_[life.slot];
  if (!std::exchange(progress.has_begun, true)) {
    progress.staged = progress.copied = life.work.saved;
    if (terms.checkpoint) begin(*terms.checkpoint, life, progress);
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
  const Seconds copy =
      spec.in_memory ? std::max(progress.staged, progress.copied) + spec.in_memory->every : due;
  const Seconds next = std::min(due, copy);
  if (std::exchange(progress.is_staged, false)) {
    const Seconds until = spec.to ? next : life.work.done + spec.write;
    const Seconds written = std::min(until, life.work.total);
    if (spec.to && written > life.work.done)
      return Steps{.until = written, .beside = bytes_of(spec, life.spans.size())};
    if (written > life.work.done) return Steps{.until = written, .saves = progress.staged};
  }
  if (!(life.work.done < due)) return save(spec, life, progress);
  if (spec.in_memory && !(life.work.done < copy)) {
    progress.copied = life.work.done;
    return Pause{.length = spec.in_memory->write,
                 .what_for = Pause::For::saving,
                 .copy_survives = spec.in_memory->survives};
  }
  if (next < life.work.total) return Steps{.until = next};
  return std::nullopt;
}

/// Asynchronous: the write before this one comes first.
std::optional<Stretch> Saves::save(const CheckpointSpec& spec, const LifeView& life,
                                   Progress& progress) {
  if (life.writes) return AwaitWrite{};
  progress.staged = life.work.done;
  if (spec.staging) {
    progress.is_staged = true;
    return Pause{.length = *spec.staging, .what_for = Pause::For::saving};
  }
  if (spec.to) return Saving{bytes_of(spec, life.spans.size())};
  return Pause{.length = spec.write, .saves = true, .what_for = Pause::For::saving};
}

/// The interval stays: it has as many nodes as before.
void Saves::fell_back(const LifeView& life) {
  if (life.slot >= progress_.size()) progress_.resize(life.slot + 1);
  Progress& progress = progress_[life.slot];
  progress.staged = life.work.saved;
  progress.copied = life.work.done;
  progress.is_staged = false;
  progress.restarts = true;
  interrupted_.insert(life.job);
}

void Saves::ended(const LifeView& life, Cause cause, const Keeps& keeps) {
  if (life.slot < progress_.size()) progress_[life.slot] = {};
  if (cause == Cause::finished || cause == Cause::limit || cause == Cause::over_budget)
    interrupted_.erase(life.job);
  else if (keeps.what != Keeps::What::here)
    interrupted_.insert(life.job);
}

void Saves::add_to(RunResult& result) const {
  for (const auto& [stream, noted] : noted_) {
    if (!(noted.mean < kForever)) continue;
    std::string text = fmt::format(
        "Daly's formula proposes {} between checkpoints for the job of stream \"{}\" ",
        human_text(daly_interval(noted.stall, noted.mean)), excerpt(result.streams[stream]));
    text += fmt::format("that fails most often, every {} on average", human_text(noted.mean));
    if (noted.stall > 0.1 * noted.mean)
      text += ": it is not made for checkpoints that take so much of that time";
    result.policy_notes.push_back(std::move(text));
  }
}

}  // namespace gpuscape
