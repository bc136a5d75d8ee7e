#pragma once
/// What jobs do when their nodes fail: those that hold others besides, those that go on with fewer,
/// and nodes of theirs that are in repair.

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
  /// `terms` by stream; empty: jobs wait again.
  Standbys(std::vector<SavesSpec> terms, const Platform& platform);

  [[nodiscard]] bool any() const { return gpus_of_node_ > 0; }
  /// Whether nodes in repair may be of use to the job that had them.
  [[nodiscard]] bool any_claims() const { return !claims_.empty(); }
  [[nodiscard]] const SavesSpec& terms(const Job& job) const {
    static const SavesSpec none;
    return terms_.empty() ? none : terms_[job.stream];
  }
  /// How many a job of such a demand holds: 0 where its nodes are not all alike.
  [[nodiscard]] std::uint32_t count(const Job& job) const;
  /// With standbys, each of which is as each of its nodes.
  [[nodiscard]] Demand held_by(const Job& job) const;
  [[nodiscard]] Seconds selection(const Job& job) const { return terms(job).standbys.selection; }

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

  /// A job has fewer nodes than it started on, in the life that it is in.
  void note_size(std::uint32_t job, Seconds life_start, std::uint32_t nodes) {
    sizes_.insert_or_assign(job, Size{nodes, life_start});
  }
  /// On how many nodes it started, where it has `has` in that life.
  [[nodiscard]] std::uint32_t full_size(std::uint32_t job, Seconds life_start,
                                        std::uint32_t has) const {
    if (sizes_.empty()) return has;
    const auto known = sizes_.find(job);
    const bool of_life = known != sizes_.end() && known->second.life_start == life_start;
    return of_life ? known->second.nodes : has;
  }
  void forget_size(std::uint32_t job) { sizes_.erase(job); }

  /// A job that an outage nobody foresaw stopped, with so many nodes.
  void note_stopped(std::uint32_t job, std::size_t nodes) { stopped_.emplace_back(job, nodes); }
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::size_t>> take_stopped() {
    return std::exchange(stopped_, {});
  }

 private:
  /// How many nodes it works on, all alike; 0: they are not.
  [[nodiscard]] std::int32_t nodes_of(const Demand& demand) const;

  struct Size {
    std::uint32_t nodes = 0;
    Seconds life_start{0.0};
  };

  std::vector<SavesSpec> terms_;
  std::int32_t gpus_of_node_ = 0;  // of all nodes that have GPUs; 0: nobody has standbys
  std::map<OutageNode, Claim> claims_;
  std::map<std::uint32_t, Size> sizes_;  // of jobs that lack nodes
  std::vector<std::pair<std::uint32_t, std::size_t>> stopped_;
};

}  // namespace gpuscape
