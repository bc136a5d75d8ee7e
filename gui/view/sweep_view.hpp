#pragma once
/// The designs of a folder of runs: a value of each axis is chosen, and a map over two axes has a
/// figure of all designs that have the chosen values of the others.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/runs/kept_sweep.hpp"

namespace gpuscape::gui {

/// A folder of runs that was read.
struct OpenSweep {
  std::string path = {};
  KeptSweep kept;
};

/// Throws RunError where the folder has no sweep, or one that cannot be read.
std::shared_ptr<const OpenSweep> read_open_sweep(const std::string& path);
/// Whether a folder holds runs of a sweep.
bool is_folder_of_runs(const std::string& path);

/// One design of the map.
struct SweepCell {
  const RunRecord* run = nullptr;  ///< null: not run
  double value = 0.0;              ///< NaN where it has none
  double share = 0.0;              ///< of the way from the least to the most of the map
  bool meets = false;              ///< all that is asked for
  bool is_chosen = false;
  std::string text = {};   ///< "2.91 M USD", "not run"
  std::string about = {};  ///< its axes, and what it misses
};

class SweepView {
 public:
  explicit SweepView(std::shared_ptr<const OpenSweep> sweep);

  [[nodiscard]] const OpenSweep& sweep() const { return *sweep_; }
  [[nodiscard]] const std::vector<AxisSpec>& axes() const { return sweep_->kept.space.axes(); }
  /// By axis, the place of its value.
  [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }
  void choose(std::size_t axis, std::size_t value);
  /// The figure that the map shows, and those that designs have.
  [[nodiscard]] const std::string& figure() const { return figure_; }
  [[nodiscard]] const std::vector<std::string>& figures() const { return figures_; }
  void show(const std::string& figure);
  /// The axes of the map, across and down; the same where there is one axis.
  [[nodiscard]] std::pair<std::size_t, std::size_t> map_axes() const { return {across_, down_}; }
  void set_map_axes(std::size_t across, std::size_t down);

  /// Rows from the top, each with a cell for each value of the axis across; made anew after a
  /// change.
  [[nodiscard]] const std::vector<std::vector<SweepCell>>& map() const { return map_; }
  /// The design that is chosen; null where it was not run.
  [[nodiscard]] const RunRecord* run() const;
  /// Its name, its figures and objectives, as text.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const;
  /// "cheapest: nodes 13, backfill easy: 2.91 M USD", for each answer; what is missing or damaged.
  [[nodiscard]] const std::vector<std::string>& answers() const { return answers_; }
  /// Goes to the first answer.
  void choose_best();

 private:
  [[nodiscard]] const RunRecord* at(const std::vector<std::size_t>& digits) const;
  [[nodiscard]] SweepCell cell_of(const RunRecord* run) const;
  void make_map();
  void find_answers();

  std::shared_ptr<const OpenSweep> sweep_;
  std::vector<const RunRecord*> by_index_;
  std::vector<std::size_t> chosen_;
  std::vector<std::string> figures_;
  std::string figure_;
  std::size_t across_ = 0;
  std::size_t down_ = 0;
  std::vector<std::vector<SweepCell>> map_;
  std::vector<std::string> answers_;
  const RunRecord* best_ = nullptr;
};

}  // namespace gpuscape::gui
