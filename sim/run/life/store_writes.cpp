#include "sim/run/life/store_writes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/model/storage.hpp"
#include "sim/platform/planned_outage.hpp"

namespace gpuscape {

StoreWrites::StoreWrites(Simulation& simulation, WriteTargets targets, StoreWays* ways)
    : simulation_(simulation), ways_(ways) {
  targets.ways.resize(targets.stores.size());
  for (std::size_t i = 0; i < targets.stores.size(); ++i) {
    StorageSpec& spec = targets.stores[i];
    const ResourceId resource = simulation_.fluid().add_resource(spec.write_bandwidth);
    StoreUse use{.name = spec.name};
    stores_.push_back({.number = i,
                       .spec = std::move(spec),
                       .way = std::move(targets.ways[i]),
                       .resource = resource,
                       .use = std::move(use)});
  }
  if (ways_ != nullptr) ways_->add(*this);
}

void StoreWrites::start(std::uint32_t slot, const Write& write,
                        std::span<const AllocationSpan> spans) {
  if (slot >= under_way_.size()) under_way_.resize(slot + 1);
  Store& store = stores_[write.to];
  count(store, 1);
  uses_.assign(1, Use{.resource = store.resource});
  const std::optional<Use> of_reads =
      limits_ == nullptr ? std::nullopt : limits_->write_use(write.to);
  if (of_reads) uses_.push_back(*of_reads);
  UnderWay under_way{.activity = {}, .to = write.to, .bytes = write.bytes};
  if (ways_ != nullptr && store.way.network != nullptr) add_way(store.way, spans, under_way.shared);
  under_way.activity = simulation_.fluid().start(simulation_.now(), write.bytes, write.at_most,
                                                 uses_, kFirstToken + 2 * slot);
  if (!under_way.shared.empty()) {
    ways_->join(slot, under_way.shared);
    over_links_.insert(std::ranges::lower_bound(over_links_, slot), slot);
  }
  under_way_[slot] = std::move(under_way);
}

void StoreWrites::add_way(const StoreWay& way, std::span<const AllocationSpan> spans,
                          std::vector<StoreWays::Part>& shared) {
  nodes_.clear();
  for (const AllocationSpan& span : spans) nodes_.push_back(span.node);
  std::ranges::sort(nodes_);
  const auto same = std::ranges::unique(nodes_);
  nodes_.erase(same.begin(), same.end());
  way_.clear();
  for (const std::uint32_t node : nodes_)
    ways_->add_node(way, node, StoreWays::Way::out, 1.0 / static_cast<double>(nodes_.size()), way_);
  StoreWays::merge(way_);
  ways_->add_uses(way_, uses_, shared);
}

/// It writes over no links any more.
void StoreWrites::leave_way(std::uint32_t slot) {
  std::optional<UnderWay>& write = under_way_[slot];
  if (!write) return;
  std::vector<StoreWays::Part>& shared = write->shared;
  if (shared.empty()) return;
  ways_->leave(slot, shared);
  over_links_.erase(std::ranges::lower_bound(over_links_, slot));
}

/// Who waits for links would take all of them.
void StoreWrites::tell_rates() {
  constexpr double kSame = 1e-8;
  for (const std::uint32_t slot : over_links_) {
    std::optional<UnderWay>& under_way = under_way_[slot];
    if (!under_way) continue;
    UnderWay& write = *under_way;
    const double rate = simulation_.fluid().rate(write.activity).value();
    if (std::abs(rate - write.told) <= kSame * rate) continue;
    write.told = rate;
    ways_->set_rate(
        slot, write.shared,
        BytesPerSecond(ways_->any_full(write.shared) ? std::numeric_limits<double>::infinity()
                                                     : rate));
  }
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
  leave_way(slot);
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
  leave_way(slot);
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
