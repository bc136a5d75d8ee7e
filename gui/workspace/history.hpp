#pragma once
/// The designs that are open, as one value, and how it came about: undo is the value before.

#include <cstddef>
#include <string>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

struct DesignList {
  std::vector<LiveDesign> designs = {};  ///< the first is what the others are compared with
  std::size_t current = 0;               ///< the one that the form changes
};

class History {
 public:
  static constexpr std::size_t kMost = 500;  ///< values that are kept

  [[nodiscard]] const DesignList& now() const { return values_[at_]; }
  /// Forgets everything before.
  void start(DesignList list);
  /// The new value; what was undone before it is gone. Changes of one `gesture`, such as the
  /// positions of a slider that is dragged, are one step; "" is none.
  void change(DesignList list, const std::string& gesture = {});
  /// Ends the gesture that is under way: the next change is a step of its own.
  void end_gesture() { gesture_.clear(); }
  /// Another design is looked at: no step of its own.
  void choose(std::size_t design);
  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return at_ > 0; }
  [[nodiscard]] bool can_redo() const { return at_ + 1 < values_.size(); }

 private:
  std::vector<DesignList> values_ = {DesignList{}};
  std::size_t at_ = 0;
  std::string gesture_;
};

}  // namespace gpuscape::gui
