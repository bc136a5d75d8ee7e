#pragma once
/// Launchers write a mark before every line that a process printed: "[1,0]<stdout>:" (mpirun
/// --tag-output), "0: " (srun --label), "[default0]:" (torchrun), "node7: " (pdsh), dates.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// A text without such marks, line for line, and whose lines those were.
struct UnmarkedText {
  std::string text;
  std::string mark;                 ///< of the first line that had one; empty: none was taken off
  std::vector<std::string> tables;  ///< processes that printed rows of figures or an object of JSON
};
[[nodiscard]] UnmarkedText without_launcher_marks(std::string_view text);

}  // namespace gpuscape
