/// What jobs that read waited for, and what of it came from where.

#include <algorithm>
#include <utility>

#include "sim/run/pace/job_input.hpp"

namespace gpuscape {

namespace {

/// A rate that is this near to what bounds it is bound by it.
constexpr double kNear = 1.0 - 1e-9;

}  // namespace

/// Until now at the rate and the pace that hold.
void JobInput::account(Reader& reader) {
  const Seconds now = simulation_.now();
  const Seconds span = now - reader.since;
  reader.since = now;
  if (!(span > Seconds(0.0))) return;
  const InputPlan::Data& data = data_of(reader);
  const Bytes all = reader.rate * span * reader.shape.nodes_together;
  const Bytes read = all * from_store(reader);
  reader.record.read += read;
  reader.record.from_cache += all - read;
  const auto count = [&](std::size_t store, Bytes bytes) {
    const StoreFacts& facts = shaper_.plan().stores[store].facts;
    const std::optional<Seconds>& core = facts.core_time;
    meter_.read(store, bytes,
                core ? bytes.value() * reader.shape.reads_per_byte * core->value() : -1.0,
                !facts.past_host);
  };
  count(data.on, read);
  if (data.cache_on && all > read) count(*data.cache_on, all - read);
  if (reader.by.is_none()) return;
  const double pace = reader.rate.value() / reader.shape.demand;
  const Seconds stall = span * std::max(0.0, 1.0 - pace / reader.pace);
  reader.record.stall += stall;
  lost_[reader.by.index()] += gpus_for(reader.gpus, stall);
  const auto at =
      std::ranges::find(reader.stalls, reader.by, &std::pair<InputCause, Seconds>::first);
  if (at == reader.stalls.end())
    reader.stalls.emplace_back(reader.by, stall);
  else
    at->second += stall;
}

/// The first full resource on its way, or its readers.
void JobInput::find_cause(Reader& reader) {
  reader.by = InputCause::none();
  const double rate = reader.rate.value();
  if (rate >= reader.pace * reader.shape.demand * kNear) return;
  if (rate >= attained(reader) * kNear) {
    reader.by = readers_of_[reader.shape.data];
    return;
  }
  FluidSystem& fluid = simulation_.fluid();
  double fullest = 0.0;
  for (const Use& use : reader.uses) {
    const double share = shared_use_[use.resource] > 0.0
                             ? shared_use_[use.resource]
                             : fluid.usage(use.resource) / fluid.capacity(use.resource);
    if (share <= fullest) continue;
    fullest = share;
    reader.by = cause_of_[use.resource];
    if (share >= kNear) return;
  }
}

void JobInput::lose_machines(std::size_t store, std::int64_t more) {
  Store& of = stores_[store];
  of.lost += more;
  const StoreFacts& facts = shaper_.plan().stores[store].facts;
  const auto lost = static_cast<std::size_t>(of.lost);
  for (std::size_t i = 0; i < of.shared.size(); ++i) {
    double serves = facts.limits[i].capacity;
    if (lost > facts.with_lost.size())
      serves *= kServesNobody;
    else if (lost > 0)
      serves = facts.with_lost[lost - 1].limits[i];
    simulation_.fluid().set_capacity(simulation_.now(), of.shared[i], BytesPerSecond(serves));
  }
  outdated_ = true;
}

void JobInput::settle() {
  if (!std::exchange(outdated_, false)) return;
  FluidSystem& fluid = simulation_.fluid();
  std::vector<std::int64_t> jobs(stores_.size(), 0);
  std::vector<StoreMeter::Rates> rates(stores_.size());
  for (const Store& store : stores_)
    for (const ResourceId resource : store.shared)
      shared_use_[resource] = fluid.usage(resource) / fluid.capacity(resource);
  for (const std::uint32_t slot : reading_) {
    Reader& reader = readers_[slot];
    account(reader);
    reader.rate = fluid.rate(reader.activity);
    find_cause(reader);
    const InputPlan::Data& data = data_of(reader);
    if (from_store(reader) > 0.0) ++jobs[data.on];
    const auto add = [&](std::size_t store, double share) {
      const double bytes = reader.rate.value() * reader.shape.nodes_together * share;
      rates[store].bytes += bytes;
      rates[store].reads += bytes * reader.shape.reads_per_byte;
    };
    add(data.on, from_store(reader));
    if (data.cache_on) add(*data.cache_on, 1.0 - from_store(reader));
  }
  for (std::size_t store = 0; store < stores_.size(); ++store) {
    double share = 0.0;
    for (const ResourceId resource : stores_[store].shared)
      share = std::max(share, shared_use_[resource]);
    meter_.use(store, simulation_.now(), share, jobs[store], rates[store]);
  }
}

InputResult JobInput::result() const {
  InputResult result;
  result.causes = causes_;
  result.lost = lost_;
  std::vector<InputRecord> all = ended_;
  std::ranges::stable_sort(all, {}, &InputRecord::job);
  for (const InputRecord& one : all) {
    if (result.jobs.empty() || result.jobs.back().job != one.job) {
      result.jobs.push_back(one);
      continue;
    }
    // A job reads several times where it is interrupted, or saves in between.
    InputRecord& before = result.jobs.back();
    if (one.stall > before.stall) before.by = one.by;
    before.stall += one.stall;
    before.read += one.read;
    before.from_cache += one.from_cache;
  }
  result.stores = meter_.reads(simulation_.now());
  return result;
}

}  // namespace gpuscape
