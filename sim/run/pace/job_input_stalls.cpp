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
  const bool all_from_store = reader.staging && !reader.is_mixed();
  const Bytes read = all_from_store ? all : all * from_store(reader);
  const Bytes from_cache = reader.staging ? Bytes(0.0) : all - read;
  if (reader.staging) reader.record.staged += read;
  reader.record.read += read;
  reader.record.from_cache += from_cache;
  const auto count = [&](std::size_t store, Bytes bytes) {
    const StoreFacts& facts = shaper_.plan().stores[store].facts;
    const std::optional<Seconds>& core = facts.core_time;
    meter_.read(store, bytes,
                core ? bytes.value() * reader.shape.reads_per_byte * core->value() : -1.0,
                !facts.past_host);
  };
  count(data.on, read);
  if (data.cache_on && from_cache > Bytes(0.0)) count(*data.cache_on, from_cache);
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
  meter_.serve(store, simulation_.now(),
               machines_up(shaper_.plan().stores[store].facts.makeup, state));
  outdated_ = true;
}

/// It has another pace or rate, or begins.
void JobInput::look_at(std::uint32_t slot) {
  outdated_ = true;
  fresh_.push_back(slot);
  if (!std::exchange(readers_[slot].is_looked_at, true)) to_look_at_.push_back(slot);
}

/// Whose rates are others than before. Tokens of its own class are readers', lower ones of those
/// who exchange data: two for each slot.
void JobInput::collect_changes() {
  simulation_.fluid().take_changed(tokens_);
  for (const std::uint32_t token : tokens_) {
    if (token >= kFirstToken * 2) continue;  // of writes
    const std::uint32_t slot = is_own(token) ? slot_of(token) : token / 2;
    if (is_reading(slot)) look_at(slot);
  }
}

/// Sums that rounding kept above zero are zero again where nobody reads.
void JobInput::count(const Counted& counted, double times) {
  const auto add = [&](std::size_t store, double bytes) {
    rates_[store].bytes += times * bytes;
    rates_[store].reads += times * bytes * counted.reads_per_byte;
  };
  add(counted.store, counted.bytes);
  add(counted.cache, counted.cached);
  jobs_reading_[counted.store] += times > 0.0 ? counted.jobs : -counted.jobs;
  if (reading_.size() > 1 || times > 0.0) return;
  rates_.assign(rates_.size(), {});
}

void JobInput::count_anew(Reader& reader) {
  count(reader.counted, -1.0);
  const double bytes = reader.rate.value() * together(reader);
  Counted now{.store = reader.store,
              .bytes = bytes * reader.of_store,
              .reads_per_byte = reader.shape.reads_per_byte,
              .jobs = reader.of_store > 0.0 ? 1 : 0};
  const std::optional<std::size_t>& cache = data_of(reader).cache_on;
  if (cache && reader.of_store < 1.0 && !reader.staging) {
    now.cache = *cache;
    now.cached = bytes * (1.0 - reader.of_store);
  }
  reader.counted = now;
  count(reader.counted, 1.0);
}

/// What jobs read of each store now. A job whose rate is as before, and who waits for nothing, is
/// not looked at: most are so, and there are many of them at every change.
void JobInput::find_rates() {
  collect_changes();
  for (const std::uint32_t slot : waiting_)
    if (is_reading(slot)) look_at(slot);
  waiting_.clear();
  look_closer_.clear();
  std::ranges::sort(to_look_at_);
  for (const std::uint32_t slot : to_look_at_) {
    Reader& reader = readers_[slot];
    reader.is_looked_at = false;
    if (!is_reading(slot)) continue;
    const BytesPerSecond rate = simulation_.fluid().rate(reader.activity);
    account(reader);
    reader.rate = rate;
    count_anew(reader);
    look_closer_.push_back(slot);
  }
  to_look_at_.clear();
}

void JobInput::settle() {
  if (!outdated_) return;
  find_rates();
  fresh_.clear();
  outdated_ = false;
  FluidSystem& fluid = simulation_.fluid();
  for (std::size_t store = 0; store < stores_.size(); ++store) {
    const std::vector<StoreLimit>& limits = shaper_.plan().stores[store].facts.limits;
    double most = 0.0;
    for (std::size_t i = 0; i < stores_[store].shared.size(); ++i) {
      const ResourceId resource = stores_[store].shared[i];
      const double used = stores_[store].is_copied ? fluid.usage(resource).value()
                          : limits[i].of_reads     ? rates_[store].reads
                          : i == 0 && stores_[store].is_written
                              ? fluid.usage(resource).value()  // with what is written
                              : rates_[store].bytes;
      shared_use_[resource] = std::min(1.0, used / fluid.capacity(resource).value());
      most = std::max(most, shared_use_[resource]);
    }
    meter_.use(store, simulation_.now(), most, jobs_reading_[store], rates_[store]);
  }
  for (const std::uint32_t slot : look_closer_) {
    find_cause(readers_[slot]);
    if (!readers_[slot].by.is_none()) waiting_.push_back(slot);
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
    before.staged += one.staged;
  }
  result.stays = stays_.records();
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
