#pragma once
/// A job that was interrupted restarts before it works again.

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "sim/base/units/unit_text.hpp"
#include "sim/run/life/life_part.hpp"

namespace gpuscape {

class Restart final : public LifePart {
 public:
  std::optional<Stretch> next(const LifeView& life) override {
    if (owed_.empty()) return std::nullopt;
    const auto at = owed_.find(life.job);
    if (at == owed_.end()) return std::nullopt;
    if (at->second.since) {
      owed_.erase(at);
      return std::nullopt;
    }
    at->second.since = life.now;
    return Pause{at->second.time};
  }

  /// What was done of a restart that was cut short need not be done again.
  void ended(const LifeView& life, Cause /*cause*/, const Keeps& keeps) override {
    const auto at = owed_.find(life.job);
    if (at != owed_.end()) at->second.stop(life.now);
    if (!(keeps.restart > Seconds(0.0))) return;
    owed_[life.job].time += keeps.restart;
    if (keeps.restart > life.work.total) longer_than_.insert(life.job);
  }

  void fell_back(const LifeView& life) override {
    const auto at = owed_.find(life.job);
    if (at != owed_.end()) at->second.stop(life.now);
  }

  void add_to(RunResult& result) const override {
    if (longer_than_.empty()) return;
    const std::size_t jobs = longer_than_.size();
    result.policy_notes.push_back(
        fmt::format("the restart takes longer than the run time of {} job{} that {} stopped",
                    human_count(static_cast<std::int64_t>(jobs)), jobs == 1 ? "" : "s",
                    jobs == 1 ? "was" : "were"));
  }

 private:
  struct Owed {
    Seconds time{0.0};
    std::optional<Seconds> since = {};  ///< it is being paid
    void stop(Seconds now) {
      if (since) time -= now - *since;
      since.reset();
    }
  };
  std::map<std::uint32_t, Owed> owed_;   // by job
  std::set<std::uint32_t> longer_than_;  // jobs whose run time is shorter than a restart
};

}  // namespace gpuscape
