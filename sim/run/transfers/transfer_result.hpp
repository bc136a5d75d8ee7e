#pragma once
/// What the transfers of a run took.

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/model/transfers/plan_footprint.hpp"
#include "sim/platform/cluster/network.hpp"

namespace gpuscape {

/// All messages of one size of one transfer, its concurrent ones together.
struct TransferRow {
  std::string from;  ///< "gpu/0/gpu3"
  std::string to;
  std::string transport;   ///< "ib-verbs-edr with gpudirect-rdma-pix"
  std::string basis = {};  ///< what it rests on: "measured", "vendor", "guess"; empty: links alone
  bool outside_range = false;  ///< measured, but at other sizes
  std::string path;            ///< "NV", "PIX", …; "NET" between nodes
  Bytes message{0.0};
  std::int64_t concurrent = 1;
  std::int64_t in_flight = 1;
  std::int64_t messages = 1;  ///< of each of the concurrent ones
  Seconds start{0.0};
  Seconds end{0.0};                  ///< of the last one; before `ended` it means nothing
  std::optional<Seconds> time = {};  ///< where it is known better than from the two dates
  Seconds latency{0.0};              ///< of that time: before bytes flow
  bool ended = false;
  std::string bound_by;            ///< "copy engine", a link's name, "latency"
  std::vector<std::string> links;  ///< on its way, in order

  [[nodiscard]] Seconds duration() const { return time.value_or(end - start); }
  [[nodiscard]] double messages_per_second() const {
    return static_cast<double>(concurrent * messages) / duration().value();
  }
  [[nodiscard]] BytesPerSecond rate() const {
    return BytesPerSecond(message.value() * messages_per_second());
  }
};

/// One size of a collective.
struct CollectiveRow {
  std::string operation = {};  ///< "all-reduce"
  std::string among = {};      ///< "8 GPUs"
  std::string library = {};
  std::string basis = {};
  std::string type = {};  ///< of the data: "float"
  bool in_place = false;
  std::string algorithm = {};  ///< "ring"
  std::string protocol = {};   ///< "LL128"; empty where there is one
  Bytes bytes{0.0};
  std::int64_t rounds = 0;  ///< of all stages
  double bus_factor = 1.0;
  Seconds start{0.0};
  Seconds end{0.0};
  std::optional<Seconds> time = {};  ///< as of a transfer
  Seconds latency{0.0};              ///< of that time: without bytes on links
  Seconds idle_time{0.0};            ///< what it takes alone
  bool ended = false;
  std::string bound_by = {};  ///< alone: "latency", or the link that is fullest

  [[nodiscard]] Seconds duration() const { return time.value_or(end - start); }
  /// Bytes ÷ time, and what nccl-tests makes of it.
  [[nodiscard]] BytesPerSecond algorithm_bandwidth() const { return bytes / duration(); }
  [[nodiscard]] BytesPerSecond bus_bandwidth() const { return algorithm_bandwidth() * bus_factor; }
};

/// An application's steps on one number of GPUs.
struct StepRow {
  std::string application = {};
  std::string stream = {};
  /// Of several numbers of GPUs: "weak" where the batch of each GPU stays, "strong" where that of
  /// all together does; empty: there is one number.
  std::string scaling = {};
  std::int64_t gpus = 1;
  std::int64_t nodes = 1;
  std::int64_t steps = 1;
  double samples = 0.0;   ///< of all GPUs in a step; 0: not known
  double to_train = 0.0;  ///< samples until it is trained; 0: not known
  Seconds start_up{0.0};  ///< of a run, before the first step
  Seconds compute{0.0};   ///< of a step, without remote calls
  Seconds exchange{0.0};  ///< alone, hidden or not
  std::string algorithm = {};
  std::string basis = {};  ///< from which rate compute is
  Seconds start{0.0};
  Seconds end{0.0};
  std::optional<Seconds> time = {};  ///< as of a transfer
  bool ended = false;
  /// "compute", "input", "other traffic", "others on its GPUs", "calls", or what the exchange or
  /// copies of remote GPUs wait for.
  std::string bound_by = {};
  std::string client = {};   ///< the node that uses the GPUs; empty: each is used in its own
  Seconds calls{0.0};        ///< what remote calls add to a step
  Seconds copies{0.0};       ///< of a step, alone, hidden or not
  std::string dataset = {};  ///< that it reads from a store; empty: none
  std::string store = {};    ///< likewise
  Bytes read{0.0};           ///< of it in a step, on all nodes
  Seconds input{0.0};        ///< what that takes alone, hidden or not
  Seconds alone{0.0};        ///< a step with nobody else on the cluster; 0: not known

  [[nodiscard]] Seconds duration() const { return time.value_or(end - start); }
  [[nodiscard]] Seconds step() const { return duration() / static_cast<double>(steps); }
  [[nodiscard]] double batch_per_gpu() const { return samples / static_cast<double>(gpus); }
  [[nodiscard]] double samples_per_second() const { return samples / step().value(); }
  [[nodiscard]] bool knows_time_to_train() const {
    return ended && samples > 0.0 && to_train > 0.0;
  }
  /// Steps alone: without evaluation, and without what a run takes to begin.
  [[nodiscard]] Seconds time_to_train() const { return start_up + step() * (to_train / samples); }
  /// Whether the two below mean something.
  [[nodiscard]] bool knows_alone() const { return ended && alone > Seconds(0.0); }
  [[nodiscard]] double alone_samples_per_second() const { return samples / alone.value(); }
  /// Of the rate alone, what others on its links and GPUs take; what rounding leaves is none.
  [[nodiscard]] double lost_share() const {
    constexpr double kRounding = 1e-9;
    const double lost = 1.0 - alone / step();
    return std::abs(lost) < kRounding ? 0.0 : lost;
  }
};

/// How a network chooses among equal paths.
struct NetworkRouting {
  std::string network;  ///< its name
  RoutingFacts routing;
};

struct Bill;

struct TransferResult {
  std::vector<TransferRow> rows;                ///< in the order of the scenario, sizes in theirs
  std::vector<CollectiveRow> collectives = {};  ///< likewise
  std::vector<StepRow> steps = {};              ///< likewise
  std::vector<NetworkRouting> routing;          ///< of the networks that have equal paths
  std::string network;                          ///< "fluid", "simgrid-cm02", "simgrid-lv08"
  bool partial = false;                         ///< stopped before the end
  PlanFootprint footprint = {};                 ///< what they use of the cluster
  std::vector<CatalogGuess> guesses = {};       ///< of the catalogue, that they rest on
  std::shared_ptr<const Bill> bill = nullptr;   ///< what the design is made of; null: not known
};

}  // namespace gpuscape
