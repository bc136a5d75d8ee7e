#include "gui/workspace/open_folders.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code failed;
  return a == b || std::filesystem::equivalent(a, b, failed);
}

}  // namespace

void OpenFolders::open(const std::string& path) {
  waiting_.push_back(path);
  start_next();
}

void OpenFolders::start_next() {
  if (waiting_.empty() || task_.is_busy()) return;
  const std::string path = std::move(waiting_.front());
  waiting_.pop_front();
  task_.start([this, path](const std::stop_token& /*stop*/) {
    read_.reset();
    read_sweep_.reset();
    try {
      if (is_folder_of_runs(path))
        read_sweep_ = read_open_sweep(path);
      else
        read_ = read_saved_folder(path);
    } catch (const ScenarioError& error) {
      throw RunError(one_line(error));
    }
    return std::string();
  });
}

bool OpenFolders::refresh() {
  const auto end = task_.take();
  if (!end) return false;
  if (std::exchange(is_given_up_, false)) {
    read_.reset();
    read_sweep_.reset();
  } else if (end->is_failure) {
    fault_ = end->message;
  } else if (read_sweep_ != nullptr) {
    sweep_.emplace(std::move(read_sweep_));
    is_sweep_new_ = true;
    ++version_;
  } else {
    const auto same = std::ranges::find_if(
        folders_, [&](const auto& open) { return is_same_folder(open->path, read_->path); });
    if (same == folders_.end())
      folders_.push_back(std::move(read_));
    else
      *same = std::move(read_);
    note_change();
  }
  start_next();
  return true;
}

void OpenFolders::note_change() {
  columns_ = saved_columns(folders_);
  if (chosen_ && *chosen_ >= columns_.size()) chosen_.reset();
  ++version_;
}

void OpenFolders::choose(std::size_t column) {
  if (column < columns_.size()) chosen_ = column;
}

void OpenFolders::close_chosen() {
  if (!chosen_) return;
  std::erase(folders_, columns_[*chosen_].folder);
  chosen_.reset();
  note_change();
}

void OpenFolders::close_all() {
  waiting_.clear();
  is_given_up_ = task_.is_busy();
  folders_.clear();
  sweep_.reset();
  chosen_.reset();
  note_change();
}

}  // namespace gpuscape::gui
