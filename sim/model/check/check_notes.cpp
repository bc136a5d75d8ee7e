#include "sim/model/check/check_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/model/each_spec.hpp"
#include "sim/platform/node_gpus.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::string>;

void add_once(Names& names, std::string name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
}

/// Groups of nodes with several GPUs, of whose inside nothing is known.
Names groups_without_map(const Platform& platform) {
  Names names;
  for (const NodeGroup& group : platform.groups())
    if (group.capacity.gpus > 1 && !group.pool && !tells_gpus_apart(group))
      names.push_back(fmt::format("\"{}\"", excerpt(group.name)));
  return names;
}

/// Jobs of the catalogue's applications exchange data within a node, too.
void add_exchanges_inside(const ScenarioSpec& spec, const Platform& platform, const JobCosts* costs,
                          Names& notes) {
  bool exchange = false;
  for (const StreamSpec& stream : spec.streams)
    for_each_application(stream, [&](const ApplicationSpec& application) {
      exchange = exchange || (application.model && application.collective && costs != nullptr &&
                              costs->exchanges(application));
    });
  const Names groups = exchange && !spec.run.by_steps ? groups_without_map(platform) : Names{};
  if (!groups.empty())
    notes.push_back(
        fmt::format("nothing is known of the inside of nodes {}: their GPUs exchange data within a "
                    "node at no cost, and over the network in a ring of nodes",
                    fmt::join(groups, ", ")));
}

/// Logged and drawn run times hold for whatever algorithm is named.
void add_named_algorithms(const ScenarioSpec& spec, Names& notes) {
  for (const StreamSpec& stream : spec.streams) {
    Names named;
    for_each_application(stream, [&](const ApplicationSpec& application) {
      if (application.collective && application.collective->algorithm != "auto")
        add_once(named, application.collective->algorithm);
    });
    if (named.empty()) continue;
    const std::string of = fmt::format("stream \"{}\": run times count as measured with {}",
                                       excerpt(stream.name), fmt::join(named, " and "));
    notes.push_back(stream.measured_on
                        ? of + ", on the nodes and the network of its measured_on; here the same "
                               "is taken where a job's GPUs can do it"
                        : of + " on this cluster: to name another algorithm does not rescale them");
  }
}

}  // namespace

std::vector<std::string> application_notes(const ScenarioSpec& spec, const Platform& platform,
                                           const JobCosts* costs) {
  Names notes;
  add_exchanges_inside(spec, platform, costs, notes);
  add_named_algorithms(spec, notes);
  return notes;
}

}  // namespace gpuscape
