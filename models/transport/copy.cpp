/// Copies between host memory and a GPU of the same node, by the GPU's copy engine:
///   t = α + n ÷ β,  β the fluid share of the PCIe and memory links on the way, at most what the
/// copy engine attains. From pageable memory a core first copies into a pinned buffer (`pinning`),
/// chunk by chunk or all at once.
/// Measured ones (`end_to_end`) hold α and β of the whole way within a node, by direction.
/// Copies in both directions at once get less than twice what one gets (`both_ways`): those into a
/// GPU are answers to its reads, and wait behind what it writes. The two share alike, where
/// measured GPUs favour writes.
/// A GPU that a PCIe fabric lends is reached by the same copies: the fabric's latency is added, and
/// its links bound the rate as the node's do.
/// Leaves out: page faults, huge pages, the driver's threshold for small pageable copies.
/// Numbers: the catalogue's entries with kind "host-copy".

#include "sim/model/registry.hpp"
#include "sim/model/transfers/both_ways_shares.hpp"
#include "sim/model/transfers/transport_numbers.hpp"

namespace gpuscape {
namespace {

class HostCopy final : public Transport {
 public:
  explicit HostCopy(ObjectReader& reader) : numbers_(read_transport_numbers(reader)) {
    traits_.scope = TransportScope::host_copy;
    traits_.basis = numbers_.basis;
    from_gpu_ = numbers_;
    reader.optional_object("from_gpu", "What differs where a GPU is the sender.",
                           [&](ObjectReader& r) { from_gpu_ = read_direction(r, numbers_); });
    traits_.default_choice = reader.boolean("default", false, "Taken where no transport is named.");
    traits_.pinning = reader.optional_quantity<BytesPerSecond>(
        "pinning", "Rate at which a core first copies into a pinned buffer.");
    both_ways_.read(reader);
    traits_.chunk = reader.quantity<Bytes>("chunk", Bytes(0.0),
                                           "Size of that buffer; without it all goes through it at "
                                           "once.");
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& crossing, Bytes message) const override {
    MessageCost cost = (crossing.from_gpu ? from_gpu_ : numbers_).cost(message);
    cost.latency += numbers_.end_to_end ? crossing.fabric_latency : crossing.links_latency;
    cost.both_ways = both_ways_.share(crossing);
    if (numbers_.end_to_end) return cost;
    if (crossing.copy_rate) cost.lower_bound_to(*crossing.copy_rate, RateLimit::copy_engine);
    return cost;
  }

 private:
  TransportNumbers numbers_;
  TransportNumbers from_gpu_;
  BothWaysShares both_ways_;
  TransportTraits traits_;
};

}  // namespace

void register_transport_copy(Registry& registry) {
  registry.transports.add("host-copy", "Copies between host memory and a GPU of its node.",
                          [](ObjectReader& reader) { return std::make_unique<HostCopy>(reader); });
}

}  // namespace gpuscape
