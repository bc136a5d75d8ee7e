/// Copies from GPU to GPU within a node, over NVLink or over PCIe, and by way of host memory where
/// GPUs cannot reach each other:
///   t = α + n ÷ β,  β the fluid share of the links on the way, at most what the copy engines
/// attain, and over PCIe at most a share of the narrowest link that hangs on the path between the
/// two (`path_shares`): posted writes of one GPU into another suffer more at each bridge than
/// copies from host memory do, by generation and by the processor whose root complexes they cross
/// (`by_lane`). Copies in both directions at once get less than twice what one gets (`both_ways`).
/// Between boxes on a PCIe fabric it is the same, with the fabric's
/// links and switches on the way. What kernels move (NCCL) is no copy engine's: `copy_engine`
/// false. Leaves out: what direction (read or write) changes, ordering, the GPUs' memory bandwidth.
/// Numbers: the catalogue's entries with kind "peer-copy" and "staged-copy".

#include <array>
#include <utility>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/model/transfers/both_ways_shares.hpp"
#include "sim/model/transfers/transport_numbers.hpp"

namespace gpuscape {
namespace {

constexpr std::array kPaths = {PathClass::pix, PathClass::pxb, PathClass::phb, PathClass::node,
                               PathClass::sys};
constexpr std::array<std::string_view, 5> kPathKeys = {"pix", "pxb", "phb", "node", "sys"};

class PeerCopy final : public Transport {
 public:
  explicit PeerCopy(ObjectReader& reader) : numbers_(read_transport_numbers(reader)) {
    traits_.scope = TransportScope::peer_copy;
    traits_.basis = numbers_.basis;
    traits_.default_choice = reader.boolean("default", false, "Taken where no transport is named.");
    traits_.over_nvlink =
        reader.one_of("over", {"nvlink", "pcie"}, "The links that it uses.") == "nvlink";
    share_ = reader.number("share", 1.0, "Attainable share of the links' payload.",
                           Bounds{.least = 0.0, .most = 1.0, .above_least = true});
    copy_engine_ = reader.boolean("copy_engine", true, "The GPUs' copy engines move the bytes.");
    traits_.nearest = PathClass::nvlink;
    traits_.farthest = PathClass::nvlink;
    if (!traits_.over_nvlink) read_path_shares(reader);
    both_ways_.read(reader);
    reader.list("by_lane", "What differs by what a PCIe lane on the way carries, by rising rate.",
                [&](ObjectReader& r) { read_lane(r); });
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& crossing, Bytes message) const override {
    MessageCost cost = numbers_.cost(message);
    cost.latency += numbers_.end_to_end ? crossing.fabric_latency : crossing.links_latency;
    if (numbers_.end_to_end) return cost;
    if (copy_engine_ && crossing.copy_rate)
      cost.lower_bound_to(*crossing.copy_rate, RateLimit::copy_engine);
    if (share_ < 1.0) cost.lower_bound_to(crossing.narrowest * share_, RateLimit::transport);
    cost.both_ways = both_ways_.share(crossing);
    const PathShares* shares = &path_shares_;
    for (const Lane& newer : by_lane_)
      if (crossing.lane >= newer.lane && is_of(crossing, newer.processor)) shares = &newer.shares;
    for (std::size_t i = 0; i < kPaths.size(); ++i) {
      if (kPaths[i] == crossing.path && shares->at(i) < 1.0)
        cost.lower_bound_to(crossing.narrowest * shares->at(i), RateLimit::path);
    }
    return cost;
  }

 private:
  void read_path_shares(ObjectReader& reader) {
    const auto shares = reader.number_map(
        "path_shares", "Attainable share of the narrowest link by the path between the GPUs.",
        Bounds{.least = 0.0, .most = 1.0, .above_least = true}, true);
    bool any = false;
    for (std::size_t i = 0; i < kPaths.size(); ++i) {
      for (const auto& [key, share] : shares) {
        if (key != kPathKeys[i]) continue;
        path_shares_[i] = share;
        if (!any) traits_.nearest = kPaths[i];
        traits_.farthest = kPaths[i];
        any = true;
      }
    }
    if (!any && !shares.empty())
      reader.issue("path_shares", "no path is named", "paths are pix, pxb, phb, node and sys");
  }

  using PathShares = std::array<double, 5>;
  struct Lane {
    BytesPerSecond lane{0.0};  ///< at least
    std::string processor = {};
    PathShares shares = {};
  };

  /// An empty name is any processor's.
  static bool is_of(const Crossing& crossing, const std::string& processor) {
    return crossing.processor.find(processor) != std::string_view::npos;
  }

  /// Paths that are not named there are as in the last row before it that holds wherever it does.
  void read_lane(ObjectReader& reader) {
    Lane read{.lane = reader.quantity<BytesPerSecond>("lane", "What a lane carries, at least."),
              .processor = std::string(
                  reader.text("processor", "", "Only with processors in whose names this stands.")),
              .shares = path_shares_};
    for (const Lane& before : by_lane_) {
      if (before.processor != read.processor && !before.processor.empty()) continue;
      if (before.processor == read.processor && read.lane <= before.lane)
        reader.issue("lane", "lanes of one processor must be in order of increasing rate");
      if (before.lane <= read.lane) read.shares = before.shares;
    }
    const Bounds bounds{.least = 0.0, .most = 1.0, .above_least = true};
    for (const auto& [key, share] :
         reader.number_map("path_shares", "As without it, on such links.", bounds, true))
      for (std::size_t i = 0; i < kPaths.size(); ++i)
        if (key == kPathKeys[i]) read.shares[i] = share;
    by_lane_.push_back(std::move(read));
  }

  TransportNumbers numbers_;
  TransportTraits traits_;
  double share_ = 1.0;
  PathShares path_shares_ = {1.0, 1.0, 1.0, 1.0, 1.0};
  std::vector<Lane> by_lane_;
  BothWaysShares both_ways_;
  bool copy_engine_ = true;
};

class StagedCopy final : public Transport {
 public:
  explicit StagedCopy(ObjectReader& reader) : numbers_(read_transport_numbers(reader)) {
    traits_.scope = TransportScope::staged_copy;
    traits_.basis = numbers_.basis;
    traits_.default_choice = reader.boolean("default", false, "Taken where no transport is named.");
    traits_.chunk =
        reader.quantity<Bytes>("chunk", Bytes(0.0),
                               "What goes through host memory at a time; without it the copy out "
                               "begins when the copy in has ended.");
  }
  [[nodiscard]] const TransportTraits& traits() const override { return traits_; }
  [[nodiscard]] MessageCost cost(const Crossing& /*crossing*/, Bytes message) const override {
    return numbers_.cost(message);
  }

 private:
  TransportNumbers numbers_;
  TransportTraits traits_;
};

}  // namespace

void register_transport_peer(Registry& registry) {
  registry.transports.add(
      {.name = "peer-copy",
       .summary = "Copies from GPU to GPU, over NVLink or PCIe.",
       .example =
           R"({"over": "pcie", "path_shares": {"pix": 1, "phb": 0.875}, "latency": "2 us"})"},
      [](ObjectReader& reader) { return std::make_unique<PeerCopy>(reader); });
  registry.transports.add(
      "staged-copy", "Copies from GPU to GPU by way of host memory.",
      [](ObjectReader& reader) { return std::make_unique<StagedCopy>(reader); });
}

}  // namespace gpuscape
