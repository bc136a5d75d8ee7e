#include "sim/run/pace/job_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/error.hpp"

namespace gpuscape {

JobInput::JobInput(InputParts parts, const FreeCapacity& capacity, Simulation& simulation,
                   StoreWays& ways, const StoreLimits& limits)
    : shaper_(std::move(parts), capacity),
      capacity_(capacity),
      simulation_(simulation),
      ways_(ways),
      stays_(shaper_.plan(), capacity.platform()) {
  const InputPlan& plan = shaper_.plan();
  rates_.resize(plan.stores.size());
  jobs_reading_.resize(plan.stores.size());
  for (const InputPlan::Store& store : plan.stores) {
    Store& of = stores_.emplace_back();
    of.shared = limits.of(stores_.size() - 1);
    const StoreMakeup& makeup = store.facts.makeup;
    meter_.add(store.name, makeup.machines.name, machines_up(makeup, {}));
    for (const StoreLimit& limit : store.facts.limits)
      of.causes.push_back(new_cause(fmt::format("{}: {}", store.name, limit.what)));
    for (std::size_t i = 0; i < of.shared.size(); ++i) know(of.shared[i], of.causes[i]);
    of.mount = new_cause(fmt::format("{}: client mounts", store.name));
    if (store.way.network != nullptr) {
      of.adapters = new_cause(fmt::format("{}: nodes' way to it", store.name));
      of.switches = new_cause(fmt::format("{}: links between switches", store.name));
    }
    if (store.facts.host_copy)
      of.host_copy = new_cause(fmt::format("{}: copies in nodes' memory", store.name));
    if (store.facts.connections > 0)
      of.connections = new_cause(fmt::format("{}: connections", store.name));
    if (store.facts.protocol_cores && store.facts.core_s_per_byte > 0.0)
      of.protocols =
          new_cause(fmt::format("{}: nodes' cores for {}", store.name, store.facts.protocols));
  }
  for (const InputPlan::Data& data : plan.datasets) {
    readers_of_.push_back(new_cause(fmt::format("{}: readers", data.spec.name)));
    staging_of_.push_back(data.spec.stages_in
                              ? new_cause(fmt::format("{}: stage-in", data.spec.name))
                              : InputCause::none());
  }
}

InputCause JobInput::new_cause(std::string name) {
  causes_.push_back(std::move(name));
  lost_.emplace_back(0.0);
  return InputCause(static_cast<std::uint32_t>(causes_.size() - 1));
}

ResourceId JobInput::add_resource(double capacity, InputCause cause) {
  const ResourceId resource = simulation_.fluid().add_resource(BytesPerSecond(capacity));
  know(resource, cause);
  return resource;
}

void JobInput::know(ResourceId resource, InputCause cause) {
  if (resource >= cause_of_.size()) cause_of_.resize(resource + 1);
  shared_use_.resize(cause_of_.size());
  cause_of_[resource] = cause;
}

const std::vector<ResourceId>& JobInput::of_node(std::size_t store, std::uint32_t node) {
  const auto [at, is_new] = of_nodes_.try_emplace({store, node});
  if (!is_new) return at->second;
  const InputPlan::Store& of = shaper_.plan().stores[store];
  if (of.facts.in_nodes)
    for (std::size_t i = 0; i < of.facts.limits.size(); ++i)
      at->second.push_back(add_resource(of.facts.limits[i].capacity, stores_[store].causes[i]));
  if (of.facts.read_per_node)
    at->second.push_back(add_resource(of.facts.read_per_node->value(), stores_[store].mount));
  if (of.facts.host_copy)
    at->second.push_back(add_resource(of.facts.host_copy->value(), stores_[store].host_copy));
  if (of.facts.protocol_cores && of.facts.core_s_per_byte > 0.0)
    at->second.push_back(add_resource(*of.facts.protocol_cores / of.facts.core_s_per_byte,
                                      stores_[store].protocols));
  return at->second;
}

/// `share` of the bytes come from that store.
void JobInput::add_uses(std::size_t store, double share, Reader& reader) {
  if (!(share > 0.0)) return;
  const StoreFacts& facts = shaper_.plan().stores[store].facts;
  const auto amount = [&](std::size_t limit, double bytes, double from_there) {
    const bool of_reads = limit < facts.limits.size() && facts.limits[limit].of_reads;
    return Ratio(bytes * from_there * (of_reads ? reader.shape.reads_per_byte : 1.0));
  };
  for (std::size_t i = 0; i < stores_[store].shared.size(); ++i)
    reader.uses.push_back({stores_[store].shared[i], amount(i, together(reader), share)});
  for (const InputShape::Node& node : reader.shape.nodes) {
    const double from_there = share_of(reader, node, store, share);
    if (!(from_there > 0.0)) continue;
    const std::vector<ResourceId>& own = of_node(store, node.node);
    for (std::size_t i = 0; i < own.size(); ++i)
      reader.uses.push_back({own[i], facts.in_nodes ? amount(i, part_of(reader, node), from_there)
                                                    : Ratio(part_of(reader, node) * from_there)});
  }
}

/// By Little's law: each byte keeps one of the node's connections busy for its part of a read.
void JobInput::add_connections(const InputPlan::Data& data, double share, Reader& reader) {
  const StoreFacts& facts = shaper_.plan().stores[data.on].facts;
  if (facts.connections == 0 || !(share > 0.0)) return;
  const double per_byte =
      reader.shape.reads_per_byte *
      time_of_read(data.spec, facts, Bytes(1.0 / reader.shape.reads_per_byte)).value();
  if (!(per_byte > 0.0)) return;
  for (const InputShape::Node& node : reader.shape.nodes) {
    const double from_there = share_of(reader, node, data.on, share);
    if (!(from_there > 0.0)) continue;
    const auto [at, is_new] = connections_.try_emplace({data.on, node.node}, 0);
    if (is_new)
      at->second =
          add_resource(static_cast<double>(facts.connections), stores_[data.on].connections);
    reader.uses.push_back({at->second, Ratio(part_of(reader, node) * from_there * per_byte)});
  }
}

void JobInput::find_uses(Reader& reader) {
  const InputPlan::Data& data = data_of(reader);
  reader.uses.clear();
  add_uses(data.on, from_store(reader), reader);
  add_connections(data, from_store(reader), reader);
  add_way(data.on, from_store(reader), reader);
  const bool from_cache = reader.cached || reader.is_mixed();
  if (from_cache && data.cache_on && *data.cache_on != data.on)
    add_uses(*data.cache_on, reader.cached ? data.kept : 1.0 - reader.mixed, reader);
}

/// B/s that the readers attain: what nodes have kept waits for nothing.
double JobInput::attained(const Reader& reader) const {
  const double share = reader.is_mixed() ? 1.0 : from_store(reader);
  return share > 0.0 ? reader.shape.bound / share : std::numeric_limits<double>::infinity();
}

double JobInput::bound(const Reader& reader) const {
  return std::min(reader.pace * reader.shape.demand, attained(reader));
}

void JobInput::start(std::uint32_t slot, const Start& start, std::uint32_t token) {
  if (slot >= readers_.size()) readers_.resize(slot + 1);
  Reader& reader = readers_[slot];
  shaper_.shape(start.runs, start.spans, start.step, reader.shape);
  reader.record = {};
  reader.record.job = start.job;
  reader.gpus = 0.0;
  for (const AllocationSpan& span : start.spans) reader.gpus += span.gpus;
  reader.token = token;
  reader.limit.reset();
  reader.before = Seconds(0.0);
  reader.stalls.clear();
  reader.pace = 1.0;
  reader.exchanges = start.step > Seconds(0.0);
  const bool stages = data_of(reader).spec.stages_in;
  // What goes on elsewhere goes on as if its nodes had been given what they keep.
  reader.staging = stages && !(start.done > Seconds(0.0));
  const bool has_all = find_what_stayed(reader, start.done);
  if (has_all) reader.staging = false;
  const Seconds first = stages || has_all ? Seconds(0.0) : reader.shape.first_epoch - start.done;
  reader.cached = !(first > Seconds(kLeastEpoch));
  reader.later = !reader.cached && start.run_time - first > Seconds(kLeastEpoch)
                     ? start.run_time - first
                     : Seconds(0.0);
  reader.work = start.run_time - reader.later;
  reader.epoch_left = first;
  reader.place = reading_.size();
  reading_.push_back(slot);
  if (reader.staging)
    begin_staging(slot);
  else
    begin(slot);
}

void JobInput::begin(std::uint32_t slot) {
  Reader& reader = readers_[slot];
  reader.store = data_of(reader).on;
  if (reader.cached) keep(reader);
  reader.of_store = from_store(reader);
  leave_ways(slot);
  find_uses(reader);
  ways_.join(slot, reader.shared);
  const bool is_last = !(reader.later > Seconds(0.0));
  reader.activity = simulation_.fluid().start(
      simulation_.now(), Bytes(reader.work.value() * reader.shape.demand),
      BytesPerSecond(bound(reader)), reader.uses, is_last ? reader.token : token_of(slot, kEpoch));
  reader.since = simulation_.now();
  reader.rate = BytesPerSecond(0.0);
  reader.by = InputCause::none();
  look_at(slot);
}

void JobInput::start_alone(std::uint32_t slot, const Start& start, Seconds limit) {
  this->start(slot, start, token_of(slot, kEnd));
  // What FluidSystem calls a byte is a second here.
  if (limit < kForever)
    readers_[slot].limit = simulation_.fluid().start(
        simulation_.now(), Bytes(limit.value()), BytesPerSecond(1.0), {}, token_of(slot, kLimit));
}

void JobInput::set_pace(std::uint32_t slot, double pace) {
  Reader& reader = readers_[slot];
  account(reader);
  reader.pace = pace;
  look_at(slot);
  if (reader.staging) return;
  simulation_.fluid().set_bound(simulation_.now(), reader.activity, BytesPerSecond(bound(reader)));
}

Seconds JobInput::progress(std::uint32_t slot) {
  const Reader& reader = readers_[slot];
  if (reader.staging) return reader.before;
  const Bytes left = simulation_.fluid().remaining(reader.activity, simulation_.now());
  return reader.before + reader.work - Seconds(left.value() / reader.shape.demand);
}

std::optional<JobInput::End> JobInput::end(std::uint32_t token) {
  const std::uint32_t slot = slot_of(token);
  Reader& reader = readers_[slot];
  const std::uint32_t of = (token - kFirstToken) % kTokens;
  if (of != kEpoch) {
    if (const auto limit = of == kEnd ? std::exchange(reader.limit, {}) : std::nullopt)
      simulation_.fluid().cancel(simulation_.now(), *limit);
    leave(slot, of == kEnd);
    return End{.by_limit = of == kLimit};
  }
  account(reader);
  if (std::exchange(reader.staging, false)) {
    reader.has.clear();
    begin(slot);
    return std::nullopt;
  }
  reader.before += reader.work;
  reader.work = std::exchange(reader.later, Seconds(0.0));
  reader.cached = true;
  reader.has.clear();
  begin(slot);
  return std::nullopt;
}

Seconds JobInput::stop(std::uint32_t slot) {
  if (const auto limit = std::exchange(readers_[slot].limit, {}))
    simulation_.fluid().cancel(simulation_.now(), *limit);
  return leave(slot, false);
}

Seconds JobInput::leave(std::uint32_t slot, bool complete) {
  Reader& reader = readers_[slot];
  account(reader);
  const Seconds made = complete ? reader.before + reader.work : progress(slot);
  if (!complete) simulation_.fluid().cancel(simulation_.now(), reader.activity);
  leave_ways(slot);
  leave_what_stays(reader, complete);
  const auto most =
      std::ranges::max_element(reader.stalls, {}, &std::pair<InputCause, Seconds>::second);
  if (most != reader.stalls.end()) reader.record.by = most->first;
  count(reader.counted, -1.0);
  reader.counted = {};
  ended_.push_back(reader.record);
  reading_[reader.place] = reading_.back();
  readers_[reading_[reader.place]].place = reader.place;
  reading_.pop_back();
  outdated_ = true;
  return made;
}

}  // namespace gpuscape
