/// Any bytes as what a measuring tool wrote: read or refused, and what is read is fitted.

#include <cmath>
#include <cstdint>
#include <string>

#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  const MeasurementText text{"all_reduce_perf.txt",
                             std::string(reinterpret_cast<const char*>(data), size)};
  ReadingContext context;
  const MeasurementSet set = read_measurements(std::span(&text, 1), context);
  if (context.has_issues()) {
    format_issues(context.sorted_issues());
    return 0;
  }
  for (const Measurement& row : set.rows)
    ensure(std::isfinite(row.seconds.value()) && row.seconds >= Seconds(0.0), "a time is finite");
  const Calibration calibration = calibrate(set, {.resamples = 10}, "fuzz");
  ReadingContext again;
  read_profile(profile_json(calibration.profile), "fuzz.profile.json", again);
  return 0;
}
