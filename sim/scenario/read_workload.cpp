#include <fmt/format.h>

#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/scenario/read_scenario.hpp"

namespace gpuscape {

namespace {

ApplicationSpec read_application(ObjectReader& reader) {
  ApplicationSpec spec;
  spec.step_time = reader.time("step_time", "Time that a step computes, without the exchange.",
                               Bounds{.least = 1e-9, .most = 1e9});
  spec.bytes_per_step = reader.bytes(
      "bytes_per_step", "Data that each step reduces over all nodes of the job (gradients).",
      Bounds{.least = 0.0, .most = 1e18});
  return spec;
}

StreamSpec read_stream(const std::string& name, ObjectReader& reader, const std::string& file) {
  StreamSpec spec;
  spec.name = name;
  reader.optional_object("trace", "Jobs from a log.",
                         [&](ObjectReader& r) { spec.trace = read_trace_spec(r, file); });
  reader.optional_object("generate", "Jobs drawn from distributions.",
                         [&](ObjectReader& r) { spec.generate = read_generate_spec(r); });
  reader.optional_object("application",
                         "What every job of the stream does, step after step: its nodes compute, "
                         "then exchange data over the network in a ring.",
                         [&](ObjectReader& r) { spec.application = read_application(r); });
  if (spec.trace && spec.generate)
    reader.issue("generate", "a stream has either \"trace\" or \"generate\", not both",
                 "a variant that changes from one to the other sets the old one to null");
  if (!reader.has("trace") && !reader.has("generate"))
    reader.issue("", "a stream needs \"trace\" or \"generate\"");
  return spec;
}

std::string read_time_zone(ObjectReader& reader) {
  const std::optional<std::string> name = reader.optional_text(
      "time_zone",
      "Of dates that have none: a name such as `Europe/Paris`, or an offset such as `+02:00`; "
      "without it they are read as UTC.");
  if (!name || TimeZone::find(*name)) return name.value_or("");
  const std::vector<std::string> names = TimeZone::names();
  const std::string likely = nearest(*name, names);
  reader.issue("time_zone", fmt::format("unknown time zone \"{}\"", excerpt(*name)),
               names.empty()
                   ? "this system has no time zone database (package tzdata); give an offset"
               : likely.empty() ? "for example \"Europe/Paris\", \"UTC\" or \"+02:00\""
                                : fmt::format("did you mean \"{}\"?", likely));
  return "";
}

}  // namespace

TraceSpec read_trace_spec(ObjectReader& reader, const std::string& file) {
  TraceSpec spec;
  const auto nothing = [](ObjectReader&) {};
  spec.format = reader.alternatives(
      "format",
      {{"philly-csv",
        "One row a job with timestamp, duration, num_gpus and perhaps job_id, as derived from "
        "Philly's log.",
        nothing},
       {"sacct",
        "What Slurm's `sacct --parsable2` writes, with a header; also `sacct --json`, which its "
        "first "
        "character tells.",
        nothing},
       {"sacct-json", "What Slurm's `sacct --json` writes.", nothing},
       {"openb",
        "Pods of a shared cluster, as Alibaba's openb list has them: num_gpu, gpu_milli, gpu_spec.",
        nothing},
       {"swf", "The Standard Workload Format of the Parallel Workloads Archive.", nothing},
       {"csv", "Any table with a header; `columns` say what is where.",
        [&](ObjectReader& r) { read_columns(r, file, spec); }}},
      "", "How the file is written.");
  spec.file_as_written = reader.text(
      "file", "The log, plain, gzip or zstd; relative to the file in which the name stands.");
  if (const JsonValue* value = reader.value().find("file")) {
    spec.file_place = value->place();
    if (value->is_text() && value->text().empty()) reader.issue("file", "the file's name is empty");
  }
  spec.file = file_named_in(reader, "file", file);
  spec.time_zone = read_time_zone(reader);
  return spec;
}

std::vector<StreamSpec> read_workload(ObjectReader& reader, const std::string& file) {
  std::vector<StreamSpec> streams;
  reader.map(
      "streams", "Sources of jobs by name.",
      [&](const std::string& name, ObjectReader& r) {
        streams.push_back(read_stream(name, r, file));
      },
      true);
  constexpr std::size_t kMostStreams = 65535;  // a job knows its stream by a 16-bit index
  if (streams.size() > kMostStreams)
    reader.issue("streams", fmt::format("more than {} streams", kMostStreams));
  return streams;
}

}  // namespace gpuscape
