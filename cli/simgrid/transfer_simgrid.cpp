#include "cli/simgrid/transfer_simgrid.hpp"

namespace gpuscape {

namespace {

class SimGridTransfers final : public TransferMedium {
 public:
  SimGridTransfers(const TransferTask& transfers, SimGridOptions options,
                   const OnTransferEnd& on_end)
      : network_(transfers.links.map, options, [this](std::uint32_t lane) { flow_over(lane); }),
        life_(transfers.plan, *this),
        lanes_(lanes_by_row(transfers.plan)),
        on_end_(on_end) {}

  const std::vector<TransferDates>& run() {
    life_.begin();
    network_.run();
    return life_.dates();
  }

  [[nodiscard]] Seconds now() const override { return network_.now(); }
  void after(Seconds delay, std::uint32_t lane) override {
    network_.at(network_.now() + delay, [this, lane] { go_on(lane, &TransferLife::delay_over); });
  }
  void flow(std::uint32_t lane, const TransferPhase& phase) override {
    network_.start({.from = 2 * phase.route,
                    .to = 2 * phase.route + 1,
                    .bytes = phase.bytes,
                    .token = lane,
                    .bound = phase.bound});
  }

 private:
  void flow_over(std::uint32_t lane) { go_on(lane, &TransferLife::flow_over); }

  void go_on(std::uint32_t lane, void (TransferLife::*step)(std::uint32_t)) {
    const std::size_t row = life_.row_of(lane);
    const std::int64_t ended = life_.dates()[row].ended;
    (life_.*step)(lane);
    const TransferDates& dates = life_.dates()[row];
    if (on_end_ && dates.ended != ended && dates.ended == lanes_[row]) on_end_(row, dates);
  }

  SimGridNetwork network_;
  TransferLife life_;
  std::vector<std::int64_t> lanes_;
  const OnTransferEnd& on_end_;
};

}  // namespace

std::vector<TransferDates> run_transfers_on_simgrid(const TransferTask& transfers,
                                                    SimGridOptions options,
                                                    const OnTransferEnd& on_end) {
  return SimGridTransfers(transfers, options, on_end).run();
}

}  // namespace gpuscape
