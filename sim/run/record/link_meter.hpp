#pragma once
/// How much of each link is used, over time: averages, and how long it was nearly full.

#include <array>
#include <cstdint>
#include <vector>

#include "sim/run/record/run_result.hpp"
#include "sim/run/record/shared_links.hpp"

namespace gpuscape {

class LinkMeter {
 public:
  /// A link counts as nearly full above this share of its capacity.
  static constexpr double kNearlyFull = 0.9;

  /// `links` must outlive it.
  explicit LinkMeter(const SharedLinks& links);

  /// From `now` on, `share` of the link's capacity more (or less) is used.
  void change(Seconds now, LinkIndex link, double share);
  /// No traffic is left anywhere: sums that rounding kept above zero are zero again.
  void nothing_used() { used_ = {}; }
  /// Used share of the capacity of all links of a tier of the network together, now.
  [[nodiscard]] double used(LinkTier tier) const;
  /// Of a link's capacity, now.
  [[nodiscard]] double used(LinkIndex link) const { return links_[link].used; }
  /// Over 0 to `end`.
  [[nodiscard]] LinkUse use_of(LinkIndex link, Seconds end) const;
  /// The links that were nearly full for longest, then those with the highest average; at most
  /// `most`, none that were never used. Averages are over 0 to `end`.
  [[nodiscard]] std::vector<LinkUse> busiest(Seconds end, std::size_t most) const;

 private:
  struct Meter {
    double used = 0.0;      // share of the capacity
    Seconds since{0.0};     // `used` holds from here on
    double integral = 0.0;  // share × s until then
    Seconds full{0.0};      // above kNearlyFull until then
    std::uint32_t changes = 0;
  };
  /// Asked of the network once, and not at every change.
  struct OfNetwork {
    double capacity = 0.0;  // B/s
    LinkTier tier = LinkTier::host;
  };
  [[nodiscard]] static Meter held_until(Meter meter, Seconds date);

  const SharedLinks& shared_;
  std::vector<Meter> links_;
  std::vector<OfNetwork> of_network_;  // its links come first
  std::array<double, 2> capacity_{};   // by tier, B/s
  std::array<double, 2> used_{};       // by tier, B/s
};

}  // namespace gpuscape
