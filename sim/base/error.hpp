#pragma once
/// The three ways in which something can be wrong: the input (ScenarioError, all issues at once),
/// the world (RunError: file, disk, child process), or we (InternalError, through `ensure`).

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// One fault in the input, printed as a compiler prints: `file:line:column: error: message`.
struct Issue {
  std::string file;     ///< as the user named it; empty where no file is at fault (`--set`)
  int line = 0;         ///< 1-based; 0 where unknown
  int column = 0;       ///< 1-based, in bytes; 0 where unknown
  std::string pointer;  ///< JSON pointer of the value at fault, "" for the whole document
  std::string message;  ///< what is wrong, with the offending value
  std::string hint;     ///< what to write instead; may be empty
};

/// The input is wrong. Carries every issue that was found, in file order.
class ScenarioError : public std::runtime_error {
 public:
  explicit ScenarioError(std::vector<Issue> issues);
  [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }

 private:
  std::vector<Issue> issues_;
};

/// The world refused: a file that cannot be read or written, a full disk, a child that died.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that would never end: the scenario asks for what cannot come to pass.
class EndlessRunError : public RunError {
 public:
  using RunError::RunError;
};

/// A defect of this program.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void throw_internal_error(std::string_view what);
/// Throws InternalError unless `condition`; `what` says what was expected and why.
inline void ensure(bool condition, std::string_view what) {
  if (!condition) throw_internal_error(what);
}

/// The text of issues as the command prints them, one or two lines each (message, then hint).
std::string format_issues(const std::vector<Issue>& issues);

}  // namespace gpuscape
