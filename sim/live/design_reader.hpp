#pragma once
/// Reads designs again and again: what does not change between two edits is read once.

#include <memory>
#include <string>
#include <vector>

#include "sim/base/input_file.hpp"
#include "sim/live/live_study.hpp"

namespace gpuscape {

/// What a design is as text: equal for designs that say the same of the same file.
[[nodiscard]] std::string design_key(const LiveDesign& design);

/// A design that was read: without faults, or why not.
struct ReadDesign {
  std::shared_ptr<const CheckedScenario> scenario;  ///< null where there are faults
  std::vector<Issue> faults;
  /// Which files it rests on, logs among them, as they were.
  std::vector<InputStamp> files;
};

class DesignReader {
 public:
  explicit DesignReader(const Registry& registry);
  ~DesignReader();

  /// A scenario file stays open while its text and the files that it names are unchanged, so that
  /// one more of its designs costs little.
  ReadDesign read(const LiveDesign& design);
  /// Closes the files that none of these is from.
  void keep_only(const std::vector<LiveDesign>& designs);

 private:
  struct OpenFile;
  OpenFile& open(const ScenarioSource& source);

  const Registry& registry_;
  std::vector<std::unique_ptr<OpenFile>> files_;
};

}  // namespace gpuscape
