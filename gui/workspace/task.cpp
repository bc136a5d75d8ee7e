#include "gui/workspace/task.hpp"

#include <exception>

namespace gpuscape::gui {

bool Task::start(std::function<std::string(const std::stop_token& stop)> work) {
  if (is_busy_) return false;
  is_busy_ = true;
  is_done_ = false;
  thread_ = std::jthread([this, job = std::move(work)](const std::stop_token& stop) {
    try {
      end_ = {job(stop), false};
    } catch (const std::exception& error) {
      end_ = {error.what(), true};
    }
    is_done_ = true;
    if (wake_) wake_();
  });
  return true;
}

std::optional<TaskEnd> Task::take() {
  if (!is_busy_ || !is_done_) return std::nullopt;
  thread_.join();
  is_busy_ = false;
  return std::move(end_);
}

}  // namespace gpuscape::gui
