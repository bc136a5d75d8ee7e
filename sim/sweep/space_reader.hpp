#pragma once
/// Reads one design of a file after the other: what is wrong with one is none of the next one's.

#include <memory>
#include <optional>
#include <vector>

#include "sim/session/open_scenario.hpp"

namespace gpuscape {

struct DesignOfSpace {
  std::optional<CheckedScenario> scenario = {};  ///< none where there are issues
  std::vector<Issue> issues = {};
  bool is_misfit = false;  ///< all that is wrong is that it does not fit where it is to stand
};

/// One thread has one. The source and the registry must outlive it.
class SpaceReader {
 public:
  SpaceReader(const ScenarioSource& source, const Registry& registry);
  SpaceReader(const SpaceReader&) = delete;
  SpaceReader& operator=(const SpaceReader&) = delete;
  ~SpaceReader();

  DesignOfSpace read(const Design& design);

 private:
  struct Opened;

  const ScenarioSource& source_;
  const Registry& registry_;
  std::unique_ptr<Opened> opened_;
};

}  // namespace gpuscape
