#pragma once
/// The text of a scenario file, and a copy that is edited and not saved. The file itself is never
/// written to.

#include <map>
#include <string>
#include <vector>

#include "sim/base/input_file.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape::gui {

class TextCopy {
 public:
  /// Shows the text of a file, as it is now; an edited copy of the same file stays as it is.
  void follow(const std::string& file);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Replaces the copy's text.
  void edit(std::string text) { text_ = std::move(text); }
  [[nodiscard]] bool is_edited() const { return text_ != read_; }
  /// Back to the file's text.
  void take_back() { text_ = read_; }

  /// What is wrong with the copy as a scenario of that variant; checked once a text.
  const std::vector<Issue>& faults(const std::string& variant, const Registry& registry);
  /// Faults that lie in this file, by line, 1-based; several on a line are one text.
  [[nodiscard]] std::map<int, std::string> faults_by_line() const;

 private:
  std::string file_;
  InputStamp stamp_;
  std::string read_;  // as the file has it
  std::string text_;
  std::string checked_;  // which text the faults are of, with the variant
  std::vector<Issue> faults_;
};

/// Lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace gpuscape::gui
