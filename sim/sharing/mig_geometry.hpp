#pragma once
/// Which instances (MIG) a GPU can be carved into, and where they may lie.
///
/// A GPU has compute slices 0 … c − 1 and memory slices 0 … m − 1; A100 and H100 have 7 and 8, A30
/// has 4 and 4. An instance of a profile takes as many memory slices as its profile has, from a
/// start that is a multiple of their number, and its compute slices from the same start. From this
/// rule follow all placements that `nvidia-smi mig -lgipp` lists for these boards: 1g {0–6}:1, 1g
/// with double memory {0,2,4,6}:2, 2g {0,2,4}:2, 3g {0,4}:4, 4g {0}:4, 7g {0}:8; A30 1g {0–3}:1,
/// 2g {0,2}:2, 4g {0}:4. Compute slices whose memory is taken are stranded: a 3g at 0 strands
/// compute slice 3, a 3g at 4 none, two of them one.
///
/// What is left out: compute instances within an instance, and decoders beyond "with media".
/// Source: NVIDIA's MIG user guide, tables of profiles and placements.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct MigProfile {
  std::string name;  ///< "1g.10gb", "1g.10gb+me"
  std::uint32_t compute_slices = 0;
  std::uint32_t memory_slices = 0;
  Bytes memory{0.0};
  bool has_media = false;  ///< "+me": at most one such instance on a GPU
};

/// An instance, or where one may lie.
struct MigPlacement {
  std::uint32_t profile = 0;  ///< of its geometry's
  std::uint32_t start = 0;    ///< its first memory slice, and its first compute slice
  friend bool operator==(const MigPlacement&, const MigPlacement&) = default;
  friend auto operator<=>(const MigPlacement&, const MigPlacement&) = default;
};

/// Slices as bits: bit i is slice i.
struct MigSlices {
  std::uint32_t compute = 0;
  std::uint32_t memory = 0;
  bool media = false;
  friend bool operator==(const MigSlices&, const MigSlices&) = default;
};

/// Where an instance can be made of idle ones, and which of these have to go.
struct MigRecarving {
  MigPlacement made;
  std::vector<MigPlacement> removed;  ///< by start
};

/// Of one kind of GPU. Immutable; all functions are pure, and equal answers come from equal
/// arguments.
class MigGeometry {
 public:
  /// Throws InternalError where the geometry is none: no slices or more than 16, no profiles, two
  /// of one name, a profile without slices or of more than the GPU has, or without a placement.
  MigGeometry(std::uint32_t compute_slices, std::uint32_t memory_slices,
              std::vector<MigProfile> profiles);

  [[nodiscard]] std::uint32_t compute_slices() const { return compute_slices_; }
  [[nodiscard]] std::uint32_t memory_slices() const { return memory_slices_; }
  [[nodiscard]] const std::vector<MigProfile>& profiles() const { return profiles_; }
  /// None: the GPU has no such profile.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  /// The profile with the fewest slices, compute before memory, that has so much memory and so
  /// many compute slices and no media; none: no profile has.
  [[nodiscard]] std::optional<std::uint32_t> smallest_with(Bytes memory,
                                                           std::uint32_t compute_slices = 1) const;

  /// All starts that an instance of the profile may have on an empty GPU, rising.
  [[nodiscard]] const std::vector<std::uint32_t>& starts(std::uint32_t profile) const {
    return starts_[profile];
  }
  /// How many instances of one profile a GPU holds at most.
  [[nodiscard]] std::uint32_t most_instances(std::uint32_t profile) const;
  [[nodiscard]] MigSlices slices_of(const MigPlacement& placement) const;
  /// Of all together. Throws InternalError where two overlap.
  [[nodiscard]] MigSlices occupied_by(const std::vector<MigPlacement>& instances) const;

  [[nodiscard]] bool can_place(const MigSlices& occupied, const MigPlacement& placement) const;
  /// The lowest possible start; none: there is none.
  [[nodiscard]] std::optional<std::uint32_t> first_fit(const MigSlices& occupied,
                                                       std::uint32_t profile) const;
  /// The start that leaves most: first the fewest stranded compute slices, then the largest
  /// profile that can still be placed, then the most placements, then the lowest start.
  [[nodiscard]] std::optional<std::uint32_t> best_fit(const MigSlices& occupied,
                                                      std::uint32_t profile) const;
  /// Free slices that no profile reaches with what is occupied.
  [[nodiscard]] MigSlices stranded(const MigSlices& occupied) const;

  /// Starts for all of the profiles, in their order, beside what is occupied; none: they do not
  /// fit together. Finds a way wherever there is one.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> place_all(
      const MigSlices& occupied, const std::vector<std::uint32_t>& profiles) const;

  /// Where an instance of the profile can be made if idle instances may be removed: as few memory
  /// slices of idle ones as possible are, then the lowest start. Busy ones stay where they are.
  [[nodiscard]] std::optional<MigRecarving> recarve(const std::vector<MigPlacement>& busy,
                                                    const std::vector<MigPlacement>& idle,
                                                    std::uint32_t profile) const;

 private:
  [[nodiscard]] std::uint32_t largest_left(const MigSlices& occupied) const;
  [[nodiscard]] std::uint32_t placements_left(const MigSlices& occupied) const;

  std::uint32_t compute_slices_;
  std::uint32_t memory_slices_;
  std::vector<MigProfile> profiles_;
  std::vector<std::vector<std::uint32_t>> starts_;  ///< by profile
};

}  // namespace gpuscape
