#pragma once
/// How much several processes of one model do together under MPS on a GPU or on an instance of it
/// (MIG), told from runs of one process alone.
///
/// A process's batch of b items takes on s slices
///     t(b, s) = f h + (((1 − f) h)^k + g(b, s)^k)^(1/k) + c b,   g(b, s) = (w0 + w1 b) ÷ v(s):
/// the host's time h for launching its kernels and the GPU's time g overlap but for a share f of
/// h, and copies c of its items overlap with neither. h, w0, w1 and the speeds v(s) are fitted to
/// the rows of one process, v of the smallest instance being 1. Processes launch beside each other
/// and wait for the GPU together: n of them do
///     x(n) = ((n x(1) ÷ (1 + d (n − 1)))^−k + (b ÷ g(b, s))^−k)^(−1/k)
/// items a second, the rounded lesser of what their hosts launch (each other process slows a host
/// down by d) and of what the GPU computes; x(1) is the measured row.
///
/// k, f, c and d are common to all models. They were chosen on seven vision models on an A100 with
/// 80 GB (ParvaGPU's measurements, instances of 1, 2, 3, 4 and 7 slices, 2 to 5 processes, 811
/// rows): median error 2.3 %, 90th percentile 8.1 %; each model by the constants of the other six:
/// 2.7 and 8.6 %. The form of g is iGniter's with the batch's square left out.
///
/// What is left out: kernels whose algorithm changes with the batch (Inception's at batch 1 are
/// slower than at batch 2: up to 170 % too high), caches, power.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A run of one process alone.
struct SoloRow {
  std::uint32_t slices = 1;  ///< compute slices of its instance
  std::uint32_t batch = 1;   ///< items
  double per_second = 0.0;   ///< items
};

/// Common to all models.
struct MpsConstants {
  double sharpness = 9.0;       ///< k
  double host_alone = 0.12;     ///< f: share of the host's time during which the GPU waits
  Seconds copy{30e-6};          ///< c: of an item (an image of 0.6 MB at 20 GB/s)
  double host_slowdown = 0.02;  ///< d: by each other process
};

/// What was fitted to a model's rows.
struct SoloFit {
  Seconds host{0.0};                      ///< h
  Seconds start{0.0};                     ///< w0, on the smallest instance
  Seconds per_item{0.0};                  ///< w1, likewise
  std::map<std::uint32_t, double> speed;  ///< v, by slices
  double error = 0.0;                     ///< mean of |ln(fitted ÷ measured)| over the rows
};

struct MpsForecast {
  double per_second = 0.0;             ///< items of all processes
  double per_second_of_process = 0.0;  ///< of each
  Seconds latency{0.0};                ///< of a batch of one of them
  double share_of_gpu = 0.0;           ///< of what the GPU could compute, 0 to 1
  bool is_measured = false;            ///< one process: the row itself
};

/// Why no law can be had of these rows: "a row has no throughput"; empty: it can. A law needs three
/// rows of at least two batches, each pair of slices and batch once.
[[nodiscard]] std::string fault_of_solo_rows(std::span<const SoloRow> rows);

/// Of one model.
class MpsLaw {
 public:
  /// Throws InternalError where `fault_of_solo_rows` says why.
  explicit MpsLaw(std::span<const SoloRow> rows, const MpsConstants& constants = {});

  /// Of 1 to 48 processes (MPS has no more) with batches of `batch` items each. None: no row has so
  /// many slices. Of a batch without a row x(1) is 1 ÷ t(b, s).
  [[nodiscard]] std::optional<MpsForecast> forecast(std::uint32_t slices, std::uint32_t batch,
                                                    std::uint32_t processes) const;
  [[nodiscard]] const SoloFit& fit() const { return fit_; }

 private:
  MpsConstants constants_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> measured_;  ///< by slices, batch
  SoloFit fit_;
};

}  // namespace gpuscape
