#include "cli/load.hpp"

#include <array>
#include <iostream>
#include <memory>

#include "cli/confinement.hpp"
#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/workload/byte_stream.hpp"

namespace gpuscape {

namespace {

void check_profile(std::string_view text, const std::string& file, ReadingContext& context) {
  ReadingContext own;  // what it leaves to defaults is none of the scenario's
  read_profile(text, file, own);
  context.add(own.sorted_issues());
}

/// Lists of nodes are small: 64 MiB of text are a mistake.
std::string decoded_text(const std::string& path) {
  const std::unique_ptr<ByteStream> stream = open_file(path);
  std::string text;
  std::array<char, 65536> chunk{};
  while (const std::size_t count = stream->read(chunk)) {
    text.append(chunk.data(), count);
    if (text.size() > kMostFileBytes)
      throw RunError(path + ": is larger than 64 MiB: not a list of nodes");
  }
  return text;
}

/// Read once: a comparison loads the scenario for each of its variants.
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

LoadedScenario load_with_profiles(const std::string& file, LoadOptions options) {
  options.profile_check = check_profile;
  options.read_text = decoded_text;
  if (file == kStandardInput) return load_scenario_text(standard_input(), file, options);
  return load_scenario(file, options);
}

}  // namespace gpuscape
