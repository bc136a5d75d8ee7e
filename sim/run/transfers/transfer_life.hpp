#pragma once
/// The life of transfers, whatever network carries them: for every size a delay and a flow, or
/// several of both one after the other.

#include <vector>

#include "sim/model/transfers/transfer_plan.hpp"
#include "sim/run/transfers/transfer_links.hpp"

namespace gpuscape {

/// Where transfers take place.
class TransferMedium {
 public:
  virtual ~TransferMedium() = default;
  [[nodiscard]] virtual Seconds now() const = 0;
  /// `delay_over(lane)` is to be called then.
  virtual void after(Seconds delay, std::uint32_t lane) = 0;
  /// `flow_over(lane)` is to be called when it has ended.
  virtual void flow(std::uint32_t lane, const TransferPhase& phase) = 0;
};

/// One of a transfer's concurrent ones.
struct TransferLane {
  std::uint32_t transfer = 0;
  std::uint32_t size = 0;
  std::uint32_t phase = 0;
  bool started = false;
};

/// When the messages of one size were under way, of all of a transfer's lanes.
struct TransferDates {
  Seconds start{kForever};
  Seconds end{0.0};
  std::int64_t ended = 0;  ///< lanes
};

class TransferLife {
 public:
  /// `plan` must outlive it.
  TransferLife(const TransferPlan& plan, TransferMedium& medium);

  void begin();
  void delay_over(std::uint32_t lane);
  void flow_over(std::uint32_t lane);

  [[nodiscard]] const TransferLane& lane(std::uint32_t lane) const { return lanes_[lane]; }
  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }
  [[nodiscard]] const PlannedSize& size_of(std::uint32_t lane) const;
  /// Index over all sizes of all transfers, through which dates and limits are counted.
  [[nodiscard]] std::size_t row_of(std::uint32_t lane) const {
    return first_row_[lanes_[lane].transfer] + lanes_[lane].size;
  }
  [[nodiscard]] const std::vector<TransferDates>& dates() const { return dates_; }

 private:
  void begin_size(std::uint32_t lane);
  void begin_phase(std::uint32_t lane);

  const TransferPlan& plan_;
  TransferMedium& medium_;
  std::vector<TransferLane> lanes_;
  std::vector<std::size_t> first_row_;  // by transfer
  std::vector<TransferDates> dates_;    // by row
};

}  // namespace gpuscape
