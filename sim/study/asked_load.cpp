#include "sim/study/asked_load.hpp"

namespace gpuscape {

std::optional<AskedLoad> asked_load(const ScenarioSpec& scenario) {
  std::optional<AskedLoad> asked;
  for (const StreamSpec& stream : scenario.streams) {
    if (!stream.generate || !stream.generate->load || !stream.generate->load_gpus)
      return std::nullopt;
    const std::int64_t gpus = *stream.generate->load_gpus;
    if (asked && asked->gpus != gpus) return std::nullopt;
    asked = AskedLoad{(asked ? asked->load : 0.0) + *stream.generate->load, gpus};
  }
  return asked;
}

}  // namespace gpuscape
