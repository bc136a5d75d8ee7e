#pragma once
/// Walks over JSON text token by token and knows line and column. The parsing library reports what
/// it read but not where; this walks in step with it.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"

namespace gpuscape {

class JsonCursor {
 public:
  /// `begin` is where the text begins in its file.
  JsonCursor(std::string_view text, const SourcePlace& begin)
      : text_(text),
        file_(begin.file),
        line_(begin.line),
        columns_before_(static_cast<std::size_t>(begin.column) - 1) {}

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
  std::size_t columns_before_ = 0;  // of the first line
  char before_ = '\0';
};

}  // namespace gpuscape
