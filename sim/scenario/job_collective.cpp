#include "sim/scenario/job_collective.hpp"

#include <utility>

namespace gpuscape {

std::string read_data_type(ObjectReader& reader) {
  return reader.one_of("data", {"float", "half", "bfloat16", "double", "int8", "fp8", "int32"},
                       "float", "Of what type; switches add up some of them only.");
}

std::optional<JobCollectiveSpec> read_job_collective(ObjectReader& reader) {
  JobCollectiveSpec spec;
  const bool there = reader.optional_short_object(
      "collective", "algorithm",
      "By what collective all GPUs of the job exchange the data, within nodes too. Without it: a "
      "ring over the nodes, and nothing within them.",
      [&](ObjectReader& r) {
        spec.place = r.value().place();
        spec.pointer = r.pointer();
        spec.algorithm = r.text("algorithm", "auto",
                                "\"ring\", \"tree\", \"two-level\", \"nvls\", \"sharp\", "
                                "\"direct\", taken where a job's GPUs can do it; \"auto\" and "
                                "elsewhere what the library would take.");
        spec.operation =
            r.one_of("operation", {"all-reduce", "all-gather", "reduce-scatter", "all-to-all"},
                     "all-reduce", "What is exchanged.");
        spec.type = read_data_type(r);
        spec.library = r.optional_text("library",
                                       "Of the catalogue's `collective_libraries`; without it the "
                                       "one of the GPUs' vendor.")
                           .value_or("");
      });
  return there ? std::optional(std::move(spec)) : std::nullopt;
}

}  // namespace gpuscape
