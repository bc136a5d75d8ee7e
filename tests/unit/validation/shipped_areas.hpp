#pragma once
/// Shipped areas of published figures as validated, each once in a process.

#include <map>
#include <string>

#include "models/builtin_models.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape::test {

inline const ValidationResult& shipped_area(const std::string& name) {
  static std::map<std::string, ValidationResult> done;
  const auto known = done.find(name);
  if (known != done.end()) return known->second;
  Registry registry;
  register_builtin_models(registry);
  return done.emplace(name, validate(published_area(name), registry)).first->second;
}

}  // namespace gpuscape::test
