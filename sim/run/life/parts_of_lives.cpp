#include "sim/run/life/parts_of_lives.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/run/life/attach_part.hpp"
#include "sim/run/life/saves.hpp"
#include "sim/run/life/start_up.hpp"
#include "sim/scenario/application_saves.hpp"

namespace gpuscape {

namespace {

const ApplicationSpec* application_of(const StreamSpec& stream, const ClassId& job_class) {
  if (!job_class.is_none()) {
    std::size_t of = job_class.index();
    if (of > 0 && stream.classes[of].cut_short) --of;
    if (const auto& own = stream.classes[of].application) return &*own;
  }
  return stream.application ? &*stream.application : nullptr;
}

std::unique_ptr<LifePart> saves(const CheckedScenario& checked, const Platform& platform) {
  std::vector<SavesSpec> terms;
  SavesInDetail detail{.storage = checked.spec.cluster.storage};
  terms.reserve(checked.spec.streams.size());
  detail.by_class.reserve(checked.spec.streams.size());
  for (const StreamSpec& stream : checked.spec.streams) {
    terms.push_back(saves_of(stream));
    detail.by_class.push_back(saves_by_class(stream));
  }
  const ScenarioSpec& spec = checked.spec;
  detail.step_time = [&spec, steps = checked.steps, &platform](const ApplicationKey& runs,
                                                               const Demand& demand) {
    const ApplicationSpec* application =
        application_of(spec.streams[runs.stream], runs.application);
    ensure(application != nullptr, "jobs that count steps have an application");
    if (!application->model) return application->step_time;
    if (demand.gpus == 0) return kForever;  // such steps are computed on GPUs
    const auto step = steps->packed(*application, demand, platform);
    return step ? step->time : application->step_time;
  };
  return std::make_unique<Saves>(std::move(terms), checked.failing, platform, std::move(detail));
}

}  // namespace

std::vector<std::unique_ptr<LifePart>> parts_of_lives(const CheckedScenario& checked,
                                                      const FreeCapacity& capacity,
                                                      std::uint64_t replication) {
  std::vector<std::unique_ptr<LifePart>> parts;
  if (std::ranges::any_of(checked.spec.streams, saves_anything))
    parts.push_back(saves(checked, capacity.platform()));
  if (checked.spec.scheduler.start_up > Seconds(0.0))
    parts.push_back(std::make_unique<StartUp>(checked.spec.scheduler.start_up));
  if (checked.access != nullptr && checked.access->attach().takes_time())
    parts.push_back(std::make_unique<AttachPart>(checked.access->attach(), capacity,
                                                 checked.spec.run.seed, replication));
  return parts;
}

WriteTargets write_targets(const CheckedScenario& checked) {
  return {.stores = checked.spec.cluster.storage, .ways = checked.store_ways};
}

}  // namespace gpuscape
