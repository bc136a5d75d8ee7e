#pragma once
/// The life of collectives, whatever network carries them: stage after stage, each of rounds of
/// moves; and of applications' steps, each with an exchange behind or beside what is computed, and
/// with copies of remote GPUs before and beside both. A move begins a round when its sender has got
/// what came in the round before, so that a ring's ranks wait for their neighbours and not for all.

#include <cstdint>
#include <vector>

#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

class TransferMedium;
struct TransferDates;

class CollectiveLife {
 public:
  /// Lanes are numbered from `first_lane`, rows from `first_row`. All must outlive it.
  CollectiveLife(const TransferPlan& plan, TransferMedium& medium, std::uint32_t first_lane,
                 std::size_t first_row);

  [[nodiscard]] std::size_t lanes() const { return owner_.size(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t row_of(std::uint32_t lane) const;

  void begin();
  void delay_over(std::uint32_t lane, std::vector<TransferDates>& dates);
  void flow_over(std::uint32_t lane, std::vector<TransferDates>& dates);

 private:
  enum class Wait : unsigned char { start, work, latency, rounds, tail, working, compute, copies };
  struct Running {
    std::uint32_t first_lane = 0;  // of ours
    std::uint32_t first_copy = 0;  // likewise; those before it are of moves
    std::uint32_t first_read = 0;  // likewise; those before it are of copies
    std::uint32_t work_lane = 0;   // likewise, where GPUs are shared
    std::size_t first_row = 0;     // of all
    std::uint32_t size = 0;
    std::uint32_t stage = 0;
    Wait wait = Wait::start;
    std::int64_t step = 0;  // of those before the present one
    Seconds size_began{0.0};
    Seconds step_began{0.0};  // to compute
    Seconds work_ended{0.0};  // of a step on GPUs that others use, too
    bool before = false;      // copies that computing waits for are under way
    std::size_t copying = 0;  // GPUs with phases to go
    std::size_t reading = 0;  // lanes of the step's reads that have not ended
    bool working = false;     // on GPUs that others use, too
    std::size_t left = 0;     // moves with rounds to go
    std::vector<std::vector<std::uint32_t>> into = {};  // moves, by the rank that receives
    std::vector<std::vector<std::uint32_t>> out_of = {};
  };

  /// Of ours: whether it is of what is computed on shared GPUs.
  [[nodiscard]] bool is_work(std::uint32_t lane) const {
    return lane == running_[owner_[lane]].work_lane;
  }
  [[nodiscard]] const PlannedExchange& exchange(std::uint32_t index) const;
  [[nodiscard]] const PlannedStage& stage(std::uint32_t index) const;
  [[nodiscard]] const PlannedAccess& access(std::uint32_t index) const;
  [[nodiscard]] const PlannedWork& planned_work(std::uint32_t index) const;
  [[nodiscard]] Seconds until_exchange(std::uint32_t index) const;
  void begin_size(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_stage(std::uint32_t index, std::vector<TransferDates>& dates);
  void end_stage(std::uint32_t index, std::vector<TransferDates>& dates);
  void end_size(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_step(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_computing(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_work(std::uint32_t index, Bytes work, std::vector<TransferDates>& dates);
  void work_over(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_copies(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_copy_phase(std::uint32_t index, std::uint32_t lane);
  void copy_flow(std::uint32_t index, std::uint32_t lane);
  void copy_over(std::uint32_t index, std::uint32_t lane, std::vector<TransferDates>& dates);
  void end_copies(std::uint32_t index, std::vector<TransferDates>& dates);
  void end_if_copied(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_reads(std::uint32_t index);
  void read_over(std::uint32_t index, std::vector<TransferDates>& dates);
  [[nodiscard]] const std::vector<TransferPhase>& copies_of(std::uint32_t index,
                                                            std::uint32_t lane) const;
  void end_exchange(std::uint32_t index, std::vector<TransferDates>& dates);
  void end_step(std::uint32_t index, std::vector<TransferDates>& dates);
  void begin_round(std::uint32_t index, std::uint32_t move);
  void begin_if_ready(std::uint32_t index, std::uint32_t move);
  void flow(std::uint32_t index, std::uint32_t move);

  const TransferPlan& plan_;
  TransferMedium& medium_;
  std::uint32_t first_lane_;
  std::size_t rows_ = 0;
  std::vector<Running> running_;      // by collective
  std::vector<std::uint32_t> owner_;  // by lane of ours: which collective
  std::vector<std::int64_t> done_;    // likewise: rounds, or phases of a copy
  std::vector<bool> busy_;
};

}  // namespace gpuscape
