#pragma once
/// Scenarios of collectives in a line or two, and what they took.

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tests/support/transfer_builder.hpp"

namespace gpuscape::test {

struct CollectiveText {
  std::string node;  ///< of the catalogue
  int count = 1;
  std::string networks = {};
  std::string collective = {};  ///< its members
};

/// That many of a catalogue's nodes "n", on leaves and spines of HDR or NDR where they are several.
inline CollectiveText on_nodes(const std::string& node, int count, std::string collective,
                               std::string_view network_more = "") {
  CollectiveText text{.node = node, .count = count, .collective = std::move(collective)};
  const bool ndr = node.find("a100") == std::string::npos;
  if (count > 1)
    text.networks = fmt::format(R"("compute": {{"type": "leaf-spine", "switch": "{}"{}}})",
                                ndr ? "nvidia-qm9700" : "nvidia-qm8700", network_more);
  return text;
}

inline LoadedScenario loaded_collectives(const CollectiveText& text) {
  return load_text(
      fmt::format(R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "{}", "count": {}}}}},)"
                  R"( "networks": {{{}}}}}, "workload": {{"streams": {{"s": {{"collectives":)"
                  R"( [{{{}}}]}}}}}}, "run": {{"detail": "step"}}}})",
                  text.node, text.count, text.networks, text.collective),
      "test.json");
}

inline CheckedScenario collective_scenario(const CollectiveText& text) {
  return checked(loaded_collectives(text));
}

inline std::vector<CollectiveRow> collective_rows(const CollectiveText& text) {
  return run_transfers(collective_scenario(text)).collectives;
}

/// What is wrong with it, "message (hint)" each.
inline std::vector<std::string> collective_faults(const CollectiveText& text) {
  LoadedScenario loaded = loaded_collectives(text);
  check(loaded, builtin_models());
  std::vector<std::string> faults;
  for (const Issue& issue : loaded.context.sorted_issues())
    faults.push_back(issue.message + " (" + issue.hint + ")");
  return faults;
}

}  // namespace gpuscape::test
