/// What jobs that read waited for, and what of it came from where.

#include <algorithm>
#include <optional>
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
  const Bytes all = reader.rate * span * together(reader);
  const Bytes read = reader.staging ? all : all * from_store(reader);
  if (reader.staging) reader.record.staged += all;
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
  const Seconds stall = reader.staging ? span : span * std::max(0.0, 1.0 - pace / reader.pace);
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
  if (reader.staging) return;  // it waits for that, whatever bounds it
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
    const bool is_shared = use.resource < shared_use_.size() && shared_use_[use.resource] > 0.0;
    const double share = is_shared ? shared_use_[use.resource]
                                   : fluid.usage(use.resource) / fluid.capacity(use.resource);
    if (share <= fullest) continue;
    fullest = share;
    reader.by = cause_of(reader, use.resource);
    if (share >= kNear) return;
  }
}

void JobInput::change_store(std::size_t store, const StoreState& state) {
  const Store& of = stores_[store];
  const StoreFacts& facts = shaper_.plan().stores[store].facts;
  for (std::size_t i = 0; i < of.shared.size(); ++i) {
    const double nothing = facts.limits[i].capacity * kServesNobody;
    const double left =
        serves(facts.makeup, state) ? std::max(nothing, capacity_of(facts, i, state)) : nothing;
    simulation_.fluid().set_capacity(simulation_.now(), of.shared[i], BytesPerSecond(left));
  }
  meter_.serve(store, simulation_.now(), machines_up(facts.makeup, state));
  outdated_ = true;
}

std::optional<Use> JobInput::write_use(std::size_t store) const {
  const double amount = write_as_read(shaper_.plan().stores[store].facts);
  if (!(amount > 0.0) || stores_[store].shared.empty()) return std::nullopt;
  return Use{stores_[store].shared.front(), Ratio(amount)};
}

/// What jobs read of each store now. A job whose rate is as before, and who waits for nothing, is
/// not looked at any closer: most are so, and there are many of them at every change.
void JobInput::find_rates() {
  FluidSystem& fluid = simulation_.fluid();
  rates_.assign(stores_.size(), {});
  jobs_reading_.assign(stores_.size(), 0);
  look_closer_.clear();
  for (const std::uint32_t slot : reading_) {
    Reader& reader = readers_[slot];
    const BytesPerSecond rate = fluid.rate(reader.activity);
    const bool waits = rate.value() < reader.pace * reader.shape.demand * kNear;
    if (waits || rate != reader.rate || !reader.by.is_none()) {
      account(reader);
      reader.rate = rate;
      look_closer_.push_back(slot);
    }
    const double bytes = rate.value() * together(reader);
    const auto add = [&](std::size_t store, double share) {
      rates_[store].bytes += bytes * share;
      rates_[store].reads += bytes * share * reader.shape.reads_per_byte;
    };
    add(reader.store, reader.of_store);
    if (reader.of_store > 0.0) ++jobs_reading_[reader.store];
    const std::optional<std::size_t>& cache = data_of(reader).cache_on;
    if (cache && reader.of_store < 1.0) add(*cache, 1.0 - reader.of_store);
  }
}

void JobInput::settle() {
  if (!std::exchange(outdated_, false)) return;
  find_rates();
  FluidSystem& fluid = simulation_.fluid();
  for (std::size_t store = 0; store < stores_.size(); ++store) {
    const std::vector<StoreLimit>& limits = shaper_.plan().stores[store].facts.limits;
    double most = 0.0;
    for (std::size_t i = 0; i < stores_[store].shared.size(); ++i) {
      const ResourceId resource = stores_[store].shared[i];
      const double used = limits[i].of_reads ? rates_[store].reads
                          : i == 0 && stores_[store].is_written
                              ? fluid.usage(resource).value()  // with what is written
                              : rates_[store].bytes;
      shared_use_[resource] = std::min(1.0, used / fluid.capacity(resource).value());
      most = std::max(most, shared_use_[resource]);
    }
    meter_.use(store, simulation_.now(), most, jobs_reading_[store], rates_[store]);
  }
  for (const std::uint32_t slot : look_closer_) find_cause(readers_[slot]);
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
    before.staged += one.staged;
  }
  result.stores = meter_.reads(simulation_.now());
  for (std::size_t i = 0; i < result.stores.size(); ++i) {
    const double core_s = shaper_.plan().stores[i].facts.core_s_per_byte;
    if (core_s > 0.0 && simulation_.now() > Seconds(0.0))
      result.stores[i].node_cores =
          core_s * result.stores[i].read.value() / simulation_.now().value();
  }
  return result;
}

}  // namespace gpuscape
