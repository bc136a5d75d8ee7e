#pragma once
/// How long a virtual machine with a vGPU stands still while it moves to another host (vMotion).
///
/// Measured by board and frame buffer over 10 GbE (VMware's study of vMotion with vGPUs, as the
/// deck of 2019 has it). Between measured frame buffers a time is interpolated, beyond them it goes
/// on with the last slope: P40 is within 0.1 s of 7.47 s/GB + 1.5 s; V100 is published in whole
/// seconds, about 1.2 s/GB + 1.5 s.
///
/// Of each GB the wire's own time is for the link, 0.8 s at 10 Gb/s; the rest is for the board and
/// the software and stays as it is on other links: an assumption, nothing else was measured.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct StunPoint {
  Bytes frame_buffer{0.0};
  Seconds stun{0.0};
};

struct StunBoard {
  std::string_view name;  ///< "P40", "V100"
  Bytes memory{0.0};      ///< the largest frame buffer
  std::span<const StunPoint> points;
};

/// P40 with 24 GB and V100 with 32 GB.
[[nodiscard]] std::span<const StunBoard> stun_boards();
/// None: nothing was measured of it.
[[nodiscard]] const StunBoard* find_stun_board(std::string_view name);

/// A machine that stands still for longer is taken back: its move fails. On 10 GbE a P40's does
/// with 16 GB and does not with 12 GB.
inline constexpr Seconds kLongestStun{100.0};

/// How long it stands still; none: longer than `longest`, so that the move fails. Throws
/// InternalError for a frame buffer that is none or above the board's memory, or a link without a
/// bandwidth.
[[nodiscard]] std::optional<Seconds> stun_time(const StunBoard& board, Bytes frame_buffer,
                                               BytesPerSecond link, Seconds longest = kLongestStun);

}  // namespace gpuscape
