#pragma once
/// The links over which stores are read and written, as resources that all who do share: each
/// node's adapters on the network, and the links between switches above it, each way of its own.
///
/// Where jobs exchange data over them, too (`meet`), each leaves the other its share:
///  * reads have what exchanges leave on average, because loaders fetch ahead and catch up while
///    jobs compute;
///  * an exchange under way has the max-min fair share of a link among itself and those who read:
///    the root w of Σ min(read_i, w) + w = 1, in shares of the link (`left`). What its own job
///    reads is read while it computes, as far as it comes fast enough.
/// Writes are as reads are.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/model/store_way.hpp"

namespace gpuscape {

class StoreWays {
 public:
  using PlaceId = Id<struct StorePlaceTag>;
  using Way = Network::Way;
  /// What a byte that a node reads or writes puts on links there.
  struct Part {
    PlaceId place;
    double bytes = 1.0;
  };

  StoreWays(Simulation& simulation, const Platform& platform)
      : simulation_(simulation), platform_(platform) {}

  /// Who says how much goes over links when he is asked.
  class Teller {
   public:
    virtual ~Teller() = default;
    virtual void tell_rates() = 0;
  };
  /// He must outlive this.
  void add(Teller& teller) { tellers_.push_back(&teller); }
  void ask() {
    for (Teller* teller : tellers_) teller->tell_rates();
  }

  /// Jobs exchange data over that network. It must outlive this.
  void meet(const Network& exchange);
  /// Jobs of any node may read or write that way.
  void expect(const StoreWay& way);
  /// Of a byte that the node reads or writes; nothing where it is not on the network.
  const std::vector<Part>& of(const StoreWay& way, std::uint32_t node, Way direction);

  /// The place with that resource; nothing: it is another one.
  [[nodiscard]] std::optional<PlaceId> place_with(ResourceId resource) const {
    const auto at = by_resource_.find(resource);
    return at == by_resource_.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] ResourceId resource(PlaceId place) const { return at(place).resource; }
  [[nodiscard]] bool is_between_switches(PlaceId place) const { return at(place).switches; }
  /// Whether jobs exchange data there.
  [[nodiscard]] bool is_met(PlaceId place) const { return at(place).met; }
  [[nodiscard]] Way way(PlaceId place) const { return at(place).way; }
  [[nodiscard]] LinkSpan links(PlaceId place) const { return at(place).links; }
  /// Of a link of the network on which jobs exchange data; none: nobody reads over it.
  [[nodiscard]] PlaceId place_of(LinkIndex link) const {
    return link < place_of_.size() ? place_of_[link] : PlaceId::none();
  }

  /// Adds what a byte puts on each place of that node, times `bytes`; `parts` are sorted, and each
  /// place stands there once, after `merge`.
  void add_node(const StoreWay& way, std::uint32_t node, Way direction, double bytes,
                std::vector<Part>& parts);
  static void merge(std::vector<Part>& parts);
  /// Adds the resources of merged parts to `uses`, and to `met` those parts where jobs exchange
  /// data.
  void add_uses(std::span<const Part> parts, std::vector<Use>& uses, std::vector<Part>& met) const;

  /// That slot reads or writes over these, at first nothing.
  void join(std::uint32_t slot, std::span<const Part> parts);
  void leave(std::uint32_t slot, std::span<const Part> parts);
  /// It goes so fast, or would if links let it.
  void set_rate(std::uint32_t slot, std::span<const Part> parts, BytesPerSecond rate);
  /// One of them has no more to give.
  [[nodiscard]] bool any_full(std::span<const Part> parts) const;
  /// Share of the links' time that exchanges take there.
  void set_taken(PlaceId place, double taken);
  /// Links there have so many times their rate.
  void scale(PlaceId place, double factor);

  /// What exchanges there have changed, or what is read.
  void touch(PlaceId place);
  [[nodiscard]] bool any_touched() const { return !touched_.empty(); }
  [[nodiscard]] const std::vector<PlaceId>& touched() const { return touched_; }
  void untouch();
  /// Share of the links that the exchange of that slot has while it is under way; of what the slot
  /// reads itself, that part is read then.
  [[nodiscard]] double left(PlaceId place, std::uint32_t slot, double own_part);

 private:
  struct Flow {
    std::uint32_t slot = 0;
    double share = 0.0;  // of the links
  };
  struct Place {
    LinkSpan links;
    ResourceId resource = 0;
    double whole = 1.0;  // B/s
    double scale = 1.0;
    double taken = 0.0;
    Way way = Way::in;
    bool switches = false;
    bool met = false;
    bool touched = false;
    std::vector<Flow> flows = {};
  };
  [[nodiscard]] Place& at(PlaceId place) { return places_[place.index()]; }
  [[nodiscard]] const Place& at(PlaceId place) const { return places_[place.index()]; }
  PlaceId place(const Network& network, LinkSpan links, Way way, bool switches);
  void find_parts(const Network& network, std::uint32_t node, Way way, std::vector<Part>& parts);
  void set_capacity(const Place& place);

  Simulation& simulation_;
  const Platform& platform_;
  const Network* exchange_ = nullptr;  // null: nobody exchanges data
  std::vector<Place> places_;
  std::map<std::pair<const Network*, LinkIndex>, PlaceId> by_first_link_;
  std::map<std::tuple<const Network*, std::uint32_t, Way>, std::vector<Part>> of_nodes_;
  std::unordered_map<ResourceId, PlaceId> by_resource_;
  std::vector<PlaceId> place_of_;  // by link of the exchanges' network
  std::vector<Teller*> tellers_;
  std::vector<PlaceId> touched_;
  std::vector<double> shares_;  // scratch
};

}  // namespace gpuscape
