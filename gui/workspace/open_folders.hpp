#pragma once
/// The result folders that are open beside the designs, read in the background. They are never
/// written to.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/view/saved_columns.hpp"
#include "gui/view/sweep_view.hpp"
#include "gui/workspace/task.hpp"

namespace gpuscape::gui {

class OpenFolders {
 public:
  /// `wake` is called from other threads whenever a folder was read, or could not be.
  explicit OpenFolders(std::function<void()> wake) : task_(std::move(wake)) {}

  /// Begins to read a folder; one that is open already is read again in its place.
  void open(const std::string& path);
  /// Some folder is still being read.
  [[nodiscard]] bool is_busy() const { return task_.is_busy() || !waiting_.empty(); }
  /// Takes what was read. True where there is news.
  bool refresh();
  /// Why the last folder could not be read, or its parts; empty: it could. Once.
  std::string take_fault() { return std::exchange(fault_, {}); }

  [[nodiscard]] const std::vector<std::shared_ptr<const SavedFolder>>& folders() const {
    return folders_;
  }
  /// Their designs, in the order of the folders.
  [[nodiscard]] const SavedColumns& columns() const { return columns_; }
  /// Changes with the folders that are open.
  [[nodiscard]] std::size_t version() const { return version_; }

  /// The column that is looked at, instead of a live design; none: a live one is.
  [[nodiscard]] const SavedColumn* chosen() const {
    return chosen_ ? &columns_[*chosen_] : nullptr;
  }
  [[nodiscard]] std::optional<std::size_t> chosen_column() const { return chosen_; }
  /// Without effect where there is no such column.
  void choose(std::size_t column);
  void choose_none() { chosen_.reset(); }
  /// The folder of runs that was opened last; null where none is.
  [[nodiscard]] SweepView* sweep() { return sweep_ ? &*sweep_ : nullptr; }
  /// One was read since this was asked last.
  bool take_new_sweep() { return std::exchange(is_sweep_new_, false); }
  void close_sweep() { sweep_.reset(); }

  /// Closes the folder of the chosen column.
  void close_chosen();
  void close_all();

 private:
  void start_next();
  void note_change();

  std::deque<std::string> waiting_;
  std::shared_ptr<const SavedFolder> read_;      // of the thread until it has ended
  std::shared_ptr<const OpenSweep> read_sweep_;  // likewise
  std::vector<std::shared_ptr<const SavedFolder>> folders_;
  std::optional<SweepView> sweep_;
  bool is_sweep_new_ = false;
  SavedColumns columns_;
  std::optional<std::size_t> chosen_;
  std::string fault_;
  std::size_t version_ = 0;
  bool is_given_up_ = false;  // what is being read was closed meanwhile
  Task task_;                 // the last: its thread writes into the others
};

}  // namespace gpuscape::gui
