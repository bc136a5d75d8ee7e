#include "sim/base/json/json_cursor.hpp"

#include <algorithm>

namespace gpuscape {

void JsonCursor::step() {
  if (text_[at_++] != '\n') return;
  ++line_;
  line_start_ = at_;
  columns_before_ = 0;
}

void JsonCursor::advance_to(std::size_t offset) {
  while (at_ < std::min(offset, text_.size())) step();
}

/// Comments end where the parsing library ends them.
void JsonCursor::skip_comment() {
  const bool block = rest().starts_with("/*");
  const std::size_t end =
      block ? text_.find("*/", at_ + 2) : text_.find_first_of(std::string_view("\n\r\0", 3), at_);
  if (end == std::string_view::npos) return advance_to(text_.size());
  advance_to(end + (block ? 2 : 1));
}

void JsonCursor::skip_filler() {
  while (!at_end()) {
    const char next = text_[at_];
    if (rest().starts_with("//") || rest().starts_with("/*")) {
      skip_comment();
      continue;
    }
    if (std::string_view(" \t\r\n,:").find(next) == std::string_view::npos) return;
    if (next == ',' || next == ':') before_ = next;
    step();
  }
}

/// Where the number that begins here ends; like the library, it takes no digit after a leading
/// zero.
std::size_t JsonCursor::number_end() const {
  std::size_t end = at_;
  const auto is_any_of = [&](std::string_view wanted) {
    return end < text_.size() && wanted.find(text_[end]) != std::string_view::npos;
  };
  const auto skip_digits = [&] {
    while (is_any_of("0123456789")) ++end;
  };
  if (is_any_of("-")) ++end;
  if (is_any_of("0"))
    ++end;
  else
    skip_digits();
  if (is_any_of(".")) {
    ++end;
    skip_digits();
  }
  if (!is_any_of("eE")) return end;
  ++end;
  if (is_any_of("+-")) ++end;
  skip_digits();
  return end;
}

void JsonCursor::skip_token() {
  if (at_end()) return;
  before_ = text_[at_];
  if (before_ == '"') {
    step();
    while (!at_end() && text_[at_] != '"') {
      if (text_[at_] == '\\') step();
      if (!at_end()) step();
    }
    if (!at_end()) step();
    return;
  }
  static constexpr std::string_view kBrackets = "{}[]";
  if (kBrackets.find(before_) != std::string_view::npos) return step();
  static constexpr std::string_view kNumberBegins = "-0123456789";
  if (kNumberBegins.find(before_) != std::string_view::npos) return advance_to(number_end());
  // What is left is true, false or null.
  while (!at_end() && text_[at_] >= 'a' && text_[at_] <= 'z') step();
}

SourcePlace JsonCursor::place() const {
  return {file_, line_, static_cast<int>(at_ - line_start_ + columns_before_) + 1};
}

}  // namespace gpuscape
