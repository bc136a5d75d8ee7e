#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/sweep/design_space.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

/// Where there are no more, every design is read.
constexpr std::int64_t kMostRead = 200;
/// Told apart; what follows is not looked for.
constexpr std::size_t kMostFaults = 100;

class DesignsCheck {
 public:
  DesignsCheck(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
               ReadingContext& context)
      : space_(space),
        is_whole_(space.size() <= kMostRead),
        reader_(source, registry),
        context_(context),
        seen_(space.axes().size()) {}

  void check() {
    if (is_whole_) {
      for (std::int64_t i = 0; i < space_.size(); ++i) read(i);
    } else {
      read_each_value();
    }
    for (const Fault& fault : faults_) report(fault);
  }

 private:
  struct Fault {
    Issue issue;
    std::vector<std::set<std::size_t>> values;  ///< of each axis, of designs that have it
  };

  /// Each value of each axis with the others at their first, and the last design.
  void read_each_value() {
    read(0);
    std::int64_t stride = space_.size();
    for (std::size_t axis = 0; axis < space_.axes().size(); ++axis) {
      stride /= std::ssize(space_.axes()[axis].values);
      for (std::size_t i = 1; i < space_.read_alone(axis); ++i)
        read(static_cast<std::int64_t>(i) * stride);
    }
    only_new_ = true;
    read(space_.size() - 1);
  }

  void read(std::int64_t index) {
    if (faults_.size() >= kMostFaults) return;
    const std::vector<std::size_t> at = space_.digits(index);
    for (std::size_t axis = 0; axis < at.size(); ++axis) seen_[axis].insert(at[axis]);
    const DesignOfSpace design = reader_.read(space_.design(index));
    if (design.scenario || design.is_misfit) return;
    for (const Issue& issue : design.issues) {
      const auto [known, added] =
          by_text_.try_emplace(issue.pointer + "\n" + issue.message, faults_.size());
      if (added) faults_.push_back({issue, std::vector<std::set<std::size_t>>(at.size())});
      if (!added && only_new_) continue;
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        faults_[known->second].values[axis].insert(at[axis]);
    }
  }

  /// Axes some of whose values have the fault, and others not.
  [[nodiscard]] std::vector<std::size_t> axes_of(const Fault& fault) const {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < seen_.size(); ++axis)
      if (fault.values[axis].size() < seen_[axis].size()) axes.push_back(axis);
    const auto is_at_first = [&](std::size_t axis) {
      return fault.values[axis] == std::set<std::size_t>{0};
    };
    // With one axis away from its first value, the others say nothing by being at theirs.
    if (!is_whole_ && !std::ranges::all_of(axes, is_at_first)) std::erase_if(axes, is_at_first);
    return axes;
  }

  [[nodiscard]] std::string values_text(std::size_t axis,
                                        const std::set<std::size_t>& values) const {
    constexpr std::size_t kMostNamed = 3;
    std::string text = excerpt(space_.axes()[axis].name);
    std::size_t named = 0;
    for (const std::size_t value : values) {
      if (named == kMostNamed) return text + ", …";
      text += fmt::format("{} {}", named++ == 0 ? "" : ",",
                          excerpt(space_.axes()[axis].values[value].label));
    }
    return text;
  }

  void report(const Fault& fault) {
    const std::vector<std::size_t> axes = axes_of(fault);
    std::string text;
    for (const std::size_t axis : axes)
      text += (text.empty() ? "" : ", ") + values_text(axis, fault.values[axis]);
    text += text.empty() ? "every design: " : ": ";
    if (!fault.issue.pointer.empty()) text += fault.issue.pointer + ": ";
    text += fault.issue.message;
    const AxisSpec& axis = space_.axes()[axes.empty() ? 0 : axes.front()];
    const std::set<std::size_t>& values = fault.values[axes.empty() ? 0 : axes.front()];
    if (axes.size() != 1 || values.size() != 1)
      return context_.add(axis.place, axis.pointer, std::move(text), fault.issue.hint);
    const std::size_t value = *values.begin();
    const SourcePlace& place = axis.values[value].value.place();
    context_.add(place.file ? place : axis.place, pointer_of(axis, value), std::move(text),
                 fault.issue.hint);
  }

  static std::string pointer_of(const AxisSpec& axis, std::size_t value) {
    if (axis.pointer == "/variants") return child_pointer(axis.pointer, axis.values[value].label);
    if (!axis.catalog.empty()) return axis.pointer + "/catalog";
    if (!axis.values[value].value.place().file) return axis.pointer + "/range";
    return child_pointer(axis.pointer + "/values",
                         axis.set.empty() ? axis.values[value].label : std::to_string(value));
  }

  const DesignSpace& space_;
  bool is_whole_;
  SpaceReader reader_;
  ReadingContext& context_;
  std::vector<std::set<std::size_t>> seen_;  ///< values of each axis that were read
  std::vector<Fault> faults_;
  std::map<std::string, std::size_t> by_text_;
  bool only_new_ = false;
};

}  // namespace

void check_designs(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
                   ReadingContext& context) {
  DesignsCheck(space, source, registry, context).check();
}

}  // namespace gpuscape
