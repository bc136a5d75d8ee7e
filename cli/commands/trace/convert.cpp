/// `gpuscape trace convert LOG|SCENARIO -o FILE`: a log becomes CSV or SWF.

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/trace/log_input.hpp"
#include "cli/commands/trace/log_output.hpp"
#include "cli/exit_code.hpp"

namespace gpuscape {

namespace {

class TraceConvertCommand final : public Command {
 public:
  explicit TraceConvertCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    add_log_options(syntax, log_);
    add_output_options(syntax, output_, true);
    app.add_flag("--anonymise", disguise_.anonymise,
                 "Rename users to u1, u2, …, accounts to a1, …, partitions to p1, …, QOS to q1, …, "
                 "job names to j1, …");
    app.add_flag("--keep-partitions", disguise_.keep_partitions,
                 "Keep the names of partitions and QOS");
    app.add_option("--shuffle", disguise_.shuffle,
                   "Assign pseudonyms in random order, from this seed [order of appearance]")
        ->type_name("SEED");
    app.add_flag("--renumber", disguise_.renumber, "Renumber jobs 1, 2, … in order of submission");
  }

  [[nodiscard]] CommandNeeds needs() const override { return log_needs(log_); }

  [[nodiscard]] int run(const CommandContext& context) const override {
    refuse_existing(output_);
    write_log(read_log(log_, context.registry), disguise_, output_.path, context.out);
    return kDone;
  }

 private:
  LogOptions log_;
  OutputOptions output_;
  Disguise disguise_;
};

}  // namespace

void register_command_trace_convert(CommandTable& commands) {
  commands.add<TraceConvertCommand>(
      {.path = "trace convert",
       .about = "Write a log as CSV or SWF",
       .footer =
           std::string(kLogNameHelp) +
           "Example:\n  gpuscape trace convert scenarios/lab-log.json -o lab.csv.gz --anonymise"});
}

}  // namespace gpuscape
