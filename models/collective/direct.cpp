/// Messages without steps: all-to-all, every rank sends 1/k of its bytes to each other one at the
/// same time; send-receive, every rank sends them all to the next one:
///   t = base + (k − 1 + own) ÷ k · n ÷ (share · link)
/// LL waits for two hops, Simple for the start of a message. Each further message is posted after
/// the one before: base grows with the ranks, between nodes by the library's own time and the CPU
/// time that the transport takes of a message. `own` is the rank's own part, which is copied
/// beside. Over NVLink send-receive is the transport that the library names, and takes what a
/// transfer by it takes. Leaves out: that NCCL has only some messages under way at once, and
/// gathers those for one node on one GPU (PXN). Numbers: the library's entry.

#include <algorithm>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/collective_parts.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Direct final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& of) const override {
    constexpr std::uint32_t kMostRanks = 1024;
    if (of.operation == CollectiveOperation::all_to_all && of.ranks() > kMostRanks)
      return {"more than 1024 GPUs send to each other", "run it on a part of them"};
    return {};
  }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const std::uint32_t ranks = of.ranks();
    const bool all = of.operation == CollectiveOperation::all_to_all;
    CollectiveStage stage = shares_of(of, protocol);
    const bool as_transfer = !all && of.message && of.nodes() < 2;
    if (as_transfer) stage.nvlink_share = of.message->share;
    if (!as_transfer && protocol == CollectiveProtocol::simple)
      for (double* share : {&stage.nvlink_share, &stage.pcie_share, &stage.network_share})
        *share *= of.library->send_share;
    const Bytes part = all ? of.bytes / static_cast<double>(ranks) : of.bytes;
    for (std::uint32_t from = 0; from < ranks; ++from)
      for (std::uint32_t step = 1; step < (all ? ranks : 2); ++step)
        stage.moves.push_back({from, (from + step) % ranks, part});
    if (all) stage.tail = of.own_part() / (static_cast<double>(ranks) - 1.0);
    CollectivePlan plan{.latency = as_transfer ? of.message->latency : start(of, protocol),
                        .stages = {}};
    plan.stages.push_back(std::move(stage));
    plan.sent =
        all ? of.bytes * (static_cast<double>(ranks) - 1.0) : of.bytes * static_cast<double>(ranks);
    return plan;
  }

 private:
  static Seconds start(const CollectiveCase& of, CollectiveProtocol protocol) {
    const Seconds within = protocol == CollectiveProtocol::simple
                               ? of.library->send_base * of.latency_factor()
                               : base_latency(of, protocol) + hop_within(of, protocol, false) * 2.0;
    const Seconds first =
        of.nodes() < 2 ? within : within + network_start(of) + hop_across(of, protocol, false);
    return of.operation == CollectiveOperation::all_to_all ? first + further(of) : first;
  }

  /// A rank's messages are posted one after the other. Three within its node are in the start,
  /// which was fitted on four GPUs, and one between nodes.
  static Seconds further(const CollectiveCase& of) {
    constexpr double kInStart = 3.0;
    const double beside = of.ranks_per_node() - 1.0;
    const double across = static_cast<double>(of.ranks()) - std::ranges::min(of.node_sizes);
    const Seconds within = of.library->send_step * of.latency_factor();
    return within * (beside > 0.0 ? beside - kInStart : 0.0) +
           (of.library->post + of.network_post) * std::max(0.0, across - 1.0);
  }

  CollectiveTraits traits_{
      .operations = {CollectiveOperation::all_to_all, CollectiveOperation::send_receive},
      .protocols = {CollectiveProtocol::simple, CollectiveProtocol::ll}};
};

}  // namespace

void register_collective_direct(Registry& registry) {
  registry.collectives.add("direct", "Every rank sends to each other one, or to the next.",
                           [](ObjectReader&) { return std::make_unique<Direct>(); });
}

}  // namespace gpuscape
