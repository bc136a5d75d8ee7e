#include "sim/model/check/check_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/model/check/check_applications.hpp"
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

void add_basis(std::vector<RateBasis>& bases, RateBasis basis) {
  const bool known = std::ranges::any_of(bases, [&](const RateBasis& other) {
    return other.application == basis.application && other.gpu == basis.gpu &&
           other.measured == basis.measured;
  });
  if (!known) bases.push_back(std::move(basis));
}

/// On one GPU of the group; nothing where jobs cannot be there.
std::optional<RateBasis> basis_on(const ScenarioSpec& spec, const Platform& platform,
                                  const JobCosts& costs, const ApplicationSpec& application,
                                  std::size_t group) {
  const NodeGroup& of = platform.groups()[group];
  if (of.capacity.gpus <= 0 || of.pool || !application.model ||
      !costs.fault(application, group).message.empty())
    return std::nullopt;
  const ExchangeNode one[] = {{platform.first_node(group), 1, {}}};
  const std::string& basis = costs.of(application, one).basis;
  if (basis.empty() || basis == "given") return std::nullopt;
  return RateBasis{.application = spec.applications.at(*application.model).name,
                   .gpu = of.gpu_model.empty() ? of.name : of.gpu_model,
                   .measured = !basis.starts_with("roofline")};
}

Names gpus_of(const std::vector<RateBasis>& bases, const std::string& application, bool measured) {
  Names gpus;
  for (const RateBasis& basis : bases)
    if (basis.application == application && basis.measured == measured) add_once(gpus, basis.gpu);
  return gpus;
}

}  // namespace

std::vector<RateBasis> rate_bases(const ScenarioSpec& spec, const Platform& platform,
                                  const JobCosts& costs) {
  std::vector<RateBasis> bases;
  const auto add = [&](const ApplicationSpec& application) {
    for (std::size_t group = 0; group < platform.groups().size(); ++group)
      if (auto basis = basis_on(spec, platform, costs, application, group))
        add_basis(bases, std::move(*basis));
  };
  for (const StreamSpec& stream : spec.streams) for_each_application(stream, add);
  return bases;
}

std::vector<RateBasis> rate_bases(const ScenarioSpec& spec, const JobSteps* steps,
                                  const std::vector<std::shared_ptr<const JobSteps>>& measured_on) {
  if (steps == nullptr) return {};
  std::vector<RateBasis> bases = rate_bases(spec, steps->platform(), *steps->costs());
  for (std::size_t i = 0; i < measured_on.size(); ++i) {
    if (measured_on[i] == nullptr) continue;
    const Platform& there = measured_on[i]->platform();
    for_each_application(spec.streams[i], [&](const ApplicationSpec& application) {
      for (std::size_t group = 0; group < there.groups().size(); ++group)
        if (auto basis = basis_on(spec, there, *measured_on[i]->costs(), application, group))
          add_basis(bases, std::move(*basis));
    });
  }
  return bases;
}

std::vector<std::string> mixed_bases(const std::vector<RateBasis>& bases) {
  Names texts;
  for (const RateBasis& basis : bases) {
    const Names measured = gpus_of(bases, basis.application, true);
    const Names roofline = gpus_of(bases, basis.application, false);
    if (!measured.empty() && !roofline.empty())
      add_once(texts, fmt::format("{} is measured on {}, and a roofline estimate on {}",
                                  excerpt(basis.application), fmt::join(measured, ", "),
                                  fmt::join(roofline, ", ")));
  }
  return texts;
}

std::vector<std::string> application_notes(const ScenarioSpec& spec, const Platform& platform,
                                           const JobCosts* costs) {
  Names notes;
  add_exchanges_inside(spec, platform, costs, notes);
  add_named_algorithms(spec, notes);
  return notes;
}

}  // namespace gpuscape
