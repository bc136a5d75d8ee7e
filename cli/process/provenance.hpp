#pragma once

#include <chrono>
#include <string>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// A command as it was typed; of one that stays anonymous a result names neither its words nor the
/// host.
struct TypedCommand {
  std::string words;
  bool anonymous = false;
};

/// What --help says of the flag that asks for it.
inline constexpr const char* kAnonymousHelp =
    "Leave the host's name and this command line out of the results";

/// Where a result is made: this host, this program, since `begin`.
Provenance provenance_here(const TypedCommand& command,
                           std::chrono::steady_clock::time_point begin);

}  // namespace gpuscape
