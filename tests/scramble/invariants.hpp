#pragma once
/// What every answer keeps, whatever was asked.

#include <functional>
#include <string>
#include <vector>

#include "tests/scramble/answer.hpp"

namespace gpuscape::scramble {

struct Fault {
  std::string check;  ///< which invariant or relation does not hold
  std::string what;
};

/// Empty where it holds.
struct Invariant {
  std::string name;
  std::function<std::string(const Answer&)> fault;
};

/// Of a `run` that gave an answer.
const std::vector<Invariant>& invariants();
std::vector<Invariant> invariants_of_jobs();
std::vector<Invariant> invariants_of_cost();
std::vector<Invariant> invariants_of_transfers();

/// Those that do not hold.
std::vector<Fault> broken(const Answer& answer);

/// Equal but for rounding.
bool close(double a, double b, double relative = 1e-9);

/// Calls `visit` with the path and the value of every number, and of nothing else.
void for_each_number(const Json& value, const std::string& path,
                     const std::function<void(const std::string&, double)>& visit);

}  // namespace gpuscape::scramble
