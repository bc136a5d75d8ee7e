#include "sim/run/life/store_writes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/model/storage.hpp"
#include "sim/platform/planned_outage.hpp"

namespace gpuscape {

StoreWrites::StoreWrites(Simulation& simulation, WriteTargets stores) : simulation_(simulation) {
  for (StorageSpec& spec : stores) {
    const ResourceId resource = simulation_.fluid().add_resource(spec.write_bandwidth);
    StoreUse use{.name = spec.name};
    stores_.push_back({.number = stores_.size(),
                       .spec = std::move(spec),
                       .resource = resource,
                       .use = std::move(use)});
  }
}

void StoreWrites::start(std::uint32_t slot, const Write& write) {
  if (slot >= under_way_.size()) under_way_.resize(slot + 1);
  Store& store = stores_[write.to];
  count(store, 1);
  std::array<Use, 2> uses{Use{.resource = store.resource}};
  const std::optional<Use> of_reads =
      reads_ == nullptr ? std::nullopt : reads_->write_use(write.to);
  uses[1] = of_reads.value_or(uses[0]);
  under_way_[slot] = UnderWay{.activity = simulation_.fluid().start(
                                  simulation_.now(), write.bytes, write.at_most,
                                  std::span(uses).first(of_reads ? 2 : 1), kFirstToken + 2 * slot),
                              .to = write.to,
                              .bytes = write.bytes};
}

/// What FluidSystem calls a byte is a second here.
void StoreWrites::wait(std::uint32_t slot, Seconds limit) {
  std::optional<UnderWay>& write = under_way_[slot];
  if (write && limit < kForever)
    write->limit = simulation_.fluid().start(simulation_.now(), Bytes(limit.value()),
                                             BytesPerSecond(1.0), {}, kFirstToken + 2 * slot + 1);
}

void StoreWrites::cancel(std::uint32_t slot) {
  if (slot >= under_way_.size()) return;
  const std::optional<UnderWay> write = std::exchange(under_way_[slot], std::nullopt);
  if (!write) return;
  const Bytes left = simulation_.fluid().cancel(simulation_.now(), write->activity);
  if (write->limit) simulation_.fluid().cancel(simulation_.now(), *write->limit);
  count(stores_[write->to], -1);
  stores_[write->to].use.written += write->bytes - left;
}

bool StoreWrites::end(std::uint32_t token) {
  const std::uint32_t slot = slot_of(token);
  std::optional<UnderWay>& write = under_way_[slot];
  if (!write) throw InternalError("a write that completes is under way");
  if ((token - kFirstToken) % 2 == 1) {
    write->limit.reset();
    cancel(slot);
    return false;
  }
  if (write->limit) simulation_.fluid().cancel(simulation_.now(), *write->limit);
  Store& store = stores_[write->to];
  count(store, -1);
  store.use.written += write->bytes;
  ++store.use.writes;
  write.reset();
  return true;
}

void StoreWrites::count(Store& store, std::int64_t more) {
  const Seconds now = simulation_.now();
  if (store.writing > 0) store.use.busy += now - store.since;
  store.since = now;
  store.writing += more;
  store.use.most = std::max(store.use.most, store.writing);
  if (reads_ != nullptr) reads_->note_write(store.number);
}

void StoreWrites::change_store(std::size_t store, const StoreState& state) {
  const Store& of = stores_[store];
  const BytesPerSecond nothing = of.spec.write_bandwidth * kServesNobody;
  const BytesPerSecond left =
      serves(of.spec.makeup, state)
          ? std::max(nothing, write_bandwidth_of(of.spec.makeup, of.spec.write_of_all, state))
          : nothing;
  simulation_.fluid().set_capacity(simulation_.now(), of.resource, left);
}

std::vector<StoreUse> StoreWrites::uses() const {
  std::vector<StoreUse> all;
  all.reserve(stores_.size());
  for (const Store& store : stores_) all.push_back(store.use);
  return all;
}

}  // namespace gpuscape
