#include "sim/model/collectives/collective_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/collectives/collective_library.hpp"

namespace gpuscape {

namespace {

/// Fewer adapters than one for two GPUs: software then reduces within nodes first.
bool has_few_adapters(const CollectiveCase& of) {
  return of.adapters > 0 && 2 * of.adapters < of.ranks_per_node();
}

/// Whether a library takes it by itself. Trees are for several nodes: within one they are chains
/// with the hops of a ring.
bool is_chosen(const std::string& algorithm, const CollectiveCase& of) {
  const std::vector<std::string>& offered = of.library->algorithms;
  return std::ranges::find(offered, algorithm) != offered.end() &&
         (algorithm != "tree" || of.nodes() > 1) &&
         (algorithm != "two-level" || has_few_adapters(of));
}

/// Whether switches add up data of that type.
bool adds_up(std::string_view type) { return type != "int8" && type != "fp8"; }

/// That of the links, or the newest that is known.
const LibraryGeneration* generation_of(const CollectiveLibrary& library,
                                       const RankHardware& hardware) {
  const auto found =
      std::ranges::find(library.generations, hardware.nvlink, &LibraryGeneration::id);
  if (found != library.generations.end()) return &*found;
  return library.generations.empty() ? nullptr : &library.generations.back();
}

bool offers(const CollectiveCase& of, CollectiveProtocol protocol) {
  if (of.protocol && protocol != *of.protocol) return false;
  const LibraryProtocol& numbers = of.library->of(protocol);
  const bool within = of.generation == nullptr ? numbers.pcie.offered : numbers.nvlink.offered;
  const bool trusted = of.network_in_order || protocol == CollectiveProtocol::simple;
  const bool across = numbers.network.offered && trusted;
  return (of.ranks_per_node() < 2 || within) && (of.nodes() < 2 || across);
}

}  // namespace

CollectiveChooser::CollectiveChooser(const Registry& registry, const JsonValue& libraries,
                                     ReadingContext& context)
    : libraries_(read_libraries(libraries, context)) {
  const JsonValue nothing = JsonValue::make_object();
  for (std::size_t i = 0; i < registry.collectives.size(); ++i) {
    const std::string& name = registry.collectives.card(i).name;
    ObjectReader reader(nothing, "", context);
    algorithms_.push_back({name, registry.collectives.find(name)->read(reader)});
  }
}

const CollectiveLibrary* CollectiveChooser::library(std::string_view name,
                                                    const std::string& vendor,
                                                    CollectiveRefusal& refusal) const {
  const auto found = std::ranges::find_if(libraries_, [&](const CollectiveLibrary& library) {
    return name.empty() ? vendor.empty() || library.vendor == vendor : library.id == name;
  });
  if (found == libraries_.end()) {
    std::vector<std::string> ids;
    ids.reserve(libraries_.size());
    for (const CollectiveLibrary& library : libraries_) ids.push_back(library.id);
    if (name.empty())
      refusal = {"", fmt::format("no library of the catalogue runs on GPUs of {}", excerpt(vendor)),
                 R"(name a "library")"};
    else
      refusal = {"library", fmt::format("unknown library \"{}\"", excerpt(name)),
                 nearest_hint(name, ids)};
    return nullptr;
  }
  if (vendor.empty() || found->vendor == vendor) return &*found;
  refusal = {"library",
             fmt::format("\"{}\" runs on GPUs of {}, and these are of {}", found->id, found->vendor,
                         excerpt(vendor)),
             ""};
  return nullptr;
}

void CollectiveChooser::fit_out(CollectiveCase& of, const RankHardware& hardware,
                                RankRoutes& routes, std::string_view type) {
  if (routes.by_nvlink()) of.generation = generation_of(*of.library, hardware);
  of.switch_reduces = routes.by_nvswitch() && hardware.switch_reduces && adds_up(type);
  of.network_reduces = hardware.network_reduces && adds_up(type);
  const NetworkMessage message = routes.message();
  of.network_message = message.latency;
  of.network_post = message.post;
  of.network_in_order = message.in_order;
  of.exits = routes.exits();
  of.adapters = routes.adapters();
  if (of.operation == CollectiveOperation::send_receive && !of.library->sends.empty())
    of.message = routes.message_by(of.library->sends);
}

CollectiveRefusal CollectiveChooser::for_each_offer(
    std::string_view algorithm, bool launched, const CollectiveCase& of,
    const std::function<bool(const CollectiveOffer&)>& visit) const {
  CollectiveRefusal refusal = protocol_refusal(of);
  if (!refusal.message.empty()) return refusal;
  const double channels = static_cast<double>(of.channels);
  bool any = false;
  for (const Algorithm* candidate : candidates(algorithm, of, refusal)) {
    const std::vector<CollectiveProtocol>& protocols = candidate->model->traits().protocols;
    for (const CollectiveProtocol protocol : protocols) {
      if (!offers(of, protocol)) continue;
      CollectiveOffer offer{
          .algorithm = candidate->name,
          .protocol = protocols.size() > 1 ? protocol_name(protocol) : std::string_view(),
          .plan = candidate->model->plan(of, protocol)};
      if (launched) offer.plan.latency += of.library->launch;
      for (CollectiveStage& stage : offer.plan.stages)
        if (of.channels > 0) stage.rank_rate = of.library->channel_rate * channels;
      any = true;
      if (!visit(offer)) return refusal;
    }
  }
  if (any || !refusal.message.empty() || !of.protocol) return refusal;
  return {"protocol",
          fmt::format("none of these algorithms does it with {} on such links",
                      protocol_name(*of.protocol)),
          "\"auto\" takes the protocol that takes least"};
}

/// Whether the library has what is asked for at all.
CollectiveRefusal CollectiveChooser::protocol_refusal(const CollectiveCase& of) {
  const CollectiveLibrary& library = *of.library;
  if (of.channels > 0 && library.most_channels > 0 && of.channels > library.most_channels)
    return {"channels",
            fmt::format("\"{}\" has {} channels at most", library.id, library.most_channels),
            "without \"channels\" it takes as many as the links carry"};
  if (!of.protocol) return {};
  if (of.nodes() > 1 && !of.network_in_order && *of.protocol != CollectiveProtocol::simple)
    return {"protocol",
            fmt::format("{} needs bytes that arrive as they were written, and between these nodes "
                        "they do not",
                        protocol_name(*of.protocol)),
            "\"Simple\" does without, and \"auto\" takes it there"};
  const LibraryProtocol& numbers = library.of(*of.protocol);
  if (numbers.nvlink.offered || numbers.pcie.offered || numbers.network.offered) return {};
  return {"protocol",
          fmt::format("\"{}\" has no protocol {}", library.id, protocol_name(*of.protocol)),
          "\"auto\" takes the one that takes least"};
}

CollectiveRefusal CollectiveChooser::refusal(std::string_view algorithm,
                                             const CollectiveCase& of) const {
  CollectiveRefusal refusal;
  (void)candidates(algorithm, of, refusal);
  return refusal;
}

/// Those that can do it; none after a refusal.
std::vector<const CollectiveChooser::Algorithm*> CollectiveChooser::candidates(
    std::string_view name, const CollectiveCase& of, CollectiveRefusal& refusal) const {
  std::vector<const Algorithm*> able;
  std::vector<std::string> names{"auto"};
  bool known = name == "auto";
  for (const Algorithm& algorithm : algorithms_) {
    names.push_back(algorithm.name);
    const bool named = name == algorithm.name;
    const bool chosen = name == "auto" && is_chosen(algorithm.name, of);
    known = known || named;
    if (!named && !chosen) continue;
    const CollectiveFault wrong = fault_of(algorithm, of);
    if (wrong.message.empty())
      able.push_back(&algorithm);
    else if (chosen && does(algorithm, of.operation))
      refusal = {"", fmt::format("\"{}\": {}", algorithm.name, wrong.message), wrong.hint};
    else if (named)
      refusal = {"algorithm", fmt::format("\"{}\": {}", algorithm.name, wrong.message), wrong.hint};
  }
  if (!known)
    refusal = {"algorithm", fmt::format("unknown algorithm \"{}\"", excerpt(name)),
               nearest_hint(name, names)};
  if (!able.empty() && name == "auto") refusal = {};
  if (able.empty() && name == "auto" && refusal.message.empty())
    refusal = {
        "",
        fmt::format("\"{}\" has no algorithm for {}", of.library->id, operation_name(of.operation)),
        ""};
  return able;
}

bool CollectiveChooser::does(const Algorithm& algorithm, CollectiveOperation operation) {
  const auto& operations = algorithm.model->traits().operations;
  return std::ranges::find(operations, operation) != operations.end();
}

CollectiveFault CollectiveChooser::fault_of(const Algorithm& algorithm, const CollectiveCase& of) {
  if (does(algorithm, of.operation)) return algorithm.model->fault(of);
  const auto& operations = algorithm.model->traits().operations;
  std::vector<std::string_view> names;
  names.reserve(operations.size());
  for (const CollectiveOperation operation : operations) names.push_back(operation_name(operation));
  return {fmt::format("it does not do {}", operation_name(of.operation)),
          fmt::format("it does {}", fmt::join(names, ", "))};
}

}  // namespace gpuscape
