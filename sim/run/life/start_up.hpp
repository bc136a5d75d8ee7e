#pragma once
/// Between a job's start on its nodes and its first step: prolog, container image, processes.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/run/life/life_part.hpp"

namespace gpuscape {

class StartUp final : public LifePart {
 public:
  explicit StartUp(Seconds time) : time_(time) {}

  std::optional<Stretch> next(const LifeView& life) override {
    if (life.slot >= is_up_.size()) is_up_.resize(life.slot + 1);
    if (is_up_[life.slot]) return std::nullopt;
    is_up_[life.slot] = true;
    return Pause{time_};
  }
  void ended(const LifeView& life, Cause /*cause*/, const Keeps& /*keeps*/) override {
    is_up_[life.slot] = false;
  }

 private:
  Seconds time_;
  std::vector<bool> is_up_;  // by slot
};

}  // namespace gpuscape
