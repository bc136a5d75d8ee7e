#include "sim/report/folder/write_run.hpp"

namespace gpuscape {

void write_run(const std::filesystem::path& folder, const WrittenRun& run, Provenance provenance) {
  ResultFolder results(folder, run.scenario_file);
  provenance.scenario_file = results.scenario_file();
  provenance.files = results.file_names(false);
  results.prepare(run.result, provenance,
                  {.guesses = guesses_of_jobs(run.guesses, run.result.first.traffic.has_value())});
  results.put_in_place();
}

}  // namespace gpuscape
