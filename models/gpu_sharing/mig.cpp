/// GPUs cut into instances by hardware (NVIDIA Multi-Instance GPU): each has compute and memory of
/// its own at certain places, so that neighbours do not slow it and what is left over may be of no
/// use. An instance is made when a job needs it and goes with the job, or GPUs are cut for good
/// into a mix of the operator's. Making one may take time (`carve`), which the job waits for that
/// it is made for. Leaves out: power that all of a GPU share.
///
/// Profiles by board: those of the catalogue (NVIDIA's MIG user guide).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/model/registry.hpp"
#include "sim/sharing/catalog_geometry.hpp"
#include "sim/sharing/mig_geometry.hpp"
#include "sim/workload/node_asks.hpp"

namespace gpuscape {
namespace {

/// A GPU of the catalogue that can be cut.
struct Board {
  std::string id;
  Bytes memory{0.0};
  MigGeometry geometry;
};

/// Profiles of a GPU are not those of its variant with another amount of memory; what is sold as
/// 96 GB may be 94.5.
bool is_near(Bytes memory, Bytes of) {
  constexpr double kOff = 0.1;
  return std::abs(memory / of - 1.0) < kOff;
}

/// In the catalogue's order.
const std::vector<Board>& boards() {
  static const std::vector<Board> kBoards = [] {
    std::vector<Board> all;
    const Catalog catalog = Catalog::shipped();
    for (const std::string& id : catalog.ids("gpus")) {
      const JsonValue& entry = *catalog.find("gpus", id);
      auto geometry = mig_geometry_of(entry);
      if (!geometry) continue;
      const Bytes memory = parse<Bytes>(entry.find("memory")->text()).value.value_or(Bytes(0.0));
      // What it inherits may be of a GPU with other memory.
      if (is_near(geometry->profiles().back().memory, memory))
        all.push_back({id, memory, std::move(*geometry)});
    }
    return all;
  }();
  return kBoards;
}

/// How well a board's name fits the GPU's: 3 it is the same, 2 the GPU's is its beginning
/// ("a100"), 1 both begin with the same word ("A100-PG509-200"), 0 not at all.
int fit(const Board& board, std::string_view model) {
  if (is_gpu_model(model, board.id)) return model.size() == board.id.size() ? 3 : 2;
  return is_gpu_model(std::string_view(board.id).substr(0, board.id.find('-')), model) ? 1 : 0;
}

/// The first of those that fit best; null: none.
const Board* board_of(const SharedGpuFacts& gpu) {
  const Board* best = nullptr;
  int best_fit = 0;
  for (const Board& board : boards()) {
    const bool differs = gpu.memory > Bytes(0.0) && !is_near(gpu.memory, board.memory);
    const int fits = differs ? 0 : fit(board, gpu.model);
    if (fits <= best_fit) continue;
    best = &board;
    best_fit = fits;
  }
  return best;
}

GpuCuts::Profile profile_of(const MigGeometry& mig, std::uint32_t profile) {
  constexpr std::uint32_t kWhole = 1000;
  const MigProfile& of = mig.profiles()[profile];
  return {.name = of.name,
          .milli = static_cast<std::uint16_t>(kWhole * of.compute_slices / mig.compute_slices()),
          .memory = of.memory};
}

/// Of the profiles that jobs may get; all where `only` is empty.
std::shared_ptr<GpuCuts> cuts_of(const MigGeometry& mig, const std::vector<std::string>& only) {
  auto cuts = std::make_shared<GpuCuts>();
  std::vector<MigPlacement> places;
  for (std::uint32_t i = 0; i < mig.profiles().size(); ++i) {
    const MigProfile& of = mig.profiles()[i];
    if (of.compute_slices == mig.compute_slices()) {
      cuts->whole.push_back(of.name);
      continue;
    }
    if (!only.empty() && std::ranges::find(only, of.name) == only.end()) continue;
    GpuCuts::Profile profile = profile_of(mig, i);
    for (const std::uint32_t start : mig.starts(i)) {
      profile.places.push_back(static_cast<std::uint8_t>(places.size()));
      cuts->places.push_back({.profile = static_cast<std::uint8_t>(cuts->profiles.size())});
      places.push_back({i, start});
    }
    cuts->profiles.push_back(std::move(profile));
  }
  for (std::size_t taken = 0; taken < places.size(); ++taken)
    for (std::size_t other = 0; other < places.size(); ++other)
      if (!mig.can_place(mig.slices_of(places[taken]), places[other]))
        cuts->places[taken].excludes |= GpuCuts::bit(static_cast<std::uint8_t>(other));
  return cuts;
}

/// Of GPUs that are cut into just those instances, all the time; `fault` says why they cannot be.
std::shared_ptr<const GpuCuts> cuts_of_mix(const MigGeometry& mig,
                                           const std::vector<std::string>& mix,
                                           std::string& fault) {
  std::vector<std::uint32_t> wanted;
  for (const std::string& name : mix)
    if (const auto profile = mig.find(name)) wanted.push_back(*profile);
  if (wanted.size() < mix.size()) {
    fault = fmt::format("these GPUs do not have all profiles of the mix {}", fmt::join(mix, " + "));
    return nullptr;
  }
  std::ranges::sort(wanted);
  if (mig.profiles()[wanted.back()].compute_slices == mig.compute_slices()) {
    fault = fmt::format("\"{}\" of the mix is all of a GPU", mig.profiles()[wanted.back()].name);
    return nullptr;
  }
  if (!mig.place_all({}, wanted)) {
    fault = fmt::format("the mix {} does not fit on one GPU", fmt::join(mix, " + "));
    return nullptr;
  }
  auto cuts = std::make_shared<GpuCuts>();
  cuts->only_parts = true;
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    if (i == 0 || wanted[i] != wanted[i - 1]) cuts->profiles.push_back(profile_of(mig, wanted[i]));
    const auto place = static_cast<std::uint8_t>(i);
    cuts->profiles.back().places.push_back(place);
    cuts->places.push_back({.profile = static_cast<std::uint8_t>(cuts->profiles.size() - 1),
                            .excludes = GpuCuts::bit(place)});
  }
  return cuts;
}

class MigInstances final : public GpuSharing {
 public:
  explicit MigInstances(ObjectReader& reader) {
    board_ =
        reader
            .optional_text("board",
                           "The GPU of the catalogue whose profiles these are, where the nodes "
                           "do not say their `gpu_model` or the catalogue does not know it: "
                           "`a100-sxm4-80gb`, `h100`, `a30`, …")
            .value_or("");
    for (const auto& [value, pointer] :
         reader.values("profiles", FieldType::texts,
                       "Profiles that jobs may get (`1g.10gb`); without it all of the board. The "
                       "whole GPU is always one."))
      profiles_.push_back(value->text());
    for (const auto& [value, pointer] :
         reader.values("mix", FieldType::texts,
                       "The instances that each GPU is cut into for good (`3g.40gb`, `2g.20gb`, "
                       "`1g.10gb`, `1g.10gb`): jobs get these and none gets a whole GPU. Without "
                       "it an instance is made where a job needs it."))
      mix_.push_back(value->text());
    carve_ = reader.quantity<Seconds>(
        "carve", Seconds(0.0),
        "How long a job waits on its GPU where an instance is made for it, idle ones are removed "
        "or all are for a whole GPU; an idle one at its place is there at once. No measured times "
        "are known: 5 to 30 s is a guess.",
        Bounds{.least = 0.0, .most = 3600.0});
    if (carve_ > Seconds(0.0) && !mix_.empty())
      reader.issue("carve", "GPUs that are cut for good (`mix`) are not cut again",
                   "leave one of the two out");
    if (!mix_.empty() && !profiles_.empty())
      reader.issue("profiles", "what jobs may get is what GPUs are cut into by `mix`",
                   "leave one of the two out");
  }

  [[nodiscard]] std::shared_ptr<const GpuCuts> cuts(const SharedGpuFacts& gpu,
                                                    std::string& fault) const override {
    SharedGpuFacts facts = gpu;
    if (!board_.empty()) facts.model = board_;
    const Board* board = board_of(facts);
    if (board == nullptr) {
      fault =
          facts.model.empty()
              ? "nothing says which GPUs these are: MIG profiles differ by board"
              : fmt::format(
                    "no MIG profiles are known of a GPU \"{}\"{}: \"board\" names one of "
                    "the catalogue that has the same ones",
                    facts.model,
                    facts.memory > Bytes(0.0) ? fmt::format(" with {}", human_text(facts.memory))
                                              : "");
      return nullptr;
    }
    if (!mix_.empty()) return cuts_of_mix(board->geometry, mix_, fault);
    const auto made = cuts_of(board->geometry, profiles_);
    made->carve = carve_;
    for (const std::string& name : profiles_)
      if (!made->of_name(name) && made->whole.front() != name)
        fault = fmt::format("a GPU \"{}\" has no profile \"{}\"", facts.model, name);
    return made;
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::string_view law() const override { return "mig"; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    return gpu_sharing::capped(tenants);
  }

 private:
  std::string board_;
  std::vector<std::string> profiles_;
  std::vector<std::string> mix_;
  Seconds carve_{0.0};
};

}  // namespace

void register_gpu_sharing_mig(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "mig",
       .summary = "Instances cut by hardware, each with compute and memory of its own: a job gets "
                  "the smallest profile that holds what it asks for, or the one that it names.",
       .example = R"({"board": "a100"})"},
      [](ObjectReader& reader) { return std::make_unique<MigInstances>(reader); });
}

}  // namespace gpuscape
