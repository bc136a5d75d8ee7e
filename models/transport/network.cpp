/// Messages between nodes: kernel TCP, verbs over InfiniBand or Ethernet, MPI over them, and what
/// GPUDirect RDMA adds where an end is a GPU.
///   t = α + n ÷ β,  α the adapters' latency over one switch (the catalogue's `verbs_latency`, or
/// the entry's own), further switches and links, and the CPU time of each end that takes part; β
/// the fluid share of the route, at most what one core moves and a flow's share of the wire.
/// Headers and acknowledgements take their part of network links: payload ÷ (payload + overhead) ×
/// acknowledgements. With k messages of n bytes in flight the rate is at most n ÷ CPU time per
/// message, and k·n ÷ t. MPI sends small messages at once (eager) and asks for larger ones first
/// (`rendezvous`), which then wait for as many small messages more. One connection carries at most
/// `flow_rate`, as clouds have it; collective libraries open `library_flows` of them. Leaves out:
/// congestion control, loss, retransmission, ordering, registration of memory. Numbers: the
/// catalogue's entries with kind "network" and "gpudirect".

#include <algorithm>
#include <limits>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/model/transfers/transport_numbers.hpp"

namespace gpuscape {
namespace {

class NetworkTransport final : public Transport {
 public:
  explicit NetworkTransport(ObjectReader& reader) : numbers_(read_transport_numbers(reader)) {
    traits_.scope = TransportScope::network;
    traits_.basis = numbers_.basis;
    traits_.default_choice = reader.boolean("default", false, "Taken where no transport is named.");
    traits_.protocol = reader.text("protocol", "", "What adapters must speak.");
    traits_.line = reader.optional_quantity<BytesPerSecond>(
        "line", "Of the adapters that it is meant for, per direction.");
    traits_.reaches_gpus = reader.boolean(
        "gpudirect", false,
        "Whether it reads and writes GPU memory directly; otherwise through host memory.");
    traits_.chunk =
        reader.quantity<Bytes>("chunk", Bytes(0.0),
                               "What goes through host memory at a time; without it a message as "
                               "a whole.");
    by_adapter_ = reader.boolean(
        "adapter_latency", false,
        "The adapters' own latency counts where it is known, instead of the one here.");
    traits_.plugin_latency = reader.quantity<Seconds>(
        "plugin_latency", Seconds(0.0),
        "What a collective library's plug-in spends on each message beside that.");
    traits_.flow_rate = reader.optional_quantity<BytesPerSecond>(
        "flow_rate", "What one connection carries, however fast cores and links are.");
    traits_.library_flows =
        reader.count("library_flows", 1,
                     "Connections that a collective library opens side by side for a pair of "
                     "adapters; each has its own core and its own flow_rate.",
                     kPositive);
    reader.optional_object("rendezvous", "What larger messages wait for before they move.",
                           [&](ObjectReader& r) { read_rendezvous(r); });
    traits_.in_order = reader.boolean(
        "in_order", true, "Bytes arrive as they were written: protocols with flags among them.");
    share_ = reader.number("share", 1.0, "Of the wire, what one flow attains.",
                           Bounds{.least = 0.0, .most = 1.0, .above_least = true});
    const Bytes payload =
        reader.quantity<Bytes>("packet_payload", Bytes(1.0), "Of a full packet.", kPositive);
    const Bytes overhead = reader.quantity<Bytes>("packet_overhead", Bytes(0.0),
                                                  "Headers, checksums and gaps of a packet.");
    payload_ = payload / (payload + overhead) *
               reader.number("acknowledgements", 1.0, "Share of a link that they leave.",
                             Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& crossing, Bytes message) const override {
    MessageCost cost = numbers_.cost(message);
    cost.wire_payload = payload_;
    if (numbers_.end_to_end) return cost;
    if (by_adapter_ && crossing.adapter_latency)
      cost.latency += *crossing.adapter_latency - numbers_.regimes.back().latency;
    cost.latency += crossing.links_latency;
    if (message > rendezvous_above_) cost.latency *= 1.0 + rendezvous_messages_;
    if (traits_.flow_rate) cost.lower_bound_to(*traits_.flow_rate, RateLimit::transport);
    if (share_ < 1.0) cost.lower_bound_to(crossing.wire * share_, RateLimit::transport);
    return cost;
  }

 private:
  void read_rendezvous(ObjectReader& reader) {
    rendezvous_above_ = reader.quantity<Bytes>(
        "above", "The largest message that is sent at once, into a buffer of the receiver.");
    rendezvous_messages_ = static_cast<double>(
        reader.count("messages", 2, "Small messages, one after the other, before a larger one.",
                     Bounds{.least = 0, .most = 4}));
  }

  TransportNumbers numbers_;
  TransportTraits traits_;
  Bytes rendezvous_above_{std::numeric_limits<double>::infinity()};
  double rendezvous_messages_ = 0.0;
  double payload_ = 1.0;
  double share_ = 1.0;
  bool by_adapter_ = false;
};

PathClass path_named(std::string_view name) {
  if (name == "pix") return PathClass::pix;
  if (name == "pxb") return PathClass::pxb;
  if (name == "phb") return PathClass::phb;
  return name == "node" ? PathClass::node : PathClass::sys;
}

class GpuDirect final : public Transport {
 public:
  explicit GpuDirect(ObjectReader& reader) : numbers_(read_transport_numbers(reader)) {
    traits_.scope = TransportScope::gpudirect;
    traits_.basis = numbers_.basis;
    traits_.default_choice = reader.boolean("default", false, "Taken where no transport is named.");
    traits_.farthest =
        path_named(reader.one_of("path", {"pix", "pxb", "phb", "node", "sys"},
                                 "The farthest path from GPU to adapter that it is of."));
    share_ =
        reader.number("share", 1.0, "What a root complex passes on, as a share of the GPU's link.",
                      Bounds{.least = 0.0, .most = 1.0, .above_least = true});
    reader.list("by_lane",
                "What passes instead where PCIe lanes on the way carry as much, by rising rate.",
                [&](ObjectReader& r) { read_lane(r); });
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& crossing, Bytes message) const override {
    MessageCost cost = numbers_.cost(message);
    if (share_ < 1.0) cost.lower_bound_to(crossing.gpu_link * share_, RateLimit::path);
    for (const Lane& lane : lanes_) {
      if (crossing.lane < lane.carries) continue;
      cost.bound = lane.most;
      cost.limit = RateLimit::path;
    }
    return cost;
  }

 private:
  struct Lane {
    BytesPerSecond carries{0.0};  ///< at least
    BytesPerSecond most{0.0};
  };

  void read_lane(ObjectReader& reader) {
    const auto carries = reader.quantity<BytesPerSecond>("lane", "What a lane carries, at least.");
    if (!lanes_.empty() && carries <= lanes_.back().carries)
      reader.issue("lane", "lanes must be in order of increasing rate");
    lanes_.push_back({carries, reader.quantity<BytesPerSecond>("most", "What passes then.")});
  }

  std::vector<Lane> lanes_;
  TransportNumbers numbers_;
  TransportTraits traits_;
  double share_ = 1.0;
};

class LinksAlone final : public Transport {
 public:
  explicit LinksAlone(ObjectReader& reader) {
    read_transport_numbers(reader);
    traits_.scope = TransportScope::links_alone;
    traits_.basis.clear();
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& /*crossing*/, Bytes /*message*/) const override {
    return {};
  }

 private:
  TransportTraits traits_;
};

}  // namespace

void register_transport_network(Registry& registry) {
  registry.transports.add(
      "network", "Messages between nodes: TCP, verbs, MPI.",
      [](ObjectReader& reader) { return std::make_unique<NetworkTransport>(reader); });
  registry.transports.add({.name = "gpudirect",
                           .summary = "What a GPU at an end adds to messages between nodes.",
                           .example = R"({"path": "pxb", "latency": "0.8 us"})"},
                          [](ObjectReader& reader) { return std::make_unique<GpuDirect>(reader); });
  registry.transports.add(
      "links-alone", "Only the links count: no latency or rate limit of its own.",
      [](ObjectReader& reader) { return std::make_unique<LinksAlone>(reader); });
}

}  // namespace gpuscape
