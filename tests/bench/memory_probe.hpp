#pragma once

#include <string>

namespace gpuscape::bench {

/// Peak resident memory in bytes of a process of its own (this program with `--memory JOBS`) that
/// runs that many generated jobs and keeps every result. Throws std::runtime_error when it fails.
double peak_of_child(const std::string& program, long jobs);
/// What that process does; prints the peak.
void print_peak_after(long jobs);

/// The same of a process (`--live-memory DESIGNS`) that answers so many designs of a million
/// generated jobs in a live study; 0: of one that runs the study alone, as a command does.
double peak_of_live_child(const std::string& program, int designs);
void print_peak_of_live(int designs);

}  // namespace gpuscape::bench
