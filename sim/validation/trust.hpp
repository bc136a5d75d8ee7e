#pragma once
/// How far the models are off against published figures, by area, and what those figures cover: at
/// hand without running them. `gpuscape validate --summary` writes validation/summary/trust.json,
/// which ships with the program.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/validation/validate.hpp"

namespace gpuscape {

struct AreaTrust {
  std::string area;          ///< "2-fabric"
  std::string about;         ///< "copies between GPUs and hosts"
  std::int64_t figures = 0;  ///< scored ones, of which the errors are
  double median = 0.0;       ///< relative error of a figure
  double p90 = 0.0;
  // What the figures that were run cover, scored and fitted ones; empty or 0: they do not tell.
  std::vector<std::string> gpu_models = {};  ///< of the catalogue, sorted
  std::vector<std::string> networks = {};    ///< kinds: "infiniband", "ethernet"; sorted
  std::int64_t gpus_least = 0;               ///< of a step or a collective
  std::int64_t gpus_most = 0;
  double bytes_least = 0.0;  ///< of a message or a collective
  double bytes_most = 0.0;
};

/// Of an area that was validated whole. Deterministic; errors are rounded to four digits.
AreaTrust area_trust(const PublishedArea& area, const ValidationResult& result,
                     const Registry& registry);

/// The file: one area a line.
std::string trust_text(std::span<const AreaTrust> areas);
/// What ships. Throws InternalError where it is damaged.
const std::vector<AreaTrust>& shipped_trust();

/// Of the fabrics of a bill those whose kind the figures tell: not what is inside of nodes.
[[nodiscard]] bool is_between_nodes(std::string_view fabric);

/// What an answer asked of an area's models.
struct TrustInputs {
  std::vector<std::string> gpu_models = {};
  std::vector<std::string> networks = {};
  std::int64_t gpus_most = 0;  ///< 0: nothing to compare
  double bytes_least = 0.0;    ///< 0: likewise
  double bytes_most = 0.0;
};
/// By which inputs the answer lies outside of what the figures cover, one phrase each: "GPU model
/// k40m", "256 GPUs (figures: up to 64)". Empty: it lies inside.
std::vector<std::string> outside_by(const AreaTrust& area, const TrustInputs& inputs);
/// Whether there is anything of the answer that the area's figures tell, too; else nothing says
/// that it lies inside.
[[nodiscard]] bool can_compare(const AreaTrust& area, const TrustInputs& inputs);

}  // namespace gpuscape
