#pragma once
/// A FluidSystem and, beside it, all that the oracle has to know of it; random changes to both.

#include <cstdint>
#include <random>
#include <vector>

#include "sim/engine/fluid_system.hpp"
#include "tests/support/oracles/max_min_oracle.hpp"

namespace gpuscape::test {

enum class Shape { star, tree, ring, dense, sparse };

struct HistoryPlan {
  const char* name = "";
  Shape shape = Shape::star;
  std::size_t hosts = 8;
  std::size_t activities = 20;  ///< about as many run at once
  int events = 100;
  double decades = 0.0;         ///< capacities span this many powers of ten
  double amount_decades = 0.0;  ///< amounts too
  bool bounds = false;
  bool begins_full = false;  ///< with all activities running
};

class RandomHistory {
 public:
  RandomHistory(const HistoryPlan& plan, unsigned seed);

  /// One random event: a start, a cancellation, the next completion, a change of capacity or bound.
  void step();
  /// The worst relative distance of a rate from the oracle's.
  double worst_error();

 private:
  struct Running {
    ActivityId id;
    std::uint32_t token = 0;
    OracleActivity oracle;
  };

  double uniform() { return std::uniform_real_distribution<>(0.0, 1.0)(random_); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  double spread(double decades);
  double draw_bound();
  std::vector<std::size_t> draw_route();
  std::vector<std::size_t> tree_route(std::size_t from, std::size_t to) const;
  void start();
  void cancel();
  void complete();

  HistoryPlan plan_;
  std::mt19937_64 random_;
  FluidSystem fluid_;
  std::vector<double> capacities_;
  std::vector<Running> running_;
  double now_ = 0.0;
  std::uint32_t next_token_ = 0;
};

}  // namespace gpuscape::test
