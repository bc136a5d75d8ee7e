#pragma once
/// What was measured, whatever tool measured it: one row for each repetition.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/calibration/profile.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// One repetition of one measure.
struct Measurement {
  LawKey key;
  Bytes bytes{0.0};      ///< payload of one operation; 0: size does not apply
  double flops = 0.0;    ///< floating-point operations of one
  Seconds seconds{0.0};  ///< of one operation
  std::map<std::string, double> counters = {};  ///< "calls", "cpu_seconds_per_operation", …
  std::vector<std::string> marks = {};
  bool proven = true;
  std::size_t file = 0;              ///< index into MeasurementSet::files
  std::string role = "calibration";  ///< or "composite", "control"
  int round = 0;                     ///< repetitions of one round were measured after each other
};

/// All that one fit is made of: of one machine, or of one pair.
struct MeasurementSet {
  std::vector<ProfileFile> files;
  std::map<std::string, std::string> machine;  ///< "host", "peer", "cpu", …
  std::vector<ProfileDevice> devices;
  std::vector<std::string> marks;  ///< of whole files: "incomplete measurement"
  std::vector<Measurement> rows;
  std::vector<Measurement> composites;  ///< workloads that no fit uses
  std::vector<Measurement> controls;    ///< a kernel whose time should not change
  std::vector<std::string> left_out;    ///< what was passed over, a line each
};

/// A file in memory.
struct MeasurementText {
  std::string name;  ///< as the user named it
  std::string text;
};

/// Reads files of gpuscape-bench, nccl-tests, perftest, nvbandwidth, osu-micro-benchmarks, fio and
/// iperf3, told apart by what stands in them. Faults go to the context, each with file and place:
/// what no tool writes, numbers that are none, negative times, missing keys, results of two
/// machines that are not the two ends of one measurement.
MeasurementSet read_measurements(std::span<const MeasurementText> texts, ReadingContext& context);

/// The names of those tools.
[[nodiscard]] std::vector<std::string> measurement_tools();

}  // namespace gpuscape
