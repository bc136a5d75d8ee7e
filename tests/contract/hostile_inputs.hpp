#pragma once
/// Small files that once cost minutes or all memory, each at twice the size that was found.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gpuscape {

struct HostileInput {
  std::string name;
  std::vector<std::string> command;  ///< of gpuscape, run in the folder
  std::function<void(const std::filesystem::path& folder)> write;
  int exit_code;     ///< that it ends with
  std::string says;  ///< part of what it prints
};

[[nodiscard]] std::vector<HostileInput> hostile_inputs();

}  // namespace gpuscape
