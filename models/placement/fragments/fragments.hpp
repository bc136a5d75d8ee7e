#pragma once
/// What typical jobs cannot use of the GPUs that are free on a group's nodes, and what a share that
/// is put there changes of that (Weng et al., "Beware of Fragmentation", USENIX ATC 2023).

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/workload/job_shapes.hpp"

namespace gpuscape::placement {

/// What is free of a node.
struct NodeRoom {
  std::int64_t milli_cores = 0;
  std::int32_t free_gpus = 0;
  std::vector<std::uint16_t> left = {};  ///< thousandths of its shared GPUs, rising, none of 0
  friend auto operator<=>(const NodeRoom&, const NodeRoom&) = default;
};

/// A share, as it counts here: `milli` is what it takes of one GPU, 0: whole ones.
struct RoomAsk {
  std::int32_t gpus = 0;
  std::uint16_t milli = 0;
  std::int64_t milli_cores = 0;
  friend auto operator<=>(const RoomAsk&, const RoomAsk&) = default;
};

/// Of one group. Equal rooms have equal scores, and are weighed once for each kind of share.
class Fragments {
 public:
  Fragments(const GroupCapacity& capacity, const std::vector<JobShape>& typical);

  /// The number by which `score` knows such shares. Valid until `number` is asked again.
  std::size_t number(const RoomAsk& ask);
  /// 0 to 100, the higher the less the share adds to what typical jobs cannot use, on the best GPU
  /// of the node: whole percent of a logistic curve, at 50 where nothing changes, over whole GPUs.
  /// The share fits.
  std::int32_t score(const GroupCapacity& capacity, std::uint32_t node, std::size_t number);
  /// The same of a part that goes on a shared GPU with that much left; 1000: on a free GPU.
  [[nodiscard]] std::int32_t score_on(const GroupCapacity& capacity, std::uint32_t node,
                                      const RoomAsk& ask, std::uint16_t left) const;

 private:
  struct Typical {
    RoomAsk ask;
    std::int64_t count = 0;
  };
  /// What the node's room was when it was last looked at.
  struct Seen {
    std::int64_t milli_cores = -1;
    std::int32_t free_gpus = 0;
    std::uint32_t room = 0;
  };
  static NodeRoom room_of(const GroupCapacity& capacity, std::uint32_t node);
  static NodeRoom after(NodeRoom room, const RoomAsk& ask, std::uint16_t left);
  /// Thousandths that typical jobs cannot use, by their counts.
  [[nodiscard]] std::int64_t useless(const NodeRoom& room) const;
  [[nodiscard]] std::int32_t score_of(std::int64_t gain) const;
  [[nodiscard]] std::int32_t best_score(std::uint32_t room, const RoomAsk& ask) const;
  std::uint32_t room_number(const GroupCapacity& capacity, std::uint32_t node);
  void forget();

  std::vector<Typical> typical_;  // that can be on nodes of the group and have GPUs
  std::int64_t of_no_use_ = 0;    // count of all others
  double all_ = 0.0;
  std::vector<double> curve_;  // least gain, in GPUs, of the scores 1 to 99
  std::map<RoomAsk, std::size_t> numbers_;
  std::vector<RoomAsk> asks_;
  std::map<NodeRoom, std::uint32_t> room_numbers_;
  std::vector<NodeRoom> rooms_;
  std::vector<std::int64_t> useless_;             // by room
  std::vector<std::vector<std::int8_t>> scores_;  // by ask, then by room; below 0: not known
  std::vector<Seen> seen_;                        // by node
  std::vector<std::uint16_t> left_;               // likewise, by GPU
};

}  // namespace gpuscape::placement
