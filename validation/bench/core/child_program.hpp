#pragma once
/// Other programs that this one starts: by an absolute path, with an environment that is named, for
/// a limited time.

#include <cstddef>
#include <string>
#include <vector>

namespace gpuscape::bench {

struct ChildProgram {
  std::vector<std::string> words;             ///< the first is its absolute path
  std::vector<std::string> environment = {};  ///< "NAME=value"; nothing else is passed on
  double seconds = 10.0;                      ///< after that it is killed
};

/// What it prints on its standard output, 64 KiB at most. Empty where it cannot be started, takes
/// too long or a signal comes.
std::string printed_by(const ChildProgram& program);

/// The first of the folders that holds an executable of that name, and the name; empty where none
/// does.
std::string program_in(const std::vector<std::string>& folders, const std::string& name);

/// The environment of this process, without the pair's token.
std::vector<std::string> environment_without_token();

/// Of such lists, what execve and its like take: pointers into the texts, and a null.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

}  // namespace gpuscape::bench
