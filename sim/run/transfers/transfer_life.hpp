#pragma once
/// The life of transfers, whatever network carries them: for every size a delay and a flow, or
/// several of both one after the other.

#include <vector>

#include "sim/model/transfers/transfer_plan.hpp"
#include "sim/run/transfers/collective_life.hpp"
#include "sim/run/transfers/transfer_links.hpp"

namespace gpuscape {

/// Where transfers take place.
class TransferMedium {
 public:
  virtual ~TransferMedium() = default;
  /// Since `origin`, which stays what it is while anything is under way: times of microseconds are
  /// not taken as differences of dates in days.
  [[nodiscard]] virtual Seconds now() const = 0;
  [[nodiscard]] virtual Seconds origin() const { return Seconds(0.0); }
  /// `delay_over(lane)` is to be called at that date, for what begins then.
  virtual void at(Seconds date, std::uint32_t lane) { after(date, lane); }
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
  Seconds time{0.0};       ///< from the one to the other; without the rounding of dates
  std::int64_t ended = 0;  ///< lanes
};

/// How many lanes of each row must have ended for it to be complete.
[[nodiscard]] std::vector<std::int64_t> lanes_by_row(const TransferPlan& plan);

class TransferLife {
 public:
  /// `plan` must outlive it.
  TransferLife(const TransferPlan& plan, TransferMedium& medium);

  void begin();
  void delay_over(std::uint32_t lane);
  void flow_over(std::uint32_t lane);

  /// Of transfers, then of collectives.
  [[nodiscard]] std::size_t lanes() const { return lanes_.size() + collectives_.lanes(); }
  /// Index over all sizes of all transfers, then of all collectives, through which dates and limits
  /// are counted.
  [[nodiscard]] std::size_t row_of(std::uint32_t lane) const {
    if (lane >= lanes_.size()) return collectives_.row_of(lane);
    return first_row_[lanes_[lane].transfer] + lanes_[lane].size;
  }
  [[nodiscard]] const std::vector<TransferDates>& dates() const { return dates_; }

 private:
  [[nodiscard]] const PlannedSize& size_of(std::uint32_t lane) const;
  void begin_size(std::uint32_t lane);
  void begin_phase(std::uint32_t lane);

  const TransferPlan& plan_;
  TransferMedium& medium_;
  std::vector<TransferLane> lanes_;
  std::vector<std::size_t> first_row_;  // by transfer
  std::vector<TransferDates> dates_;    // by row
  std::vector<Seconds> began_;          // by row of transfers, since the medium's origin
  CollectiveLife collectives_;
};

}  // namespace gpuscape
