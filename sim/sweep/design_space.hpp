#pragma once
/// All designs of a file: every combination of a value of each axis, none of them made before it is
/// asked for.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/axis_spec.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

/// Which designs of the file.
struct SpaceOptions {
  std::vector<std::string> variants = {};  ///< of the file; empty: the scenario and all of them
  std::vector<std::string> sets = {};      ///< --set, for each design, before what its axes set
  std::optional<std::uint64_t> seed = {};
};

class DesignSpace {
 public:
  /// Reads `axes` and `find` of the file, and its variants as the first axis where there are
  /// several designs of them. Throws ScenarioError with everything that is wrong with them; with
  /// the product, where that is beyond kMostDesigns.
  DesignSpace(const ScenarioSource& source, const SpaceOptions& options, const Registry& registry);

  /// One that is known by its axes alone, as a folder of runs has it: for looking at runs that have
  /// ended, not for making designs.
  DesignSpace(std::string title, std::vector<AxisSpec> axes, std::optional<FindSpec> find);

  [[nodiscard]] const std::vector<AxisSpec>& axes() const { return axes_; }
  [[nodiscard]] const std::optional<FindSpec>& find() const { return find_; }
  /// The same; where nothing is looked for, one that says nothing.
  [[nodiscard]] const FindSpec& sought() const {
    static const FindSpec kNothing;
    return find_ ? *find_ : kNothing;
  }
  /// Number of designs; 1 without axes.
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Of the design at an index from 0 to size() − 1: which value of each axis it has. The last axis
  /// changes fastest.
  [[nodiscard]] std::vector<std::size_t> digits(std::int64_t index) const;
  [[nodiscard]] Design design(std::int64_t index) const;
  /// The scenario with one value of one axis, or as it stands.
  [[nodiscard]] Design alone(std::size_t axis, std::size_t value) const;
  /// How many values of an axis are read alone before a sweep: all, where they are not too many.
  [[nodiscard]] std::size_t read_alone(std::size_t axis) const;
  [[nodiscard]] Design base() const { return start(); }
  /// The names and the values of the axes.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> labels(std::int64_t index) const;
  /// Of the file, or of its only variant, whatever the axes make of it; empty where there is none.
  [[nodiscard]] const std::string& title() const { return title_; }
  /// What says which sweep it is: the scenario as it stands, the axes and the options.
  [[nodiscard]] const std::string& description() const { return description_; }

 private:
  [[nodiscard]] Design start() const;
  void apply(Design& design, const AxisSpec& axis, std::size_t value) const;
  void take_variants(const JsonValue* variants, const std::string& file);
  void count_designs(const std::string& file);
  void take_title(const JsonValue& document);
  void refuse_option_on_axis() const;

  SpaceOptions options_;
  std::vector<AxisSpec> axes_;
  std::optional<FindSpec> find_;
  bool has_variant_axis_ = false;
  std::string only_variant_ = {};  ///< of all designs, where it is no axis
  std::int64_t size_ = 1;
  std::string title_;
  std::string description_;
};

/// Records axes that set nothing, and values of one axis that make the same design. Reads the
/// scenario with each value alone, up to the first thousand of an axis. What is wrong with every
/// value of an axis is a fault of the axis; what is wrong with some is left to their designs.
void check_axes(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
                ReadingContext& context);

/// Records what is wrong with the designs, with the values of the axes that have it: every design
/// is read up to 200 of them; of more, each value with the other axes at their first, and the last
/// design. What does not fit where it is to stand is no fault.
void check_designs(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
                   ReadingContext& context);

}  // namespace gpuscape
