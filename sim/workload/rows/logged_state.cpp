#include "sim/workload/rows/logged_state.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpuscape {

namespace {

using Name = std::pair<std::string_view, LoggedState>;
constexpr std::array kNames{Name{"COMPLETED", LoggedState::completed},
                            Name{"FAILED", LoggedState::failed},
                            Name{"CANCELLED", LoggedState::cancelled},
                            Name{"TIMEOUT", LoggedState::timed_out},
                            Name{"NODE_FAIL", LoggedState::node_failed},
                            Name{"PREEMPTED", LoggedState::preempted},
                            Name{"OUT_OF_MEMORY", LoggedState::out_of_memory},
                            Name{"RUNNING", LoggedState::running},
                            Name{"PENDING", LoggedState::pending},
                            Name{"BOOT_FAIL", LoggedState::node_failed},
                            Name{"DEADLINE", LoggedState::timed_out},
                            Name{"COMPLETING", LoggedState::running},
                            Name{"SUSPENDED", LoggedState::running},
                            Name{"RESIZING", LoggedState::running},
                            Name{"STAGE_OUT", LoggedState::running},
                            Name{"REQUEUED", LoggedState::preempted}};

bool equal_names(std::string_view a, std::string_view b) {
  const auto capital = [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  };
  return std::ranges::equal(a, b, {}, capital, capital);
}

}  // namespace

LoggedState logged_state(std::string_view text) {
  if (text == kNames.front().first) return kNames.front().second;  // nearly all of them
  const std::string_view word = text.substr(0, text.find_first_of(" +"));
  const auto* const found =
      std::ranges::find_if(kNames, [&](const Name& name) { return equal_names(name.first, word); });
  return found == kNames.end() ? LoggedState::unknown : found->second;
}

}  // namespace gpuscape
