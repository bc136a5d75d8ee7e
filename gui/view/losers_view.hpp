#pragma once
/// Who gains and who loses by each design beside the first one.

#include <string>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

struct GroupRow {
  std::string name = {};  ///< the user's, account's or stream's
  std::int64_t jobs = 0;
  std::int64_t later = 0;   ///< end more than 10 % and a minute later
  std::int64_t sooner = 0;  ///< likewise sooner
  double later_share = 0.0;
  double sooner_share = 0.0;
  bool loses = false;
  std::string text = {};  ///< "40 % of 50 jobs later, 10 % sooner"
};

struct GroupTable {
  std::string kind = {};            ///< "account", "user", "stream"
  std::vector<GroupRow> rows = {};  ///< those that lose most first
};

struct DesignLosers {
  std::string design = {};  ///< "B"
  std::size_t column = 0;
  std::vector<GroupTable> tables = {};  ///< none where jobs are not the same
  std::string summary = {};             ///< as `gpuscape compare` says it
  std::string why_none = {};            ///< where there are no tables
};

/// Of every design after the first.
std::vector<DesignLosers> losers_view(const LiveState& state);

}  // namespace gpuscape::gui
