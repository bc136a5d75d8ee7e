#pragma once
/// One scenario tried: checked, run, held against invariants and relations.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/scramble/invariants.hpp"

namespace gpuscape::scramble {

struct Verdict {
  bool refused = false;  ///< `check` names a fault
  std::vector<Fault> faults = {};
};

/// Where a scenario is tried, and what is done there.
struct Bench {
  std::filesystem::path folder;
  Dice dice;
  std::string only = {};  ///< one relation by name; without it some, drawn
};

/// A relation between the answer to a scenario and the answer to a changed one.
struct Relation {
  std::string name;
  double weight = 1;  ///< how likely it is to be tried where it applies
  std::function<bool(const Drawn&)> applies;
  /// What does not hold; empty where it holds.
  std::function<std::string(const Drawn&, const Answer&, Bench&)> fault;
};

std::vector<Relation> relations_of_calls();    ///< the same scenario, called in another way
std::vector<Relation> relations_of_writing();  ///< the same, written in another way
std::vector<Relation> relations_of_meaning();  ///< another scenario, whose answer follows
std::vector<Relation> relations_of_logs();     ///< the same jobs, logged in another way
const std::vector<Relation>& relations();

/// Tries the changed scenario beside the first.
Answer run_beside(const Drawn& drawn, const Bench& bench,
                  const std::vector<std::string>& words = {});

/// The first difference; empty where there is none.
std::string difference(const Json& a, const Json& b, const std::string& path = "");
std::string difference(const Answer& a, const Answer& b);

Verdict try_scenario(const Drawn& drawn, Bench& bench);

}  // namespace gpuscape::scramble
