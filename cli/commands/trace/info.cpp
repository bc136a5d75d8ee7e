/// `gpuscape trace info LOG|SCENARIO`: what a log holds.

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/trace/log_input.hpp"
#include "cli/commands/trace/log_output.hpp"
#include "cli/exit_code.hpp"
#include "sim/report/logs/trace_info_json.hpp"
#include "sim/report/logs/trace_info_svg.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

class TraceInfoCommand final : public Command {
 public:
  explicit TraceInfoCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    add_log_options(syntax, log_);
    app.add_option("--on", gpus_, "Cluster size for the offered load [the scenario's]")
        ->type_name("GPUS")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
    app.add_flag("--json", json_, "Print only JSON on stdout");
    app.add_option("--svg", svg_.path, "Also write an SVG figure")->type_name("FILE");
    app.add_flag("--force", svg_.force, "Replace an existing file");
  }

  [[nodiscard]] CommandNeeds needs() const override { return log_needs(log_); }

  [[nodiscard]] int run(const CommandContext& context) const override {
    refuse_existing(svg_);
    JobLog log = read_log(log_, context.registry);
    if (gpus_ > 0) log.gpus_total = gpus_;
    const TraceInfo described = describe_log(log);
    if (!svg_.path.empty()) write_whole_file(svg_.path, trace_info_svg(log, described));
    context.out << (json_ ? trace_info_json(log, described) : trace_info_text(log, described));
    return kDone;
  }

 private:
  LogOptions log_;
  std::int64_t gpus_ = 0;  ///< 0: the scenario's, or none
  bool json_ = false;
  OutputOptions svg_;
};

}  // namespace

void register_command_trace_info(CommandTable& commands) {
  commands.add<TraceInfoCommand>(
      {.path = "trace info",
       .about = "Summarise a log without simulating it",
       .footer = "Example:\n  gpuscape trace info scenarios/lab-log.json"});
}

}  // namespace gpuscape
