#pragma once
/// Transfers on our own sharing, with what bounds each of them.

#include <optional>
#include <stop_token>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/engine/fluid_network.hpp"
#include "sim/run/transfers/transfer_life.hpp"

namespace gpuscape {

class FluidTransfers final : public EventHandler, public TransferMedium {
 public:
  /// All must outlive it.
  FluidTransfers(const TransferPlan& plan, const TransferLinks& links);

  /// False when `stop` came first.
  bool run(const std::stop_token& stop);
  [[nodiscard]] const TransferLife& life() const { return life_; }

  /// What bounds a transfer: one of the plan's links; none: the transfer itself.
  using Limit = Id<struct TransferLimitTag>;
  /// What bounded the messages of one size for longest; nothing where none flowed.
  [[nodiscard]] std::optional<Limit> limit_of(std::size_t row) const;

  void handle_event(std::uint32_t token) override { life_.delay_over(token); }
  void handle_completion(std::uint32_t token) override;
  void handle_input() override;
  void settle() override;

  [[nodiscard]] Seconds now() const override { return simulation_.now(); }
  [[nodiscard]] Seconds origin() const override { return origin_; }
  void at(Seconds date, std::uint32_t lane) override { starts_.push_back({date, lane}); }
  void after(Seconds delay, std::uint32_t lane) override {
    simulation_.schedule(simulation_.now() + delay, lane);
  }
  void flow(std::uint32_t lane, const TransferPhase& phase) override;

 private:
  struct Flow {
    TransferId id{};
    std::uint32_t route = 0;
    BytesPerSecond bound{0.0};
    Limit limit;
    Seconds since{0.0};       // limit holds from here on
    std::uint32_t place = 0;  // in running_
    bool running = false;
  };
  struct Held {
    Limit limit;
    Seconds time{0.0};
  };

  struct Start {
    Seconds date{0.0};
    std::uint32_t lane = 0;
  };

  /// Where nothing is under way, the clock goes on from 0 at the next start.
  void set_next_start();
  void look_at(std::uint32_t lane);
  void hold(std::uint32_t lane);
  [[nodiscard]] Limit limit_now(const Flow& flow);

  Simulation simulation_{*this};
  Seconds origin_{0.0};
  std::vector<Start> starts_;  // by date
  std::size_t next_start_ = 0;
  const TransferLinks& links_;
  FluidNetwork network_;
  TransferLife life_;
  std::vector<Flow> flows_;              // by lane
  std::vector<std::uint32_t> running_;   // lanes whose bytes flow
  std::vector<std::uint32_t> fresh_;     // of them, those started since the last look
  std::vector<std::uint32_t> users_;     // by link
  std::vector<std::vector<Held>> held_;  // by row
  std::size_t unseen_ = 0;               // instants since all were looked at
};

}  // namespace gpuscape
