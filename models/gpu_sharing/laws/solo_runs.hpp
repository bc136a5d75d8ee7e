#pragma once
/// What jobs do when they are alone, and the paces of several on one GPU that follow by the laws of
/// sim/sharing/: from runs of one process for jobs of one stream (MpsLaw), from what each uses of
/// the GPU for jobs of two (neighbour_paces).

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/sharing/neighbours.hpp"

namespace gpuscape::gpu_sharing {

class SoloRuns {
 public:
  /// The keys `solo` and `contention`.
  explicit SoloRuns(ObjectReader& reader);

  [[nodiscard]] bool empty() const { return of_.empty(); }
  [[nodiscard]] std::vector<std::string> streams() const;
  /// Whether runs of one of its processes are known, with which the law of several holds.
  [[nodiscard]] bool has_runs(std::string_view stream) const;
  /// What a job of it uses alone; null: not known.
  [[nodiscard]] const GpuUse* use(std::string_view stream) const;

  /// The pace of each of so many jobs of a stream with runs, of that of one alone; from 48 on,
  /// which is what MPS has, that of 48.
  [[nodiscard]] double pace_of_several(std::string_view stream, std::size_t jobs) const;
  /// The pace of the first of several jobs that use so much, of that alone.
  [[nodiscard]] double pace_of_first(std::span<const GpuUse> jobs) const;

 private:
  struct OfStream {
    std::optional<GpuUse> use = {};
    std::vector<double> several = {};  // pace by jobs, from 1; empty: no runs
  };
  void read_entry(ObjectReader& entry);
  void read_runs(ObjectReader& entry, OfStream& of);
  [[nodiscard]] const OfStream* find(std::string_view stream) const;

  std::map<std::string, OfStream, std::less<>> of_;
  GpuContention contention_;
};

}  // namespace gpuscape::gpu_sharing
