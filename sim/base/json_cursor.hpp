#pragma once
/// Walks over JSON text token by token and knows line and column. The parsing library reports what
/// it read but not where; this walks in step with it.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sim/base/json.hpp"

namespace gpuscape {

class JsonCursor {
 public:
  JsonCursor(std::string_view text, std::shared_ptr<const std::string> file)
      : text_(text), file_(std::move(file)) {}

  /// Skips white space, commas, colons and comments: what stands between two tokens.
  void skip_filler();
  /// Skips the token that begins here. It must be valid JSON.
  void skip_token();
  /// Goes on to an offset; never back.
  void advance_to(std::size_t offset);

  [[nodiscard]] SourcePlace place() const;
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  /// The text from here on.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  /// The last character before here that is not filler except a comma; 0 at the beginning.
  [[nodiscard]] char before() const { return before_; }

 private:
  void step();
  void skip_comment();
  [[nodiscard]] std::size_t number_end() const;

  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  char before_ = '\0';
};

}  // namespace gpuscape
