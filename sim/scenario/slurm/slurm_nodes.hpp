#pragma once
/// Part of the reader of Slurm's settings: nodes by name as groups of equal nodes.

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/slurm/slurm_values.hpp"

namespace gpuscape {

/// Equal nodes whose names begin alike are a group, named by what they have in common; the k-th of
/// them in the text is "group/k", counted from 0. Nodes that are down or drained are left out.
class SlurmNodes {
 public:
  void read(const SlurmRecords& records, SlurmValues& values);

  [[nodiscard]] bool empty() const { return groups_.empty() && closed_.empty(); }
  [[nodiscard]] bool any_open() const { return !groups_.empty(); }
  /// The section "cluster".
  [[nodiscard]] JsonValue cluster() const;
  /// "n/0-3, big/1" for "n[1-4],b2"; empty where no open node is left, or after a fault.
  [[nodiscard]] std::string list(const SlurmField* field, SlurmValues& values) const;

 private:
  struct Capacity {
    std::int64_t gpus = 0;
    std::int64_t cores = 0;
    std::int64_t memory_mib = 0;
    std::string gpu_model = {};  ///< the type in Gres; empty where it says none
    std::vector<std::string> features = {};
    friend auto operator<=>(const Capacity&, const Capacity&) = default;
  };
  struct Group {
    std::string prefix;
    std::string name;
    Capacity capacity;
    std::uint32_t count = 0;
    SourcePlace place;
  };
  struct Node {
    std::size_t group = 0;
    std::uint32_t index = 0;
  };
  void add(const SlurmRecord& record, SlurmValues& values);
  void add_to_group(const std::string& node, const Capacity& capacity, const SourcePlace& place);
  std::int64_t gpus_of(const SlurmValues::Gpus& gres, const std::vector<std::string>& names);
  void note_gaps(SlurmValues& values) const;
  void name_groups();
  [[nodiscard]] std::string range_text(std::size_t group, std::uint32_t first,
                                       std::uint32_t last) const;

  std::vector<Group> groups_;
  std::map<std::pair<std::string, Capacity>, std::size_t> group_of_;  ///< in groups_
  std::map<std::string, Node, std::less<>> nodes_;
  std::set<std::string> closed_;
  std::set<std::string> without_memory_;
  /// Of nodes with GPUs that are cut into instances (MIG).
  struct Cut {
    std::set<std::string> nodes = {};
    std::int64_t instances = 0;
    std::int64_t whole = 0;  ///< beside them
  };
  Cut mixed_;    ///< with whole GPUs too
  Cut all_cut_;  ///< without
};

}  // namespace gpuscape
