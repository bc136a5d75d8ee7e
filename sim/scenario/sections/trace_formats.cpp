#include "sim/scenario/sections/trace_formats.hpp"

#include <algorithm>

#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

void read_swf_keys(ObjectReader& reader, const std::string& /*file*/, TraceSpec& spec) {
  spec.processors = reader.one_of("processors", {"auto", "nodes", "cores"}, "auto",
                                  "What field 5 counts where the log has more than 18 fields "
                                  "and its header names one of GPUs; `auto`: as the log shows.");
}

void read_csv_keys(ObjectReader& reader, const std::string& file, TraceSpec& spec) {
  read_columns(reader, file, spec);
  spec.every_job_has_gpus =
      std::ranges::find(spec.columns, "cores", &ColumnSpec::field) == spec.columns.end();
}

void read_sacct_keys(ObjectReader& reader, const std::string& /*file*/, TraceSpec& spec) {
  spec.shards_per_gpu =
      reader
          .optional_count("shards_per_gpu",
                          "Into how many shards the site divides a GPU (`Gres=gpu:4,shard:32` of "
                          "a node: 8). Without it a job's share of a GPU is not known, and a "
                          "thousandth a shard is taken.",
                          Bounds{.least = 1.0, .most = 1000.0})
          .value_or(0);
  spec.attempts_in_order =
      reader.one_of("attempts", {"apart", "in-order"}, "apart",
                    "Attempts of a job that was requeued, as after NODE_FAIL, in a dump with "
                    "--duplicates. `apart`: each is a job of its own, submitted when the log says. "
                    "`in-order`: each waits as well for the end of the one before, so that it does "
                    "not run beside it where that one starts later than in the log.") == "in-order";
}

constexpr TraceFormatKeys kFormats[] = {
    {.name = "philly-csv",
     .about =
         "One row a job with timestamp, duration, num_gpus and perhaps job_id, as derived from "
         "Philly's log.",
     .every_job_has_gpus = true},
    {.name = "sacct",
     .about =
         "What Slurm's `sacct --parsable2` writes, with a header; also `sacct --json`, which its "
         "first character tells.",
     .read_keys = read_sacct_keys},
    {.name = "sacct-json",
     .about = "What Slurm's `sacct --json` writes.",
     .read_keys = read_sacct_keys},
    {.name = "openb",
     .about = "Pods of a shared cluster, as Alibaba's openb list has them: num_gpu, gpu_milli, "
              "gpu_spec."},
    {.name = "swf",
     .about =
         "The Standard Workload Format of the Parallel Workloads Archive, also extended by fields "
         "that its header names.",
     .read_keys = read_swf_keys,
     .every_job_has_gpus = true},
    {.name = "csv",
     .about = "Any table with a header; `columns` say what is where.",
     .read_keys = read_csv_keys},
};

}  // namespace

std::span<const TraceFormatKeys> trace_format_keys() { return kFormats; }

}  // namespace gpuscape
