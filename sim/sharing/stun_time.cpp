#include "sim/sharing/stun_time.hpp"

#include <algorithm>
#include <array>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr BytesPerSecond kMeasuredLink{1.25e9};  // 10 GbE

constexpr std::array<StunPoint, 6> kP40{{{1_GB, Seconds(9.0)},
                                         {2_GB, Seconds(16.5)},
                                         {4_GB, Seconds(31.4)},
                                         {8_GB, Seconds(61.3)},
                                         {10_GB, Seconds(76.3)},
                                         {12_GB, Seconds(91.2)}}};
constexpr std::array<StunPoint, 6> kV100{{{1_GB, Seconds(2.0)},
                                          {2_GB, Seconds(4.0)},
                                          {4_GB, Seconds(6.0)},
                                          {8_GB, Seconds(12.0)},
                                          {16_GB, Seconds(22.0)},
                                          {32_GB, Seconds(39.0)}}};
constexpr std::array<StunBoard, 2> kBoards{{{"P40", 24_GB, kP40}, {"V100", 32_GB, kV100}}};

/// On the line through two neighbouring points; below the first and beyond the last on theirs.
Seconds on_measured_link(std::span<const StunPoint> points, Bytes frame_buffer) {
  std::size_t upper = 1;
  while (upper + 1 < points.size() && points[upper].frame_buffer < frame_buffer) ++upper;
  const StunPoint& from = points[upper - 1];
  const StunPoint& to = points[upper];
  const double part = (frame_buffer - from.frame_buffer) / (to.frame_buffer - from.frame_buffer);
  return from.stun + (to.stun - from.stun) * part;
}

}  // namespace

std::span<const StunBoard> stun_boards() { return kBoards; }

const StunBoard* find_stun_board(std::string_view name) {
  const auto* found = std::ranges::find(kBoards, name, &StunBoard::name);
  return found == kBoards.end() ? nullptr : found;
}

std::optional<Seconds> stun_time(const StunBoard& board, Bytes frame_buffer, BytesPerSecond link,
                                 Seconds longest) {
  ensure(frame_buffer > Bytes(0.0) && frame_buffer <= board.memory,
         "a frame buffer is a part of the board's memory");
  ensure(link > BytesPerSecond(0.0), "a link has a bandwidth");
  const Seconds measured = on_measured_link(board.points, frame_buffer);
  const Seconds wire = std::min(measured, frame_buffer / kMeasuredLink);
  const Seconds stun = measured - wire + frame_buffer / link;
  return stun <= longest ? std::optional(stun) : std::nullopt;
}

}  // namespace gpuscape
