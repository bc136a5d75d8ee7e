#pragma once
/// What jobs ask of the nodes they run on beside amounts: a GPU model, or features as in Slurm.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/gpus_from.hpp"

namespace gpuscape {

/// Empty texts: any will do.
struct NodeAsk {
  std::string gpu_models = {};  ///< one of these: "a100|h100"
  std::string features = {};    ///< "a100&nvlink", "(a|b)&c"
  GpusFrom gpus_from = GpusFrom::anywhere;
  std::string gpu_profile = {};  ///< of a GPU that is cut: "1g.10gb"
  Bytes gpu_memory{0.0};         ///< of one GPU; 0: it does not say
  friend auto operator<=>(const NodeAsk&, const NodeAsk&) = default;
};

/// Each distinct ask once, numbered in the order in which they came: Demand::asks. Number 0 asks
/// for nothing.
class NodeAsks {
 public:
  NodeAsks() : asks_(1) {}

  /// The number of an ask, added if it is new; none where there are more than can be numbered.
  std::optional<std::uint16_t> intern(std::string_view gpu_models, std::string_view features,
                                      GpusFrom gpus_from = GpusFrom::anywhere);
  std::optional<std::uint16_t> intern(const NodeAsk& ask);
  [[nodiscard]] const NodeAsk& operator[](std::uint16_t number) const { return asks_[number]; }
  [[nodiscard]] std::size_t size() const { return asks_.size(); }
  /// True when no job asks for anything.
  [[nodiscard]] bool empty() const { return asks_.size() == 1; }

 private:
  std::vector<NodeAsk> asks_;
  std::map<NodeAsk, std::uint16_t> number_of_;
};

/// What a job says of the part of a GPU that it wants.
struct GpuPartAsk {
  std::string_view profile = {};
  Bytes memory{0.0};
  [[nodiscard]] bool any() const { return !profile.empty() || memory > Bytes(0.0); }
};
/// A job of one GPU asks for that, if for anything. How much of a GPU it is depends on the GPU:
/// half of one stands for it until the job gets one.
void ask_for_part(const GpuPartAsk& part, NodeAsk& ask, Demand& demand);

/// Whether a GPU of that model is what `asked` names: the same name in either case, or its
/// beginning up to a hyphen, an underscore or a space ("a100" is "a100-sxm4-80gb").
[[nodiscard]] bool is_gpu_model(std::string_view asked, std::string_view model);

/// Whether nodes with these features have what an expression of names, "&", "|", parentheses and
/// brackets asks for; none where it is no such expression.
[[nodiscard]] std::optional<bool> has_features(std::string_view expression,
                                               const std::vector<std::string>& features);

/// What a cluster cannot tell of its nodes, so that nobody is refused for it.
struct NodeFacts {
  bool models = false;    ///< some group says its GPU model
  bool features = false;  ///< some group says its features
  bool profiles = false;  ///< some group cuts its GPUs into profiles with names
};
/// "1g.10gb" of "MIG 1g.10gb", "6q" of "P40-6Q".
[[nodiscard]] std::string plain_profile_name(std::string_view name);

[[nodiscard]] NodeFacts node_facts(const std::vector<NodeGroup>& groups);

/// Whether the group's nodes are what is asked for, as far as the cluster tells.
[[nodiscard]] bool will_do(const NodeAsk& ask, const NodeGroup& group, const NodeFacts& facts);

/// "GPU model a100|h100", "features nvlink".
[[nodiscard]] std::string ask_text(const NodeAsk& ask);

/// Whether the groups that lend GPUs, or those that do not, are what it asks for.
[[nodiscard]] bool will_do(GpusFrom from, const Platform& platform, std::size_t group);

/// Which groups serve each ask of a run.
void resolve_asks(const NodeAsks& asks, Platform& platform);

}  // namespace gpuscape
