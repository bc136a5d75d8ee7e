#include "sim/run/pace/store_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/run/pace/job_input.hpp"

namespace gpuscape {

namespace {

/// A rate that is this near to what bounds it is bound by it.
constexpr double kNearFull = 1.0 - 1e-9;

/// Dates that differ by rounding alone are one.
bool is_before(Seconds date, Seconds other) {
  constexpr double kRounding = 1e-9;
  return date < other - Seconds(kRounding * std::max(1.0, other.value()));
}

}  // namespace

StoreCopies::StoreCopies(Parts parts, Simulation& simulation)
    : parts_(std::move(parts)), simulation_(simulation) {
  const std::vector<CopyPlan::Copy>& all = parts_.plan->copies;
  copies_.reserve(all.size());
  for (const CopyPlan::Copy& of : all) add(of);
  for (std::size_t index = 0; index < copies_.size(); ++index) wait(index);
}

void StoreCopies::add_use(Copy& copy, const Use& use, std::string cause) const {
  copy.uses.push_back(use);
  copy.causes.push_back(std::move(cause));
}

/// What it takes alone follows from what its resources have before anything is lost.
void StoreCopies::add(const CopyPlan::Copy& of) {
  const std::vector<InputPlan::Store>& stores = parts_.plan->stores;
  const InputPlan::Store& from = stores[of.from];
  const InputPlan::Store& to = stores[of.to];
  Copy& copy = copies_.emplace_back();
  const std::vector<ResourceId>& limits = parts_.limits->of(of.from);
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const StoreLimit& limit = from.facts.limits[i];
    const double amount = limit.of_reads ? 1.0 / of.spec.read.value() : 1.0;
    add_use(copy, {limits[i], Ratio(amount)}, fmt::format("{}: {}", from.name, limit.what));
  }
  add_use(copy, {parts_.written[of.to], Ratio(1.0)}, fmt::format("{}: writes", to.name));
  if (const std::optional<Use> meets = parts_.limits->write_use(of.to))
    add_use(copy, *meets, fmt::format("{}: {}", to.name, to.facts.limits.front().what));
  copy.causes.emplace_back("at_most");
  copy.bound_for.assign(copy.causes.size(), Seconds(0.0));
  copy.bound = of.spec.at_most.value_or(BytesPerSecond(std::numeric_limits<double>::infinity()));
  BytesPerSecond alone = copy.bound;
  for (const Use& use : copy.uses)
    alone = std::min(alone, simulation_.fluid().capacity(use.resource) / use.amount.value());
  copy.result = {.name = of.spec.name,
                 .from = from.name,
                 .to = to.name,
                 .size = of.size,
                 .begin = {},
                 .end = {},
                 .under_way = {},
                 .alone = of.size / alone};
}

Seconds StoreCopies::due(std::size_t index) const {
  const CopySpec& spec = parts_.plan->copies[index].spec;
  return spec.start +
         spec.every.value_or(Seconds(0.0)) * static_cast<double>(copies_[index].repeats);
}

/// What FluidSystem calls a byte is a second here: unlike an event, it can be taken back.
void StoreCopies::wait(std::size_t index) {
  const Seconds now = simulation_.now();
  const Seconds left = due(index) - now;
  if (!is_before(now, due(index))) return begin(index);
  copies_[index].timer =
      simulation_.fluid().start(now, Bytes(left.value()), BytesPerSecond(1.0), {},
                                kFirstToken + 2 * static_cast<std::uint32_t>(index) + 1);
}

void StoreCopies::begin(std::size_t index) {
  const CopyPlan::Copy& of = parts_.plan->copies[index];
  const Seconds now = simulation_.now();
  const Seconds was_due = due(index);
  Copy& copy = copies_[index];
  if (is_before(was_due, now)) {
    ++copy.result.late;
    copy.result.latest = std::max(copy.result.latest, now - was_due);
  }
  if (!copy.result.begin) copy.result.begin = now;
  ++copy.repeats;
  copy.began = now;
  copy.since = now;
  copy.rate = BytesPerSecond(0.0);
  copy.activity = simulation_.fluid().start(now, of.size, copy.bound, copy.uses,
                                            kFirstToken + 2 * static_cast<std::uint32_t>(index));
  tell_jobs(of);
}

void StoreCopies::end(std::size_t index) {
  const CopyPlan::Copy& of = parts_.plan->copies[index];
  Copy& copy = copies_[index];
  account(copy);
  copy.activity.reset();
  ++copy.result.times;
  copy.result.copied += of.size;
  copy.result.busy += simulation_.now() - copy.began;
  copy.result.end = simulation_.now();
  tell_jobs(of);
  if (of.spec.every) wait(index);
}

void StoreCopies::tell_jobs(const CopyPlan::Copy& of) {
  if (parts_.readers == nullptr) return;
  parts_.readers->note_copy(of.from);
  parts_.readers->note_write(of.to);
}

void StoreCopies::handle_completion(std::uint32_t token) {
  const std::size_t index = (token - kFirstToken) / 2;
  if (index >= copies_.size()) throw InternalError("a copy that completes is under way");
  if ((token - kFirstToken) % 2 == 0) return end(index);
  copies_[index].timer.reset();
  begin(index);
}

void StoreCopies::settle() {
  if (!ahead_) return;
  ahead_ = false;
  for (Copy& copy : copies_) {
    ahead_ = ahead_ || copy.timer || copy.activity;
    if (!copy.activity) continue;
    const BytesPerSecond rate = simulation_.fluid().rate(*copy.activity);
    if (rate == copy.rate) continue;
    account(copy);
    copy.rate = rate;
    find_cause(copy);
  }
}

void StoreCopies::account(Copy& copy) const {
  copy.bound_for[copy.by] += simulation_.now() - copy.since;
  copy.since = simulation_.now();
}

/// The tool, or the first full resource on its way.
void StoreCopies::find_cause(Copy& copy) const {
  FluidSystem& fluid = simulation_.fluid();
  copy.by = copy.causes.size() - 1;
  if (copy.rate >= copy.bound * kNearFull) return;
  double fullest = 0.0;
  for (std::size_t i = 0; i < copy.uses.size(); ++i) {
    const ResourceId resource = copy.uses[i].resource;
    const double share = fluid.usage(resource) / fluid.capacity(resource);
    if (share <= fullest) continue;
    fullest = share;
    copy.by = i;
    if (share >= kNearFull) return;
  }
}

void StoreCopies::stop() {
  FluidSystem& fluid = simulation_.fluid();
  const Seconds now = simulation_.now();
  for (std::size_t index = 0; index < copies_.size(); ++index) {
    Copy& copy = copies_[index];
    if (const auto timer = std::exchange(copy.timer, {})) fluid.cancel(now, *timer);
    const auto activity = std::exchange(copy.activity, {});
    if (!activity) continue;
    account(copy);
    const CopyPlan::Copy& of = parts_.plan->copies[index];
    copy.result.under_way = of.size - fluid.cancel(now, *activity);
    copy.result.copied += *copy.result.under_way;
    copy.result.busy += now - copy.began;
    tell_jobs(of);
  }
  ahead_ = false;
}

std::vector<CopyResult> StoreCopies::results() const {
  std::vector<CopyResult> all;
  all.reserve(copies_.size());
  for (const Copy& copy : copies_) {
    CopyResult& result = all.emplace_back(copy.result);
    const auto longest = std::ranges::max_element(copy.bound_for);
    if (!(*longest > Seconds(0.0))) continue;
    result.bound_by = copy.causes[static_cast<std::size_t>(longest - copy.bound_for.begin())];
    result.bound_share = *longest / result.busy;
  }
  return all;
}

}  // namespace gpuscape
