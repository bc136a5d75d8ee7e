#pragma once
/// `gpuscape compare SCENARIO…`: what would these jobs get on one design, and what on the others?

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/registry.hpp"

namespace gpuscape {

struct CompareOptions {
  std::vector<std::string> files = {};     ///< one: itself and its variants; several: each as it is
  std::vector<std::string> variants = {};  ///< of one file; empty: all
  std::string baseline = {};               ///< empty: the first
  std::vector<std::string> sets = {};      ///< --set, for each of them
  std::optional<std::uint64_t> seed = {};
  std::optional<bool> confine = {};
  std::string out = {};  ///< empty: ./<file stem>.out
  unsigned threads = 0;
  bool json = false;
  bool anonymous = false;    ///< neither host nor command in what is written
  std::string command = {};  ///< as typed, for the provenance
};

/// Runs all, writes the result folders, prints the answer. Returns the exit code; faults are
/// exceptions.
int compare_command(const CompareOptions& options, const Registry& registry, std::ostream& out,
                    std::ostream& err);

}  // namespace gpuscape
