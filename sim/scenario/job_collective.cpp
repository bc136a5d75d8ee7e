#include "sim/scenario/job_collective.hpp"

#include "sim/scenario/application_saves.hpp"

#include <utility>

namespace gpuscape {

std::string read_data_type(ObjectReader& reader) {
  return reader.one_of("data", {"float", "half", "bfloat16", "double", "int8", "fp8", "int32"},
                       "float", "Data type; switches can add up some types only.");
}

std::optional<JobCollectiveSpec> read_job_collective(ObjectReader& reader, std::string_view doc) {
  JobCollectiveSpec spec;
  const bool there =
      reader.optional_short_object("collective", "algorithm", doc, [&](ObjectReader& r) {
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
        spec.library =
            r.optional_text("library",
                            "Library of the catalogue's `collective_libraries`; default: the "
                            "one of the GPUs' vendor.")
                .value_or("");
      });
  return there ? std::optional(std::move(spec)) : std::nullopt;
}

ApplicationSpec read_given_steps(ObjectReader& reader, bool required) {
  constexpr std::string_view kStep = "Time that a step computes, without the exchange.";
  constexpr std::string_view kBytes =
      "Data that each step reduces over all nodes of the job (gradients).";
  constexpr Bounds kSteps{.least = 1e-9, .most = 1e9};
  constexpr Bounds kData{.least = 0.0, .most = 1e18};
  ApplicationSpec spec;
  if (required) {
    spec.step_time = reader.quantity<Seconds>("step_time", kStep, kSteps);
    spec.bytes_per_step = reader.quantity<Bytes>("bytes_per_step", kBytes, kData);
  } else {
    reader.optional_quantity<Seconds>("step_time", kStep, kSteps);
    reader.optional_quantity<Bytes>("bytes_per_step", kBytes, kData);
  }
  spec.overlap = reader
                     .optional_number("overlap",
                                      "Share of the step's computing while which the exchange can "
                                      "pass; without it none.",
                                      kShare)
                     .value_or(0.0);
  spec.collective = read_job_collective(reader);
  spec.saves = read_application_saves(reader);
  return spec;
}

}  // namespace gpuscape
