/// `gpuscape trace info LOG|SCENARIO`: what a log holds.

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/trace/log_input.hpp"
#include "cli/commands/trace/log_output.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/logs/fault_info_text.hpp"
#include "sim/report/logs/trace_info_json.hpp"
#include "sim/report/logs/trace_info_svg.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

/// What --format says of a log of faults.
constexpr std::string_view kFaultFormat = "faults";

class TraceInfoCommand final : public Command {
 public:
  explicit TraceInfoCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    add_log_options(syntax, log_);
    app.add_option("--on", gpus_, "Cluster size for the offered load [the scenario's]")
        ->type_name("GPUS")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
    app.add_option("--nodes", nodes_, "Nodes of the cluster, for failures by node-days")
        ->type_name("NODES")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000'000}).description(""));
    app.add_option(
           "--observed", observed_,
           "Of a log of faults: the time over which they were logged, such as \"174 d\" [to "
           "the last one]")
        ->type_name("TIME");
    app.add_flag("--json", json_, "Print only JSON on stdout");
    app.add_option("--svg", svg_.path, "Also write an SVG figure")->type_name("FILE");
    app.add_flag("--force", svg_.force, "Replace an existing file");
  }

  [[nodiscard]] CommandNeeds needs() const override { return log_needs(log_); }

  [[nodiscard]] int run(const CommandContext& context) const override {
    if (is_fault_log()) return faults(context);
    refuse_existing(svg_);
    JobLog log = read_log(log_, context.registry);
    if (gpus_ > 0) log.gpus_total = gpus_;
    if (nodes_ > 0) log.nodes_total = nodes_;
    const TraceInfo described = describe_log(log);
    if (!svg_.path.empty()) write_whole_file(svg_.path, trace_info_svg(log, described));
    context.out << (json_ ? trace_info_json(log, described) : trace_info_text(log, described));
    return kDone;
  }

 private:
  [[nodiscard]] bool is_fault_log() const {
    if (log_.format == kFaultFormat) return true;
    return log_.format.empty() && log_.columns.empty() && log_.file != kStandardInput &&
           looks_like_fault_log(log_.file);
  }

  [[nodiscard]] int faults(const CommandContext& context) const {
    FaultLogOptions options;
    if (nodes_ > 0) options.nodes = nodes_;
    if (!observed_.empty()) {
      const UnitReading<Seconds> read = parse<Seconds>(observed_);
      if (!read.value) refuse("--observed", read.message, read.hint);
      options.observed = read.value;
    }
    if (!svg_.path.empty()) refuse("--svg", "a log of faults has no figure", "leave it out");
    const FaultInfo info = describe_faults(log_.file, read_fault_rows(log_.file), options);
    context.out << (json_ ? fault_info_json(info) : fault_info_text(info));
    return kDone;
  }

  [[noreturn]] static void refuse(std::string place, std::string message, std::string hint) {
    throw ScenarioError({{.file = std::move(place),
                          .pointer = "",
                          .message = std::move(message),
                          .hint = std::move(hint)}});
  }

  LogOptions log_;
  std::string observed_;    ///< empty: to the last fault
  std::int64_t nodes_ = 0;  ///< 0: the scenario's, or those that are named
  std::int64_t gpus_ = 0;   ///< 0: the scenario's, or none
  bool json_ = false;
  OutputOptions svg_;
};

}  // namespace

void register_command_trace_info(CommandTable& commands) {
  commands.add<TraceInfoCommand>(
      {.path = "trace info",
       .about = "Summarise a log of jobs, or of faults, without simulating it",
       .footer = "Examples:\n  gpuscape trace info scenarios/lab-log.json\n"
                 "  gpuscape trace info faults.csv --nodes 400 --observed \"174 d\""});
}

}  // namespace gpuscape
