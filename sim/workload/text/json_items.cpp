#include "sim/workload/text/json_items.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kExampleLength = 100;  // enough for an example in a report
constexpr std::size_t kLongestKey = 64;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

bool JsonItems::refill() {
  position_ = 0;
  end_ = input_.read(buffer_);
  return end_ > 0;
}

void JsonItems::begin_item() {
  in_item_ = true;
  text_.clear();
  item_ = {};
  item_.line = line_;
}

void JsonItems::keep(char c) {
  if (!in_item_ || left_out_depth_ > 0) return;
  if (text_.size() < kLongestItem) {
    text_.push_back(c);
    return;
  }
  item_.too_long = true;
}

void JsonItems::take_in_text(char c) {
  keep(c);
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_text_ = false;
    return;
  }
  if ((depth_ == 1 || depth_ == kInList + 1) && last_text_.size() < kLongestKey)
    last_text_.push_back(c);
}

void JsonItems::open(char c) {
  if (c == '[' && depth_ == 1 && !in_list_ && last_text_ == list_) {
    found_ = in_list_ = true;
    ++depth_;
    return;
  }
  const bool is_report = last_text_ == "errors" || last_text_ == "warnings";
  if (c == '[' && depth_ == 1 && !in_list_ && !is_report && other_list_.empty())
    other_list_ = last_text_;
  if (in_item_ && c == '{' && left_out_depth_ > 0 && depth_ == left_out_depth_) ++item_.skipped;
  keep(c);
  ++depth_;
  if (in_item_ && c == '[' && depth_ == kInList + 2 && left_out_depth_ == 0 &&
      last_text_ == left_out_)
    left_out_depth_ = depth_;
  last_text_.clear();
}

void JsonItems::close(char c) {
  if (left_out_depth_ == depth_) left_out_depth_ = 0;
  --depth_;
  if (in_list_ && depth_ < kInList) {
    complete_ = in_item_;
    in_list_ = false;
    return;
  }
  keep(c);
  complete_ = in_item_ && depth_ == kInList && c == '}';
}

void JsonItems::take(char c) {
  if (in_text_) {
    take_in_text(c);
    return;
  }
  if (in_list_ && depth_ == kInList && !in_item_ && !is_blank(c) && c != ',' && c != ']' &&
      c != '}')
    begin_item();
  if (c == '"') {
    in_text_ = true;
    last_text_.clear();
    keep(c);
  } else if (c == '{' || c == '[') {
    open(c);
  } else if (c == '}' || c == ']') {
    close(c);
  } else if (c == ',' && in_item_ && depth_ == kInList) {
    complete_ = true;
  } else {
    keep(c);
  }
}

bool JsonItems::next(JsonItem& item) {
  complete_ = false;
  in_item_ = false;
  while (!complete_) {
    if (position_ == end_ && !refill()) {
      ended_ = true;
      break;
    }
    const char c = buffer_[position_++];
    take(c);
    line_ += c == '\n' ? 1 : 0;
  }
  if (!complete_ && !in_item_) return false;
  item_.cut_off = !complete_;
  item = item_;
  item.text = std::string_view(text_).substr(0, item.too_long ? kExampleLength : text_.size());
  return true;
}

}  // namespace gpuscape
