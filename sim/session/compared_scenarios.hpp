#pragma once
/// From the names of scenarios to the designs that `gpuscape compare` compares.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/model/registry.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/compare/compare.hpp"

namespace gpuscape {

/// Which scenarios are to be compared.
struct CompareOptions {
  std::vector<std::string> files = {};     ///< one: itself and its variants; several: each as it is
  std::vector<std::string> variants = {};  ///< of one file; empty: all
  std::string baseline = {};               ///< empty: the first
  std::vector<std::string> sets = {};      ///< --set, for each of them
  std::optional<std::uint64_t> seed = {};
  /// The text of a file that is not to be read from there; null: all of them are.
  std::function<ScenarioSource(const std::string& file)> source = {};
};

struct ComparedScenario : NamedDesign {
  std::string file;    ///< as typed
  std::string folder;  ///< for its results, inside the comparison's: a plain name
};

struct ComparedScenarios {
  std::vector<ComparedScenario> designs;  ///< the baseline first, all checked
  std::vector<std::string> left_out;      ///< names of those that have faults
  std::vector<Issue> faults;  ///< theirs, and of variants of the files that are not compared
};

/// What is to be compared. Throws ScenarioError with every fault of every file where the baseline
/// has one, or where fewer than two designs are without.
ComparedScenarios compared_scenarios(const CompareOptions& options, const Registry& registry);

/// A name that any file system takes and that no other folder here has: letters, digits, dots,
/// dashes and underscores of `name`; `taken` are those given before.
std::string folder_name(const std::string& name, const std::vector<std::string>& taken);

}  // namespace gpuscape
