/// GPUs cut into instances by hardware (NVIDIA Multi-Instance GPU): each has compute and memory of
/// its own at certain places, so that neighbours do not slow it and what is left over may be of no
/// use. An instance is made when a job needs it and goes with the job. Leaves out: the time to make
/// one, and power that all of a GPU share.
///
/// Profiles by board: NVIDIA's MIG user guide.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "models/gpu_sharing/laws/shares_of_time.hpp"
#include "sim/model/registry.hpp"
#include "sim/sharing/mig_geometry.hpp"

namespace gpuscape {
namespace {

/// Of one board: profiles are named by compute slices and memory in GB.
struct Board {
  std::string_view model;  ///< the beginning of the GPU's name
  double most_memory;      ///< GB of one GPU; 0: any
  std::uint32_t compute;   ///< slices
  std::uint32_t memory;    ///< slices
  std::array<int, 9> gb;   ///< that a profile with so many memory slices is named by
};

constexpr std::array kBoards{
    Board{"a30", 0, 4, 4, {0, 6, 12, 0, 24, 0, 0, 0, 0}},
    Board{"a100", 45, 7, 8, {0, 5, 10, 0, 20, 0, 0, 0, 40}},
    Board{"a100", 0, 7, 8, {0, 10, 20, 0, 40, 0, 0, 0, 80}},
    Board{"a800", 0, 7, 8, {0, 10, 20, 0, 40, 0, 0, 0, 80}},
    Board{"h100", 82, 7, 8, {0, 10, 20, 0, 40, 0, 0, 0, 80}},
    Board{"h100", 95, 7, 8, {0, 12, 24, 0, 47, 0, 0, 0, 94}},
    Board{"h100", 0, 7, 8, {0, 12, 24, 0, 48, 0, 0, 0, 96}},
    Board{"h800", 0, 7, 8, {0, 10, 20, 0, 40, 0, 0, 0, 80}},
    Board{"gh200", 0, 7, 8, {0, 12, 24, 0, 48, 0, 0, 0, 96}},
    Board{"h200", 0, 7, 8, {0, 18, 35, 0, 71, 0, 0, 0, 141}},
    Board{"b200", 0, 7, 8, {0, 23, 45, 0, 90, 0, 0, 0, 180}},
};

/// Its compute and memory slices.
using Shape = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Shape> shapes_of(const Board& board) {
  if (board.compute == 4) return {{1, 1}, {2, 2}, {4, 4}};
  return {{1, 1}, {1, 2}, {2, 2}, {3, 4}, {4, 4}, {7, 8}};
}

MigGeometry geometry_of(const Board& board) {
  constexpr double kGiga = 1e9;
  std::vector<MigProfile> profiles;
  for (const auto& [compute, memory] : shapes_of(board))
    profiles.push_back({.name = fmt::format("{}g.{}gb", compute, board.gb[memory]),
                        .compute_slices = compute,
                        .memory_slices = memory,
                        .memory = Bytes(kGiga * board.gb[memory])});
  return {board.compute, board.memory, std::move(profiles)};
}

const Board* board_of(const SharedGpuFacts& gpu) {
  constexpr double kGiga = 1e9;
  for (const Board& board : kBoards)
    if (gpu.model.starts_with(board.model) &&
        (board.most_memory == 0 || gpu.memory.value() / kGiga <= board.most_memory))
      return &board;
  return nullptr;
}

/// Of the profiles that jobs may get; all where `only` is empty.
std::shared_ptr<const GpuCuts> cuts_of(const MigGeometry& mig,
                                       const std::vector<std::string>& only) {
  auto cuts = std::make_shared<GpuCuts>();
  std::vector<MigPlacement> places;
  for (std::uint32_t i = 0; i < mig.profiles().size(); ++i) {
    const MigProfile& of = mig.profiles()[i];
    if (of.compute_slices == mig.compute_slices()) {
      cuts->whole.push_back(of.name);
      continue;
    }
    if (!only.empty() && std::ranges::find(only, of.name) == only.end()) continue;
    constexpr std::uint32_t kWhole = 1000;
    GpuCuts::Profile profile{
        .name = of.name,
        .milli = static_cast<std::uint16_t>(kWhole * of.compute_slices / mig.compute_slices()),
        .memory = of.memory};
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

class MigInstances final : public GpuSharing {
 public:
  explicit MigInstances(ObjectReader& reader) {
    board_ = reader
                 .optional_text("board",
                                "The GPU whose profiles these are, where the nodes do not say "
                                "their `gpu_model`: `a100`, `h100`, `a30`, …")
                 .value_or("");
    for (const auto& [value, pointer] :
         reader.values("profiles", FieldType::texts,
                       "Profiles that jobs may get (`1g.10gb`); without it all of the board. The "
                       "whole GPU is always one."))
      profiles_.push_back(value->text());
  }

  [[nodiscard]] std::shared_ptr<const GpuCuts> cuts(const SharedGpuFacts& gpu,
                                                    std::string& fault) const override {
    SharedGpuFacts facts = gpu;
    if (!board_.empty()) facts.model = board_;
    const Board* board = board_of(facts);
    if (board == nullptr) {
      fault = facts.model.empty()
                  ? "nothing says which GPUs these are: MIG profiles differ by board"
                  : fmt::format("no MIG profiles are known of a GPU \"{}\"", facts.model);
      return nullptr;
    }
    const auto made = cuts_of(geometry_of(*board), profiles_);
    for (const std::string& name : profiles_)
      if (!made->of_name(name) && made->whole.front() != name)
        fault = fmt::format("a GPU \"{}\" has no profile \"{}\"", facts.model, name);
    return made;
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    return gpu_sharing::capped(tenants);
  }

 private:
  std::string board_;
  std::vector<std::string> profiles_;
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
