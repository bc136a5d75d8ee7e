#include "models/gpu_sharing/laws/solo_runs.hpp"

#include <algorithm>
#include <utility>

#include "sim/sharing/mps_law.hpp"

namespace gpuscape::gpu_sharing {

namespace {

constexpr std::uint32_t kMostProcesses = 48;
constexpr std::uint32_t kWholeGpu = 1;  // rows are of one size of instance: all of the GPU

std::vector<double> paces_of(const MpsLaw& law, std::uint32_t batch) {
  std::vector<double> paces;
  const auto alone = law.forecast(kWholeGpu, batch, 1);
  for (std::uint32_t jobs = 1; jobs <= kMostProcesses; ++jobs) {
    const auto several = law.forecast(kWholeGpu, batch, jobs);
    paces.push_back(std::min(1.0, several->per_second_of_process / alone->per_second));
  }
  return paces;
}

}  // namespace

SoloRuns::SoloRuns(ObjectReader& reader) {
  reader.list("solo",
              "What jobs of a stream do alone, one entry a stream: paces of which no pair was "
              "measured follow from it. Measured as the run time was: on a whole GPU where the "
              "stream says its `gpu_use`, else on the part that its jobs hold.",
              [&](ObjectReader& entry) { read_entry(entry); });
  reader.optional_object(
      "contention",
      "What neighbours cost each other beyond their shares of multiprocessors and of memory "
      "bandwidth. Measured on one GPU with one model, it says nothing of others.",
      [&](ObjectReader& part) {
        contention_.l2_slope = part.number(
            "l2_slope", 0.0, "Longer by this, for neighbours that use all of the L2 cache.",
            Bounds{.least = 0.0, .most = 10.0});
        contention_.idle = part.quantity<Watts>("idle", Watts(0.0), "Power of an idle GPU.");
        contention_.cap = part.quantity<Watts>("cap", Watts(0.0),
                                               "Power above which its clock falls; 0 W: none.");
        contention_.clock_per_watt =
            part.number("clock_per_watt", 0.0, "Share of the clock that each W above it costs.",
                        Bounds{.least = 0.0, .most = 1.0});
      });
}

void SoloRuns::read_entry(ObjectReader& entry) {
  const Bounds share{.least = 0.0, .most = 1.0};
  const std::string stream = entry.text("stream", "The stream whose jobs these are.");
  const auto multiprocessors =
      entry.optional_number("multiprocessors", "Share of the GPU's multiprocessors in use.", share);
  const auto bandwidth = entry.optional_number(
      "memory_bandwidth", "Share of the GPU's memory bandwidth in use.", share);
  const auto l2 = entry.optional_number("l2", "Share of the GPU's L2 cache in use.", share);
  const auto power = entry.optional_quantity<Watts>("power", "Power beyond an idle GPU's.");
  OfStream of;
  if (multiprocessors || bandwidth || l2 || power)
    of.use = GpuUse{.multiprocessors = Ratio(multiprocessors.value_or(0.0)),
                    .memory_bandwidth = Ratio(bandwidth.value_or(0.0)),
                    .l2 = Ratio(l2.value_or(0.0)),
                    .power = power.value_or(Watts(0.0))};
  read_runs(entry, of);
  if (!of.use && of.several.empty() && !entry.value().find("runs"))
    entry.issue("", "nothing says what its jobs do alone",
                "\"multiprocessors\", \"memory_bandwidth\", \"l2\" and \"power\", or \"runs\"");
  if (!of_.try_emplace(stream, std::move(of)).second)
    entry.issue("stream", "this stream is there already");
}

void SoloRuns::read_runs(ObjectReader& entry, OfStream& of) {
  const auto batch =
      entry.optional_count("batch", "Items of a batch of its jobs, where it has `runs`.",
                           Bounds{.least = 1, .most = 1e6});
  std::vector<SoloRow> rows;
  const bool there = entry.list(
      "runs",
      "Throughput of one process on a GPU by its batch, at least three rows: several of them on "
      "one GPU go at the paces that follow. Measured were 2 to 5 processes of seven vision models.",
      [&](ObjectReader& row) {
        rows.push_back({.slices = kWholeGpu,
                        .batch = static_cast<std::uint32_t>(row.count(
                            "batch", "Items of a batch.", Bounds{.least = 1, .most = 1e6})),
                        .per_second = row.number("per_second", "Items a second.",
                                                 Bounds{.least = 1e-6, .most = 1e12})});
      });
  if (there != batch.has_value()) {
    entry.issue(there ? "runs" : "batch", "\"runs\" and \"batch\" go together",
                "the batch of its jobs, and the throughput of one process by batch");
    return;
  }
  if (!there) return;
  const std::string fault = fault_of_solo_rows(rows);
  if (!fault.empty())
    entry.issue("runs", fault, "rows of one process, each of another batch");
  else
    of.several = paces_of(MpsLaw(rows), static_cast<std::uint32_t>(*batch));
}

const SoloRuns::OfStream* SoloRuns::find(std::string_view stream) const {
  const auto found = of_.find(stream);
  return found == of_.end() ? nullptr : &found->second;
}

std::vector<std::string> SoloRuns::streams() const {
  std::vector<std::string> names;
  for (const auto& [stream, of] : of_) names.push_back(stream);
  return names;
}

bool SoloRuns::has_runs(std::string_view stream) const {
  const OfStream* of = find(stream);
  return of != nullptr && !of->several.empty();
}

const GpuUse* SoloRuns::use(std::string_view stream) const {
  const OfStream* of = find(stream);
  return of == nullptr || !of->use ? nullptr : &*of->use;
}

double SoloRuns::pace_of_several(std::string_view stream, std::size_t jobs) const {
  const std::vector<double>& paces = find(stream)->several;
  return paces[std::min(jobs, paces.size()) - 1];
}

double SoloRuns::pace_of_first(std::span<const GpuUse> jobs) const {
  const Ratio alone = neighbour_paces(jobs.first(1), contention_).front();
  return std::min(1.0, neighbour_paces(jobs, contention_).front() / alone);
}

}  // namespace gpuscape::gpu_sharing
