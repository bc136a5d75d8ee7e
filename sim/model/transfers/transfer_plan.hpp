#pragma once
/// The transfers of a scenario, ready to run: delays, flows, their links and what bounds each.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/model/input_plan.hpp"
#include "sim/model/transfers/plan_footprint.hpp"
#include "sim/model/transfers/transport_choice.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// A delay, then a flow.
struct TransferPhase {
  Seconds delay{0.0};
  std::uint32_t route = 0;  ///< index into TransferPlan::routes
  Bytes bytes{0.0};
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
  RateLimit limit = RateLimit::links;  ///< what makes the bound
};

/// All messages of one size.
struct PlannedSize {
  Bytes message{0.0};
  Seconds latency{0.0};        ///< the delays of all phases
  bool outside_range = false;  ///< something that it rests on was measured at other sizes alone
  std::vector<TransferPhase> phases;
};

struct PlannedTransfer {
  Endpoint from;
  Endpoint to;
  /// Of one end the cluster's storage with that name, in place of a device; empty: both are
  /// devices.
  std::string from_store = {};
  std::string to_store = {};
  std::string transport;
  /// What its transports' numbers rest on, the weakest of them: "measured", "vendor", "guess", …;
  /// empty where they have none.
  std::string basis = {};
  PathClass path = PathClass::same;
  Seconds start{0.0};
  std::int64_t concurrent = 1;
  std::int64_t in_flight = 1;
  std::int64_t messages = 1;
  std::vector<PlannedSize> sizes;
};

/// Bytes from one rank to another one in a round.
struct PlannedMove {
  std::uint32_t from = 0;  ///< ranks
  std::uint32_t to = 0;
  std::uint32_t route = 0;
  Bytes bytes{0.0};
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
};

/// Rounds of the same moves. A rank begins a round when it has sent and received what belongs to
/// the round before; the next stage begins when all rounds have ended.
struct PlannedStage {
  std::int64_t rounds = 1;
  Seconds delay{0.0};       ///< of each round, before bytes flow
  Seconds idle_round{0.0};  ///< of its bytes, while nobody else is on the links
  Seconds tail{0.0};        ///< after the last round, on no link
  std::vector<PlannedMove> moves = {};
};

/// What a client and one of its remote GPUs copy in a step, one phase after the other.
struct PlannedCopies {
  std::vector<TransferPhase> before = {};  ///< computing waits for them
  std::vector<TransferPhase> beside = {};  ///< while it computes, for the next step
};

/// What steps on remote GPUs pay for being remote.
struct PlannedAccess {
  std::string client = {};    ///< "client/0"
  Seconds calls{0.0};         ///< of a step: sending them as far as that takes longer than
                              ///< computing, and answers that are waited for
  Seconds copies{0.0};        ///< of a step, alone on the cluster, hidden or not
  Seconds before{0.0};        ///< of them, those that computing waits for
  std::string bound_by = {};  ///< what copies are longest on: a link, or "copies"
  std::vector<PlannedCopies> gpus = {};
};

/// What the nodes of a step read for the next one, from its beginning on.
struct PlannedReads {
  std::string dataset = {};
  std::string store = {};
  Bytes bytes{0.0};                       ///< of a step, on all nodes
  Seconds alone{0.0};                     ///< with nobody else on the cluster
  std::string bound_by = {};              ///< what takes that long
  std::vector<TransferPhase> lanes = {};  ///< by adapter that they come over, all at once
};

/// What a step computes on GPUs that steps of other entries use, too: processor sharing, as flows
/// on links of their own that take `kGpuWork` of work in a second.
struct PlannedWork {
  std::uint32_t route = 0;  ///< the GPUs that it shares
  Seconds delay{0.0};       ///< before it: the step waits for answers
  Bytes first{0.0};         ///< work before the exchange
  Bytes beside{0.0};        ///< and while it goes on
};
/// A power of two: a second's work of a GPU that nobody else uses takes a second to the last bit.
inline constexpr BytesPerSecond kGpuWork{1073741824.0};

/// What GPUs compute beside an exchange, step after step. The exchange begins `covers` before they
/// have computed, and the last of it comes `late`; a step is over when all of that is, and what is
/// copied beside.
struct PlannedStep {
  Seconds compute{0.0};  ///< input included, and calls of remote GPUs
  Seconds covers{0.0};   ///< at most `compute`
  Seconds late{0.0};     ///< of the exchange, alone, what begins when all is computed
  std::int64_t steps = 1;
  std::int64_t gpus = 1;
  std::int64_t nodes = 1;
  double samples = 0.0;      ///< of all GPUs in a step; 0: not known
  double to_train = 0.0;     ///< samples until it is trained; 0: not known
  Seconds start_up{0.0};     ///< of a run, before the first step
  bool input_bound = false;  ///< CPU cores prepare samples for longer than GPUs compute
  std::string basis = {};    ///< from which rate
  std::optional<PlannedAccess> access = {};  ///< none: the GPUs are used in their own nodes
  std::optional<PlannedReads> reads = {};    ///< none: nothing is read from a store
  Seconds gpu_time{0.0};                     ///< of `compute`, the GPUs' own part
  Seconds waits{0.0};                        ///< of `compute`, for answers of remote calls
  std::vector<Endpoint> on = {};             ///< its GPUs
  std::optional<PlannedWork> work = {};      ///< none: nobody else uses them
};

/// A collective of one size.
struct PlannedExchange {
  Bytes bytes{0.0};
  std::string algorithm = {};  ///< "ring"
  std::string protocol = {};   ///< "LL128"
  std::string bound_by = {};   ///< the link that its rounds would wait for, alone on the cluster
  Seconds start_latency{0.0};  ///< before the first round
  Seconds latency{0.0};        ///< of all that waits for no bytes
  Seconds idle_time{0.0};      ///< what it takes while nobody else is on the links
  std::vector<PlannedStage> stages = {};  ///< none: of a step in which nothing is exchanged
  std::optional<PlannedStep> step = {};   ///< of applications
};

/// Or an application's steps, of which the sizes are numbers of GPUs.
struct PlannedCollective {
  std::string application = {};  ///< empty: a collective
  std::string stream = {};       ///< of steps
  /// Of steps on several numbers of GPUs: "weak" or "strong"; else empty.
  std::string scaling = {};
  std::string operation = {};  ///< "all-reduce"
  std::string type = {};       ///< "float"
  std::string library = {};
  std::string basis = {};  ///< what its numbers rest on
  bool in_place = false;
  double bus_factor = 1.0;  ///< bus bandwidth ÷ algorithm bandwidth
  std::string among = {};   ///< "8 GPUs", "32 GPUs on 4 nodes"
  Seconds start{0.0};
  std::vector<PlannedExchange> sizes = {};
};

/// A resource that lies beside both directions of a link in a node: what they carry together.
struct BothWaysLink {
  ClusterLink link = 0;  ///< one of the two directions
  BytesPerSecond capacity{1.0};
};
/// Numbers of such links in routes: this one, and those after it.
inline constexpr ClusterLink kFirstBothWays = ClusterLink{1} << 31U;

/// What a store or a node's way to it carries beside links of the cluster.
struct StoreLink {
  std::string name;  ///< "array: controllers"
  BytesPerSecond capacity{1.0};
};
/// Numbers of such links in routes: this one, and those after it.
inline constexpr ClusterLink kFirstStoreLink = ClusterLink{1} << 30U;

struct TransferPlan {
  /// Links by route, none twice. Those of one route share a link of the network as if its capacity
  /// were payload.
  std::vector<std::vector<ClusterLink>> routes;
  /// Of links between nodes: the least share that any transport on it leaves for payload.
  std::vector<std::pair<ClusterLink, double>> payload_share;  ///< by rising link
  std::vector<PlannedTransfer> transfers;
  std::vector<PlannedCollective> collectives = {};
  /// GPUs that several entries use: links of PlannedWork, numbered behind those of the cluster.
  std::vector<Endpoint> shared_gpus = {};
  std::vector<BothWaysLink> both_ways = {};
  std::vector<StoreLink> store_links = {};
  std::set<std::string> notes = {};  ///< what a reader should know of its numbers
  PlanFootprint footprint;
};

class TransferWays;

/// What a link of a plan is called.
[[nodiscard]] std::string link_name(const TransferPlan& plan, const ClusterGraph& graph,
                                    ClusterLink link);

/// Plans all transfers of a scenario; what is wrong goes to the context, and that transfer is left
/// out. The rest of the scenario must have passed `check`. The payload of links is left to `ways`.
TransferPlan plan_transfers(const ScenarioSpec& spec, const ClusterGraph& graph, TransferWays& ways,
                            const InputPlan& storage, ReadingContext& context);

/// The most transfers, `concurrent` counted, that a run takes.
inline constexpr std::int64_t kMostTransfers = 2'000'000;

}  // namespace gpuscape
