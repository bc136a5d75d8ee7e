/// RDMA within one machine: one thread plays both ends, so that no two threads spin against each
/// other. What it shows is the adapter and its PCIe, not a network.

#include <algorithm>

#include "rdma/flow.hpp"
#include "rdma/measures.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {

namespace {

class LoopbackProbe final : public Probe {
 public:
  LoopbackProbe(const Adapter& from, const Adapter& to, const RdmaLoad& load,
                const Options& options)
      : near_(from, load, options),
        far_(to, load, options),
        giver_(near_),
        taker_(far_),
        near_striker_(near_),
        far_striker_(far_) {
    near_.fill(0);
    far_.fill(1);
    far_.connect(near_.address());
    near_.connect(far_.address());
    verify();
  }

  double run(std::int64_t operations) override {
    const RdmaLoad& load = near_.load();
    Patience patience;
    const double begin = steady_seconds();
    if (!load.latency || load.verb == Verb::kRead) {
      pour(operations);
      return steady_seconds() - begin;
    }
    for (std::int64_t i = 0; i < operations; ++i) {
      near_striker_.strike(patience);
      far_striker_.await(patience);
      far_striker_.strike(patience);
      near_striker_.await(patience);
    }
    return 0.5 * (steady_seconds() - begin);
  }

 private:
  void pour(std::int64_t requests) {
    Patience patience;
    giver_.begin(requests);
    taker_.begin(near_.load().verb == Verb::kSend ? requests : 0);
    for (bool all = false; !all;) {
      bool moved = false;
      all = giver_.step(moved);
      all = taker_.step(moved) && all;
      moved ? patience.progress() : patience.wait();
    }
  }
  void verify() {
    pour(near_.load().queue_pairs);
    near_.load().verb == Verb::kRead ? near_.check(1) : far_.check(0);
    near_.clear();
    far_.clear();
  }

  End near_;
  End far_;
  Giver giver_;
  Taker taker_;
  Striker near_striker_;
  Striker far_striker_;
};

RdmaPath loopback(const Adapter& from, const Adapter& to, const Options& options) {
  RdmaPath path;
  path.from = label_of(from);
  path.to = label_of(to);
  path.name = path.from + ">" + path.to + " loopback";
  path.link = from.link;
  path.bytes_per_second = std::min(from.bytes_per_second, to.bytes_per_second);
  path.marks.emplace_back("within one machine");
  if (from.software || to.software) path.marks.emplace_back("software RDMA");
  path.prepare = [from, to, options](const RdmaLoad& load) {
    return std::make_unique<LoopbackProbe>(from, to, load, options);
  };
  return path;
}

}  // namespace

Offer offer_rdma(const Options& options) {
  Adapters adapters = find_adapters(options);
  Offer offer;
  offer.devices = adapters.devices;
  offer.absent = adapters.absent;
  offer.versions = adapters.versions;
  const auto add = [&](const Adapter& from, const Adapter& to) {
    RdmaPath path = loopback(from, to, options);
    path.marks.insert(path.marks.end(), adapters.marks.begin(), adapters.marks.end());
    path.alike = !offer.measures.empty();
    for (Measure& measure : rdma_measures(path, options))
      offer.measures.push_back(std::move(measure));
  };
  for (const Adapter& adapter : adapters.usable) add(adapter, adapter);
  // Adapters of one machine often stand in networks that do not meet, so that only those that were
  // named are tried with each other.
  for (std::size_t i = 1; i < adapters.usable.size() && !options.ib_device.empty(); ++i)
    add(adapters.usable.front(), adapters.usable[i]);
  return offer;
}

}  // namespace gpuscape::bench
