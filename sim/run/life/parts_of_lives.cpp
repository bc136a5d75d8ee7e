#include "sim/run/life/parts_of_lives.hpp"

#include <algorithm>

#include "sim/run/life/attach_part.hpp"
#include "sim/run/life/saves.hpp"
#include "sim/run/life/start_up.hpp"

namespace gpuscape {

std::vector<std::unique_ptr<LifePart>> parts_of_lives(const CheckedScenario& checked,
                                                      const FreeCapacity& capacity,
                                                      std::uint64_t replication) {
  std::vector<std::unique_ptr<LifePart>> parts;
  std::vector<SavesSpec> terms;
  terms.reserve(checked.spec.streams.size());
  for (const StreamSpec& stream : checked.spec.streams) terms.push_back(stream.saves);
  if (std::ranges::any_of(terms, [](const SavesSpec& of) {
        return of.checkpoint || of.restart > Seconds(0.0) || of.standbys.nodes > 0 ||
               of.shrink.at_least > 0;
      }))
    parts.push_back(
        std::make_unique<Saves>(std::move(terms), checked.failing, capacity.platform()));
  if (checked.spec.scheduler.start_up > Seconds(0.0))
    parts.push_back(std::make_unique<StartUp>(checked.spec.scheduler.start_up));
  if (checked.access != nullptr && checked.access->attach().takes_time())
    parts.push_back(std::make_unique<AttachPart>(checked.access->attach(), capacity,
                                                 checked.spec.run.seed, replication));
  return parts;
}

}  // namespace gpuscape
