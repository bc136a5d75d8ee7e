#pragma once
/// How the GPUs of a group are cut for jobs that share them, where they are cut into parts of
/// certain sizes at certain places.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/demand.hpp"

namespace gpuscape {

/// The places at which parts of a GPU can be, as bits.
using GpuPlaces = std::uint64_t;

struct GpuCuts {
  static constexpr std::size_t kMostPlaces = 64;

  /// What a job may get of a GPU.
  struct Profile {
    std::string name;                       ///< "1g.10gb"
    std::uint16_t milli = 0;                ///< thousandths of the GPU that it counts as, 1 to 999
    Bytes memory{0.0};                      ///< of the GPU's; 0: not known
    std::vector<std::uint8_t> places = {};  ///< where it can be, of equals the first
  };
  struct Place {
    std::uint8_t profile = 0;
    /// Places that cannot be taken while this one is. A place that is not among its own can be
    /// taken again, as far as thousandths are left, and counts as taken until the GPU is free.
    GpuPlaces excludes = 0;
  };
  std::vector<Profile> profiles;        ///< by rising thousandths, then by rising memory
  std::vector<Place> places;            ///< at most kMostPlaces
  std::vector<std::string> whole = {};  ///< names for all of a GPU
  bool only_parts = false;              ///< nobody gets all of a GPU
  Seconds carve{0.0};                   ///< to make an instance where there is another one, or none

  [[nodiscard]] static constexpr GpuPlaces bit(std::uint8_t place) { return GpuPlaces{1} << place; }
  /// The smallest with that many thousandths, which are rounded; none: it takes a whole GPU.
  [[nodiscard]] std::optional<std::uint8_t> of_size(std::uint16_t milli) const {
    const auto found = std::ranges::find_if(
        profiles, [milli](const Profile& profile) { return profile.milli + 1 >= milli; });
    return index_of(found);
  }
  /// The smallest with that much memory, of equals the one with the fewest thousandths.
  [[nodiscard]] std::optional<std::uint8_t> of_memory(Bytes memory) const {
    std::optional<std::uint8_t> least;
    for (std::uint8_t i = 0; i < profiles.size(); ++i)  // NOLINT(*-too-small-loop-variable): few
      if (profiles[i].memory >= memory && (!least || profiles[i].memory < profiles[*least].memory))
        least = i;
    return least;
  }
  [[nodiscard]] std::optional<std::uint8_t> of_name(std::string_view name) const {
    return index_of(std::ranges::find(profiles, name, &Profile::name));
  }
  /// Where the profile goes on a GPU of which those places are taken: where it takes the fewest
  /// places from others. None: nowhere.
  [[nodiscard]] std::optional<std::uint8_t> place_for(std::uint8_t profile, GpuPlaces taken) const {
    GpuPlaces closed = 0;
    for (GpuPlaces left = taken; left != 0; left &= left - 1)
      closed |= places[static_cast<std::size_t>(std::countr_zero(left))].excludes;
    std::optional<std::uint8_t> best;
    int least = 0;
    for (const std::uint8_t place : profiles[profile].places) {
      if ((closed & bit(place)) != 0) continue;
      const int closes = std::popcount(places[place].excludes & ~closed);
      if (best && closes >= least) continue;
      best = place;
      least = closes;
    }
    return best;
  }
  /// Whether it is free again as soon as its part is given back.
  [[nodiscard]] bool is_taken_once(std::uint8_t place) const {
    return (places[place].excludes & bit(place)) != 0;
  }

 private:
  [[nodiscard]] std::optional<std::uint8_t> index_of(
      std::vector<Profile>::const_iterator found) const {
    if (found == profiles.end()) return std::nullopt;
    return static_cast<std::uint8_t>(found - profiles.begin());
  }
};

/// What jobs with one ask (Demand::asks) get of a GPU in a group.
struct GpuPartOfAsk {
  bool is_asked = false;     ///< it names a profile, or an amount of memory; else by thousandths
  std::uint16_t milli = 0;   ///< of one GPU; 0: all of it
  std::uint8_t profile = 0;  ///< of the group's cuts, where it has any
};

/// What a job that asks for a part of a GPU gets where they are cut so; milli 0: a whole GPU.
/// `parts` are those of the group, by Demand::asks.
[[nodiscard]] inline GpuPartOfAsk part_of(const GpuCuts* cuts, std::span<const GpuPartOfAsk> parts,
                                          const Demand& demand) {
  if (demand.gpu_milli == 0) return {};
  if (demand.asks < parts.size() && parts[demand.asks].is_asked) return parts[demand.asks];
  if (cuts == nullptr) return {.milli = demand.gpu_milli};
  const std::optional<std::uint8_t> profile = cuts->of_size(demand.gpu_milli);
  if (!profile) return {};
  return {.milli = cuts->profiles[*profile].milli, .profile = *profile};
}
/// Whether GPUs cut so are of any use to it.
[[nodiscard]] inline bool will_do(const GpuCuts* cuts, std::span<const GpuPartOfAsk> parts,
                                  const Demand& demand) {
  return cuts == nullptr || !cuts->only_parts || demand.gpus == 0 ||
         part_of(cuts, parts, demand).milli != 0;
}

}  // namespace gpuscape
