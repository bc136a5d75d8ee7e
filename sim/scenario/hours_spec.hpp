#pragma once
/// Nodes that are some jobs' by the clock, as a scenario has them.

#include <array>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// In these hours the nodes take jobs of those who are named alone.
struct HoursSpec {
  /// What becomes of the jobs of others that run there when they begin.
  enum class Others : std::uint8_t {
    suspend,  ///< they wait in the memory of their nodes, and go on there
    requeue,  ///< they wait again, with what they saved
    finish,   ///< none that would not end before is started; who is there stays until it ends
  };
  std::string name;
  std::vector<std::string> nodes = {};  ///< as written: "gpu", "gpu/3", "gpu/0-3"; none: all
  Seconds from{0.0};                    ///< of the day
  Seconds to{0.0};                      ///< likewise; not after `from`: of the next day
  std::array<bool, 7> days{};           ///< on which they begin, from Monday
  TimeZone zone = {};
  // Jobs are theirs by one of these.
  std::vector<std::string> streams = {};
  std::vector<std::string> partitions = {};
  std::vector<std::string> accounts = {};
  Others others = Others::suspend;
  Seconds resume{0.0};  ///< of a suspended job, before it works again
  SourcePlace place = {};
  std::string pointer = {};
};

}  // namespace gpuscape
