#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_log_options(CLI::App& command) {
  command.add_option("log", trace.file, "The log, plain, gzip or zstd; or a scenario")
      ->required()
      ->type_name("LOG|SCENARIO");
  choices_["--format"] = {"csv", "philly-csv", "swf", "sacct", "sacct-json", "openb"};
  command
      .add_option("--format", trace.format,
                  "How the log is written: " + CLI::detail::join(choices_["--format"], ", ") +
                      "; guessed where it is not given")
      ->type_name("FORMAT");
  command
      .add_option("--columns", trace.columns,
                  "What the columns of a table hold, as in a scenario: JSON, or a file with it")
      ->type_name("JSON|FILE");
  command.add_option("--delimiter", trace.delimiter, "Between the columns of a table; guessed")
      ->type_name("CHARACTER");
  add_scenario_options(command, trace.scenario);
}

void CommandLine::add_output(CLI::App& command, bool required) {
  command.add_option("-o,--out", trace.out, "The file to write")
      ->required(required)
      ->type_name("FILE");
  command.add_flag("--force", trace.force, "Replace a file that is there already");
}

void CommandLine::add_trace_info(CLI::App& parent) {
  CLI::App* command =
      parent.add_subcommand("info", "What a log holds, before anything is simulated");
  add_log_options(*command);
  command
      ->add_option("--on", trace.gpus,
                   "GPUs of the cluster that a load is wanted for; a scenario's own else")
      ->type_name("GPUS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
  command->add_flag("--json", trace.json, "Print JSON on stdout, and nothing else");
  command->add_option("--svg", trace.svg, "Write a picture too")->type_name("FILE");
  command->add_flag("--force", trace.force, "Replace a picture that is there already");
  command->footer("Example:\n  gpuscape trace info scenarios/lab-log.json");
}

void CommandLine::add_trace_convert(CLI::App& parent) {
  CLI::App* command = parent.add_subcommand("convert", "Write a log as CSV or SWF");
  add_log_options(*command);
  add_output(*command, true);
  command->add_flag("--anonymise", trace.anonymise,
                    "Users become u1, u2, …, accounts a1, …, partitions p1, …, QOS q1, …, job "
                    "names j1, …");
  command->add_flag("--keep-partitions", trace.keep_partitions,
                    "But partitions and QOS keep their names");
  command
      ->add_option("--shuffle", trace.shuffle,
                   "Number names by chance, from this seed; else by first appearance")
      ->type_name("SEED");
  command->add_flag("--renumber", trace.renumber, "Jobs become 1, 2, … in order of submission");
  command->footer(
      "The name's end says what is written: .csv or .swf, and .gz or .zst behind it.\n"
      "Example:\n  gpuscape trace convert scenarios/lab-log.json -o lab.csv.gz --anonymise");
}

void CommandLine::add_trace_generate(CLI::App& parent) {
  CLI::App* command =
      parent.add_subcommand("generate", "Write the jobs that a scenario's run would submit");
  command->add_option("scenario", trace.file, "The scenario file")
      ->required()
      ->type_name("SCENARIO");
  add_scenario_options(*command, trace.scenario);
  add_output(*command, true);
  command->footer(
      "The name's end says what is written: .csv or .swf, and .gz or .zst behind it.\n"
      "Example:\n  gpuscape trace generate scenarios/quickstart.json -o jobs.csv");
}

void CommandLine::add_trace_fit(CLI::App& parent) {
  CLI::App* command = parent.add_subcommand(
      "fit", "A generator whose jobs are like a log's, and how like them they are");
  add_log_options(*command);
  add_output(*command, false);
  command->add_flag("--json", trace.json, "Print JSON on stdout, and nothing else");
  command->footer("Example:\n  gpuscape trace fit scenarios/lab-log.json -o fitted.json");
}

void CommandLine::add_trace() {
  CLI::App* command = app_->add_subcommand("trace", "Describe, write and imitate logs");
  command->require_subcommand(1);
  command->footer("Example:\n  gpuscape trace info scenarios/lab-log.json");
  add_trace_info(*command);
  add_trace_convert(*command);
  add_trace_generate(*command);
  add_trace_fit(*command);
}

}  // namespace gpuscape
