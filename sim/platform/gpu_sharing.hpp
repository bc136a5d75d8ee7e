#pragma once
/// How GPUs are shared by jobs that each ask for a part of one.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/gpu_cuts.hpp"

namespace gpuscape {

/// The GPUs that are to be shared.
struct SharedGpuFacts {
  std::string model;  ///< "a100-sxm4-80gb"; empty: not known
  Bytes memory{0.0};  ///< of one; 0: not known
};

/// A job on a GPU.
struct GpuTenant {
  double part = 1.0;             ///< of the GPU, that it holds
  double use = 1.0;              ///< of the time of a whole GPU that it would keep busy alone
  std::size_t most = 1;          ///< of its profile on one GPU
  std::string_view stream = {};  ///< whose job it is; of no meaning after the call
};

/// What tells a job's pace beside a neighbour.
enum class ToldBy : std::uint8_t {
  rule,       ///< how the GPU is shared, of any two jobs
  pair,       ///< what was measured of the two
  processes,  ///< the law of several processes of one model, from runs of one
  uses,       ///< the law of neighbours, from what each uses alone
  guess
};

/// Contract: functions of their arguments alone.
class GpuSharing {
 public:
  virtual ~GpuSharing() = default;
  /// False: who asks for a part of a GPU takes a whole one.
  [[nodiscard]] virtual bool shares() const { return true; }
  /// How such GPUs are cut; null: into thousandths. `fault` says why they cannot be, else it is
  /// empty.
  [[nodiscard]] virtual std::shared_ptr<const GpuCuts> cuts(const SharedGpuFacts& /*gpu*/,
                                                            std::string& /*fault*/) const {
    return nullptr;
  }
  /// Streams that its parameters name.
  [[nodiscard]] virtual std::vector<std::string> streams() const { return {}; }
  /// Whether neighbours on a GPU, or what a job gets there, change its pace.
  [[nodiscard]] virtual bool changes_pace() const { return false; }
  /// What its paces follow; empty: it changes none.
  [[nodiscard]] virtual std::string_view law() const { return {}; }
  /// What tells the pace of a stream's jobs beside those of another, or beside others of theirs.
  [[nodiscard]] virtual ToldBy told_by(std::string_view /*stream*/,
                                       std::string_view /*beside*/) const {
    return ToldBy::rule;
  }
  /// By what these jobs on one GPU lie outside of what was measured, one phrase each; empty: by
  /// nothing, or nothing was measured.
  [[nodiscard]] virtual std::vector<std::string> outside_of(
      std::span<const GpuTenant> /*tenants*/) const {
    return {};
  }
  /// What each of the jobs on one GPU gets of its time: as many shares, each above 0, together at
  /// most 1.
  [[nodiscard]] virtual std::vector<double> shares_of(std::span<const GpuTenant> tenants) const {
    std::vector<double> all;
    for (const GpuTenant& tenant : tenants) all.push_back(tenant.part);
    return all;
  }
};

}  // namespace gpuscape
