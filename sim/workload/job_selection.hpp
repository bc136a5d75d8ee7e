#pragma once
/// Which jobs a selector of a scenario means.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/scenario/rules_spec.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape {

/// `*` stands for any text, also an empty one, `?` for any one character of UTF-8.
bool matches_glob(std::string_view glob, std::string_view text);
bool matches(const TextPatterns& patterns, std::string_view text);

/// As a scenario calls it: "timed-out".
std::string_view state_text(LoggedState state);

/// A row of a log. `interactive`: what its stream's rules say.
bool matches(const SelectorSpec& selector, const LoggedJob& row, bool interactive);

/// For jobs of a run: origins are looked at once.
class JobSelection {
 public:
  /// Neither names nor states may be selected.
  JobSelection(const SelectorSpec& selector, const OriginTable& origins);
  [[nodiscard]] bool matches(std::uint32_t origin, std::int32_t gpus, bool interactive) const;

 private:
  SelectorSpec selector_;
  std::vector<bool> origins_;
};

}  // namespace gpuscape
