#include "sim/scenario/application_saves.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

SavesSpec with(SavesSpec saves, const std::optional<ApplicationSpec>& application) {
  if (!application) return saves;
  const ApplicationSavesSpec& own = application->saves;
  if (own.checkpoint) saves.checkpoint = own.checkpoint;
  if (own.restart) saves.restart = *own.restart;
  return saves;
}

bool is_any(const SavesSpec& saves) {
  return saves.checkpoint || saves.restart > Seconds(0.0) || saves.standbys.nodes > 0 ||
         saves.shrink.at_least > 0;
}

}  // namespace

SavesSpec saves_of(const StreamSpec& stream) { return with(stream.saves, stream.application); }

std::vector<SavesSpec> saves_by_class(const StreamSpec& stream) {
  std::vector<SavesSpec> all;
  all.reserve(stream.classes.size());
  for (std::size_t i = 0; i < stream.classes.size(); ++i) {
    const JobClassSpec& of = stream.classes[i];
    const bool as_before = of.cut_short && i > 0;
    all.push_back(as_before ? all.back() : with(stream.saves, of.application));
  }
  return all;
}

bool saves_anything(const StreamSpec& stream) {
  return is_any(saves_of(stream)) || std::ranges::any_of(saves_by_class(stream), is_any);
}

}  // namespace gpuscape
