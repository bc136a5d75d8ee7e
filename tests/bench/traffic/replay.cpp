#include "tests/bench/traffic/replay.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "tests/support/checked_scenario.hpp"

namespace gpuscape::bench {

Replay::Replay(const std::string& text)
    : scenario_(test::checked(text)), inputs_(load_traces(scenario_.spec)) {}

RunResult Replay::run(std::uint64_t replication) const {
  RunInputs inputs = inputs_;
  inputs.replication = replication;
  Run replay(scenario_, inputs);
  replay.step_until(kForever, {});
  return replay.finish();
}

Side replay_side(const char* name, std::function<std::string()> text) {
  const auto replay = std::make_shared<std::optional<Replay>>();
  return {name, kPhillyJobs, [replay, text = std::move(text)] {
            if (!*replay) replay->emplace(text());
            return seconds_of([&] { static_cast<void>((*replay)->run()); });
          }};
}

}  // namespace gpuscape::bench
