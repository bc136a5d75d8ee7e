#pragma once
/// Geometries of boards, as NVIDIA's MIG user guide lists their profiles.

#include "sim/sharing/mig_geometry.hpp"

namespace gpuscape::test {

/// A100 with 40 GB: 7 compute and 8 memory slices.
inline MigGeometry a100_40() {
  return {7,
          8,
          {{"1g.5gb", 1, 1, 5_GB},
           {"1g.5gb+me", 1, 1, 5_GB, true},
           {"1g.10gb", 1, 2, 10_GB},
           {"2g.10gb", 2, 2, 10_GB},
           {"3g.20gb", 3, 4, 20_GB},
           {"4g.20gb", 4, 4, 20_GB},
           {"7g.40gb", 7, 8, 40_GB}}};
}

/// A30: 4 compute and 4 memory slices.
inline MigGeometry a30() {
  return {4, 4, {{"1g.6gb", 1, 1, 6_GB}, {"2g.12gb", 2, 2, 12_GB}, {"4g.24gb", 4, 4, 24_GB}}};
}

/// The placement of the profile of that name.
inline MigPlacement at(const MigGeometry& geometry, const char* profile, std::uint32_t start) {
  return {geometry.find(profile).value(), start};
}

}  // namespace gpuscape::test
