#include "sim/workload/job_selection.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Where the character that begins at `at` ends.
std::size_t after_character(std::string_view text, std::size_t at) {
  const auto continues = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  ++at;
  while (at < text.size() && continues(at)) ++at;
  return at;
}

bool within(const std::vector<CountRange>& ranges, std::int32_t count) {
  return ranges.empty() || std::ranges::any_of(ranges, [&](const CountRange& range) {
           return range.least <= count && count <= range.most;
         });
}

bool matches_origin(const SelectorSpec& selector, const JobOrigin& origin) {
  return matches(selector.account, origin.account) && matches(selector.user, origin.user) &&
         matches(selector.partition, origin.partition) && matches(selector.qos, origin.qos);
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view text) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = kNone;  // the last * so far, and the text behind what it stands for
  std::size_t behind = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      behind = t;
    } else if (g < glob.size() && glob[g] == '?') {
      ++g;
      t = after_character(text, t);
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != kNone) {
      g = star + 1;
      t = ++behind;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

bool matches(const TextPatterns& patterns, std::string_view text) {
  bool wanted = false;  // by an alternative
  bool any_wanted = false;
  for (const TextPattern& pattern : patterns) {
    const bool fits = matches_glob(pattern.glob, text);
    if (pattern.negated && fits) return false;
    any_wanted = any_wanted || !pattern.negated;
    wanted = wanted || (!pattern.negated && fits);
  }
  return wanted || !any_wanted;
}

std::string_view state_text(LoggedState state) {
  switch (state) {
    case LoggedState::unknown:
      return "";
    case LoggedState::completed:
      return "completed";
    case LoggedState::failed:
      return "failed";
    case LoggedState::cancelled:
      return "cancelled";
    case LoggedState::timed_out:
      return "timed-out";
    case LoggedState::node_failed:
      return "node-failed";
    case LoggedState::preempted:
      return "preempted";
    case LoggedState::out_of_memory:
      return "out-of-memory";
    case LoggedState::running:
      return "running";
    case LoggedState::pending:
      return "pending";
  }
  throw InternalError("a log's job has a state without a name");
}

bool matches(const SelectorSpec& selector, const LoggedJob& row, bool interactive) {
  return within(selector.gpus, row.demand.gpus) &&
         selector.interactive.value_or(interactive) == interactive &&
         matches(selector.account, row.account) && matches(selector.user, row.user) &&
         matches(selector.partition, row.partition) && matches(selector.qos, row.qos) &&
         matches(selector.job_name, row.name) && matches(selector.state, state_text(row.state));
}

JobSelection::JobSelection(const SelectorSpec& selector, const OriginTable& origins)
    : selector_(selector) {
  ensure(selector.job_name.empty() && selector.state.empty(),
         "names and logged states are not kept in a run");
  origins_.reserve(origins.size());
  for (std::uint32_t i = 0; i < origins.size(); ++i)
    origins_.push_back(matches_origin(selector, origins[i]));
}

bool JobSelection::matches(std::uint32_t origin, std::int32_t gpus, bool interactive) const {
  return origins_[origin] && within(selector_.gpus, gpus) &&
         selector_.interactive.value_or(interactive) == interactive;
}

}  // namespace gpuscape
