#pragma once
/// Requests on their way: the loops of the two ends, step by step, so that one thread can play both
/// where they are in one process.

#include "rdma/end.hpp"

namespace gpuscape::bench {

/// The end that posts requests.
class Giver {
 public:
  explicit Giver(End& end);
  void begin(std::int64_t requests);
  /// Posts what has room and takes what has ended. Whether all have ended; `moved` is set where
  /// something has.
  bool step(bool& moved);

 private:
  void post_what_fits();

  End& end_;
  std::vector<int> in_flight_;
  std::vector<int> done_;
  std::int64_t left_ = 0;
  std::int64_t open_ = 0;
};

/// The end that takes messages of the verb send.
class Taker {
 public:
  explicit Taker(End& end);
  void begin(std::int64_t messages) { left_ = messages; }
  bool step(bool& moved);

 private:
  End& end_;
  std::vector<int> done_;
  std::int64_t left_ = 0;
};

/// Message after message between two ends, on the one queue pair of a load that can_strike().
class Striker {
 public:
  explicit Striker(End& end);
  /// Sends the next one, or writes it: its last byte is the count. That the last byte arrives last
  /// holds on adapters without relaxed order, as perftest relies on as well.
  void strike(Patience& patience);
  /// Until the other end's next one has arrived.
  void await(Patience& patience);

 private:
  [[nodiscard]] static std::uint8_t mark(std::uint64_t count) {
    return static_cast<std::uint8_t>(count % 251 + 1);
  }
  End& end_;
  std::vector<int> done_;
  std::uint64_t struck_ = 0;
  std::uint64_t awaited_ = 0;
};

}  // namespace gpuscape::bench
