#include "sim/model/failures/store_machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

std::optional<std::uint32_t> store_with_parts(const SaidLost& said, const ScenarioSpec& spec,
                                              ReadingContext& context) {
  const auto fault = [&](std::string message, std::string hint) {
    context.add(said.place, child_pointer(said.pointer, "store"), std::move(message),
                std::move(hint));
    return std::nullopt;
  };
  const std::vector<StorageSpec>& all = spec.cluster.storage;
  const auto at = std::ranges::find(all, said.store, &StorageSpec::name);
  if (at == all.end()) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const StorageSpec& store : all) names.push_back(store.name);
    return fault(fmt::format("there is no storage \"{}\"", excerpt(said.store)),
                 nearest_hint(said.store, names));
  }
  const StorePart& part = said.drives ? at->makeup.drives : at->makeup.machines;
  if (part.count == 0)
    return fault(fmt::format("storage \"{}\" has no {} that could be lost by themselves",
                             excerpt(said.store), said.drives ? "drives" : "machines"),
                 said.drives ? "a storage of type \"volumes\""
                             : "a storage of type \"appliance\" or \"volumes\"");
  const std::int64_t there = part.count - part.down;
  if (said.machines > there)
    return fault(
        fmt::format("storage \"{}\" has {} {}{} in service, and {} are to be away",
                    excerpt(said.store), there, part.name, there == 1 ? "" : "s", said.machines),
        fmt::format("fewer \"{}\"", said.drives ? "drives" : "machines"));
  return static_cast<std::uint32_t>(at - all.begin());
}

}  // namespace gpuscape
