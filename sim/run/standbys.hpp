#pragma once
/// Jobs that hold nodes besides those that they work on, and nodes of theirs that are in repair.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

class Standbys {
 public:
  /// `terms` by stream; empty: nobody has any.
  Standbys(std::vector<StandbysSpec> terms, const Platform& platform);

  [[nodiscard]] bool any() const { return gpus_of_node_ > 0; }
  /// How many a job of such a demand holds: 0 where its nodes are not all alike.
  [[nodiscard]] std::uint32_t count(const Job& job) const;
  /// With standbys, each of which is as each of its nodes.
  [[nodiscard]] Demand held_by(const Job& job) const;
  [[nodiscard]] Seconds selection(const Job& job) const { return terms_[job.stream].selection; }

  /// Whose a node in repair is.
  struct Claim {
    std::uint32_t slot = 0;
    std::uint32_t job = 0;
    Seconds life_start{0.0};
  };
  void claim(const OutageNode& node, const Claim& claim) { claims_[node] = claim; }
  [[nodiscard]] std::optional<Claim> take_claim(const OutageNode& node) {
    const auto at = claims_.find(node);
    if (at == claims_.end()) return std::nullopt;
    const Claim claim = at->second;
    claims_.erase(at);
    return claim;
  }

  /// A job that an outage nobody foresaw stopped, with so many nodes.
  void note_stopped(std::uint32_t job, std::size_t nodes) { stopped_.emplace_back(job, nodes); }
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::size_t>> take_stopped() {
    return std::exchange(stopped_, {});
  }

 private:
  /// How many nodes it works on, all alike; 0: they are not.
  [[nodiscard]] std::int32_t nodes_of(const Demand& demand) const;

  std::vector<StandbysSpec> terms_;
  std::int32_t gpus_of_node_ = 0;  // of all nodes that have GPUs; 0: nobody has standbys
  std::map<OutageNode, Claim> claims_;
  std::vector<std::pair<std::uint32_t, std::size_t>> stopped_;
};

}  // namespace gpuscape
