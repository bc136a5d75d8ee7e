#pragma once
/// Which GPUs of a group's nodes are free, and which of them a share of a job gets.

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "sim/platform/gpu_chooser.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// What the ids of a group's sets stand for. Up to kDirect GPUs the bits of an id are those of the
/// set; sets of larger nodes are numbered as they come.
class GpuSetNumbers {
 public:
  static constexpr std::uint32_t kDirect = 24;

  explicit GpuSetNumbers(std::uint32_t gpus = 0) : is_direct_(gpus <= kDirect) {}
  [[nodiscard]] GpuSetId id_of(const GpuSet& set);
  /// Empty for none.
  [[nodiscard]] GpuSet operator[](GpuSetId id) const {
    if (id.is_none()) return {};
    return is_direct_ ? GpuSet(id.index()) : sets_[id.index()];
  }

 private:
  bool is_direct_;
  std::vector<GpuSet> sets_;
  std::map<GpuSet, std::uint32_t> number_of_;
};

/// Whether the GPUs of the group's nodes are told apart: those of a graph are, and those that jobs
/// share, up to GpuSet::kMost.
[[nodiscard]] bool tells_gpus_apart(const NodeGroup& group);

/// All GPUs are free at first. Only of a group whose GPUs are told apart.
class NodeGpus {
 public:
  explicit NodeGpus(const NodeGroup& group);

  /// Takes `count` of the node's free GPUs, which are as many: those that are nearest to each
  /// other (GpuChooser).
  GpuSetId take(std::uint32_t node, std::uint32_t count);
  /// Takes these, which are free.
  void take(std::uint32_t node, GpuSetId gpus);
  void give(std::uint32_t node, GpuSetId gpus);

  [[nodiscard]] bool are_free(std::uint32_t node, GpuSetId gpus) const {
    return free_[node].contains_all(sets_[gpus]);
  }
  [[nodiscard]] const GpuSet& free(std::uint32_t node) const { return free_[node]; }
  [[nodiscard]] const GpuSetNumbers& sets() const { return sets_; }
  /// The one GPU of a set.
  [[nodiscard]] std::uint32_t gpu_of(GpuSetId one) const { return sets_[one].first(); }
  [[nodiscard]] GpuSetId set_of(std::uint32_t gpu);
  [[nodiscard]] GpuSetId id_of(const GpuSet& gpus) { return sets_.id_of(gpus); }

 private:
  GpuChooser chooser_;
  GpuSetNumbers sets_;
  std::vector<GpuSet> free_;  // by node
};

/// A GPU by its place in a group.
struct GpuPlace {
  std::uint32_t node = 0;
  std::uint32_t gpu = 0;
};

/// A part of a shared GPU: `place` is one of the group's cuts, where it has any.
struct GpuPartPlace {
  GpuPlace gpu;
  std::uint8_t place = 0;
};

/// The GPUs of a group that jobs hold parts of, by what is left of each. They are not free.
class SharedGpus {
 public:
  /// None is shared at first.
  explicit SharedGpus(const NodeGroup& group);

  /// Of the shared GPUs on nodes that `may_take` accepts that have room for the part: the one with
  /// the least left; of equals the lowest node, then the lowest GPU. None where there is none.
  template <class MayTake>
  [[nodiscard]] std::optional<GpuPartPlace> best_fit(const GpuPartOfAsk& part,
                                                     const MayTake& may_take) const {
    for (auto at = by_left_.lower_bound({part.milli, 0, 0}); at != by_left_.end(); ++at) {
      if (!may_take(at->node)) continue;
      const GpuPlace gpu{at->node, at->gpu};
      if (cuts_ == nullptr) return GpuPartPlace{gpu};
      if (const auto place = cuts_->place_for(part.profile, taken_[index(gpu)]))
        return GpuPartPlace{gpu, *place};
    }
    return std::nullopt;
  }
  /// Where such a part goes on that GPU, which is shared; none where it has no room or is not.
  [[nodiscard]] std::optional<GpuPartPlace> room(const GpuPartOfAsk& part, GpuPlace gpu) const {
    const std::uint16_t left = left_[index(gpu)];
    if (left == Demand::kWholeGpu || left < part.milli) return std::nullopt;
    if (cuts_ == nullptr) return GpuPartPlace{gpu};
    const auto place = cuts_->place_for(part.profile, taken_[index(gpu)]);
    return place ? std::optional(GpuPartPlace{gpu, *place}) : std::nullopt;
  }
  /// Where such a part goes on a GPU on which there is none yet.
  [[nodiscard]] std::uint8_t first_place(const GpuPartOfAsk& part) const {
    return cuts_ == nullptr ? std::uint8_t{0} : cuts_->place_for(part.profile, 0).value_or(0);
  }
  /// A job takes `milli` of a GPU, which is free or has as much left.
  void take(const GpuPartPlace& at, std::uint16_t milli);
  /// It gives them back. True when nobody is left on the GPU: it is not shared any more.
  bool give(const GpuPartPlace& at, std::uint16_t milli);

  [[nodiscard]] std::size_t size() const { return by_left_.size(); }
  /// Thousandths left of a GPU that is shared; of any other all of one, whether free or not.
  [[nodiscard]] std::uint16_t left(GpuPlace place) const { return left_[index(place)]; }
  /// The same of each GPU of the node.
  [[nodiscard]] std::span<const std::uint16_t> left_by_gpu(std::uint32_t node) const {
    return std::span(left_).subspan(index({node, 0}), gpus_per_node_);
  }
  /// Thousandths left of the node's shared GPUs together.
  [[nodiscard]] std::int64_t left_of(std::uint32_t node) const { return left_of_node_[node]; }
  /// Calls `visit(left)` for each, by rising thousandths left.
  template <class Visit>
  void for_each_left(const Visit& visit) const {
    for (const Shared& one : by_left_) visit(one.left);
  }

 private:
  struct Shared {
    std::uint16_t left = 0;
    std::uint32_t node = 0;
    std::uint32_t gpu = 0;
    friend auto operator<=>(const Shared&, const Shared&) = default;
  };
  [[nodiscard]] std::size_t index(GpuPlace place) const {
    return std::size_t{place.node} * gpus_per_node_ + place.gpu;
  }
  void change(GpuPlace place, std::uint16_t to);

  std::uint32_t gpus_per_node_;
  std::shared_ptr<const GpuCuts> cuts_;  // null: parts are anywhere
  std::vector<std::uint16_t> left_;      // by node and GPU; those of a GPU that is not shared: all
  std::vector<GpuPlaces> taken_;         // likewise; empty where there are no cuts
  std::vector<std::int32_t> left_of_node_;  // of those that are shared
  std::set<Shared> by_left_;
};

}  // namespace gpuscape
