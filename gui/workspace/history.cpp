#include "gui/workspace/history.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape::gui {

void History::start(DesignList list) {
  values_.clear();
  values_.push_back(std::move(list));
  at_ = 0;
  gesture_.clear();
}

void History::change(DesignList list, const std::string& gesture) {
  values_.resize(at_ + 1);
  if (!gesture.empty() && gesture == gesture_) {
    values_[at_] = std::move(list);
    return;
  }
  values_.push_back(std::move(list));
  if (values_.size() > kMost) values_.erase(values_.begin());
  at_ = values_.size() - 1;
  gesture_ = gesture;
}

void History::choose(std::size_t design) {
  DesignList& list = values_[at_];
  if (!list.designs.empty()) list.current = std::min(design, list.designs.size() - 1);
  gesture_.clear();
}

bool History::undo() {
  gesture_.clear();
  if (!can_undo()) return false;
  --at_;
  return true;
}

bool History::redo() {
  gesture_.clear();
  if (!can_redo()) return false;
  ++at_;
  return true;
}

}  // namespace gpuscape::gui
