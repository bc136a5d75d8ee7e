#pragma once
/// Between a job's start on its nodes and its first step: prolog, container image, processes.

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/run/life/life_part.hpp"

namespace gpuscape {

class StartUp final : public LifePart {
 public:
  explicit StartUp(Seconds time) : time_(time) {}

  std::optional<Stretch> next(const LifeView& life) override {
    if (life.slot >= up_at_.size()) up_at_.resize(life.slot + 1);
    if (up_at_[life.slot]) return std::nullopt;
    if (suspended_.erase(life.job) != 0) {
      up_at_[life.slot] = life.now;
      return std::nullopt;
    }
    up_at_[life.slot] = life.now + time_;
    return Pause{time_};
  }
  /// What was not done is done anew.
  void fell_back(const LifeView& life) override {
    std::optional<Seconds>& up_at = up_at_[life.slot];
    if (up_at && life.now < *up_at) up_at.reset();
  }
  void ended(const LifeView& life, Cause /*cause*/, const Keeps& keeps) override {
    const std::optional<Seconds> up_at = std::exchange(up_at_[life.slot], std::nullopt);
    if (keeps.what == Keeps::What::here && up_at && !(life.now < *up_at))
      suspended_.insert(life.job);
  }
  void forgets(std::uint32_t job) override { suspended_.erase(job); }

 private:
  Seconds time_;
  std::vector<std::optional<Seconds>> up_at_;  // by slot; none: it has not begun
  std::set<std::uint32_t> suspended_;          // jobs whose processes wait on their nodes
};

}  // namespace gpuscape
