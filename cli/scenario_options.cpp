#include "cli/scenario_options.hpp"

#include <array>
#include <iostream>

#include "cli/confinement.hpp"
#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"

namespace gpuscape {

namespace {

const std::string& standard_input() {
  static const std::string text = [] {
    std::string read;
    std::array<char, 65536> chunk{};
    while (std::cin.read(chunk.data(), chunk.size()), std::cin.gcount() > 0) {
      read.append(chunk.data(), static_cast<std::size_t>(std::cin.gcount()));
      if (read.size() > kMostFileBytes) throw RunError("standard input is larger than 64 MiB");
    }
    return read;
  }();
  return text;
}

}  // namespace

ScenarioSource scenario_source(const std::string& file) {
  if (file == kStandardInput) return {.file = file, .text = standard_input()};
  return {.file = file};
}

}  // namespace gpuscape
