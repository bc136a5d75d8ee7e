#pragma once
/// The text of a scenario file, and a copy that is edited and not saved. The file itself is never
/// written to.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/workspace/form_reader.hpp"

namespace gpuscape::gui {

class TextCopy {
 public:
  /// `wake` asks for a frame once a text is checked, from any thread.
  TextCopy(const Registry& registry, std::function<void()> wake);

  /// Shows the text of a file as it is now. An edited copy stays as it is, and comes back when its
  /// file is shown again.
  void follow(const std::string& file);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Replaces the copy's text.
  void edit(std::string text) { text_ = std::move(text); }
  [[nodiscard]] bool is_edited() const { return text_ != read_; }
  /// Back to the file's text.
  void take_back() { text_ = read_; }
  /// A file whose copy is edited and not saved, the one that is shown first; empty: none.
  [[nodiscard]] std::string edited_file() const;

  /// Has the copy checked as a scenario of that variant, on a thread of its own; `version` counts
  /// how often the files around it were read again. Does nothing where that is under way or done.
  void check(const std::string& variant, std::uint64_t version);
  /// What is wrong with the text as last checked.
  [[nodiscard]] const std::vector<Issue>& faults() const { return faults_; }
  /// Whether that is the text as it is.
  [[nodiscard]] bool is_checked() const { return is_checked_; }
  /// Faults that lie in this file, by line, 1-based; several on a line are one text.
  [[nodiscard]] std::map<int, std::string> faults_by_line() const;
  /// Until the check is done.
  void wait() const { reader_.wait(); }

 private:
  void read(const std::string& file, const InputStamp& stamp);

  std::string file_;
  InputStamp stamp_;
  std::string read_;        // as the file has it
  std::string unreadable_;  // why it could not be read
  std::string text_;
  std::map<std::string, std::string> others_;  // edited copies of files that are not shown
  std::string asked_;                          // what is checked: file, variant, version and text
  bool is_checked_ = false;
  std::vector<Issue> faults_;
  FormReader reader_;
};

/// Lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace gpuscape::gui
