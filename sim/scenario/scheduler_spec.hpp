#pragma once
/// Schedulers, of the cluster or of parts of it, as the scenario gives them.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/fields/model_spec.hpp"
#include "sim/scenario/hours_spec.hpp"

namespace gpuscape {

/// A part of the cluster with a scheduler of its own.
struct PartSpec {
  std::string name;
  std::vector<std::pair<std::string, std::uint32_t>> nodes;  ///< of which group how many
  std::uint32_t least = 0;                                   ///< nodes that never move away
  // Jobs are its own by one of these.
  std::vector<std::string> streams;
  std::vector<std::string> partitions;
  std::vector<std::string> accounts;
  bool is_default = false;
  ModelSpec policy;
  ModelSpec backfill;
  ModelSpec placement;
  SourcePlace place;
  std::string pointer;
};

/// When nodes move from one part to another.
struct MovesSpec {
  Seconds after{0.0};
  Seconds takes{0.0};
};

/// Running jobs that go to other nodes so that one fits which waits first.
struct DefragmentSpec {
  Seconds pause{0.0};             ///< of a job that moves: it saves and restarts
  Bytes state{0.0};               ///< of each GPU, which goes along
  BytesPerSecond bandwidth{1.0};  ///< of each job that moves
  /// How long a move of so much state takes, by rising state, in place of `bandwidth`; more than
  /// the last does not move. Empty: by `bandwidth`.
  std::vector<std::pair<Bytes, Seconds>> stun = {};
  bool makes_room = true;                 ///< else jobs move away from maintenance alone
  bool only_where_it_pays = true;         ///< else whenever it helps
  std::size_t at_most = 0;                ///< jobs that move for one; 0: no bound
  std::vector<std::string> streams = {};  ///< whose jobs move; empty: of all
  SourcePlace place = {};
  std::string pointer = {};
};

/// When a scheduler decides: at every change, as fast as it likes, or not.
struct DecisionTimeSpec {
  Seconds every{0.0};  ///< at multiples of it; 0: at every change
  Seconds each{0.0};   ///< that one start takes
  [[nodiscard]] bool any() const { return every > Seconds(0.0) || each > Seconds(0.0); }
};

struct SchedulerSpec {
  ModelSpec policy;
  ModelSpec backfill;
  ModelSpec placement;
  ModelSpec gpu_sharing;             ///< of nodes that do not say it themselves
  bool kill_overrun = false;         ///< a job past its limit is killed; else it runs on
  bool shares_gpus = false;          ///< on some nodes jobs that ask for parts of GPUs share them
  bool spans_groups = false;         ///< one job may be on several groups of one GPU model
  bool near_data = false;            ///< nodes that hold a job's dataset come first
  Seconds start_up{0.0};             ///< of every start of a job, before it works
  std::vector<PartSpec> parts = {};  ///< none: one scheduler has all nodes
  std::optional<MovesSpec> moves = {};
  std::optional<DefragmentSpec> defragment = {};
  DecisionTimeSpec decision_time = {};
  std::vector<HoursSpec> hours = {};  ///< none: nodes are whose they are all the time
};

}  // namespace gpuscape
