#pragma once
/// Replays of a scenario whose log is read once, when it is first run.

#include <functional>
#include <string>

#include "sim/run/run.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

/// The public log; rows on it are left out where it is not there.
inline constexpr const char* kPhilly = "data/traces/philly/philly_2017-09-18_2017-11-19.csv.gz";
inline constexpr double kPhillyJobs = 68'043.0;

/// `text` is the scenario's.
class Replay {
 public:
  explicit Replay(const std::string& text);
  [[nodiscard]] RunResult run(std::uint64_t replication = 0) const;

 private:
  CheckedScenario scenario_;
  RunInputs inputs_;
};

/// The log takes longer to read than most rows to run: `text` is asked for when it is needed.
Side replay_side(const char* name, std::function<std::string()> text);

}  // namespace gpuscape::bench
