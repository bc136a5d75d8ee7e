/// `gpuscape plan SCENARIO`: which of many designs, without running all of them?

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/plan/finalists.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/process/version.hpp"
#include "cli/terminal/progress_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/report/plan/decides_text.hpp"
#include "sim/report/plan/next_text.hpp"
#include "sim/report/plan/plan_text.hpp"
#include "sim/report/runs/sweep_file.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

class PlanCommand final : public Command {
 public:
  explicit PlanCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    Confinement confinement{.scenarios = {file_}, .asked = confine_};
    if (!runs_.empty()) confinement.also.push_back(runs_);
    return {.confinement = std::move(confinement)};
  }
  /// kInputWrong where a design has a fault, kCheckFailed where an answer is missing.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  [[nodiscard]] Design design_alone(std::string_view option) const;
  [[nodiscard]] int run_next(const CommandContext& context) const;
  [[nodiscard]] int run_decides(const CommandContext& context) const;
  [[nodiscard]] std::unique_ptr<RunShelf> shelf(const DesignSpace& space,
                                                const std::string& title) const;

  std::string file_;
  SpaceOptions space_;
  PlanOptions options_;
  std::string runs_;
  std::string next_;
  double zone_percent_ = 1.0;
  std::optional<bool> confine_;
  bool flips_ = false;
  bool assumes_nothing_ = false;
  bool decides_ = false;
  bool json_ = false;
  std::string loop_ = "simgrid";
  std::int64_t on_simgrid_ = -1;  // of a process that checks a finalist: its number
};

PlanCommand::PlanCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", file_, "The scenario file, with find, and axes or variants")
      ->required()
      ->type_name("SCENARIO");
  CLI::Option* variants = app.add_option("--variant", space_.variants,
                                         "Only this variant; \"base\" is the scenario itself; may "
                                         "be repeated [the scenario and all of them]")
                              ->type_name("NAME")
                              ->allow_extra_args(false);
  syntax.complete(variants, offered_variants);
  add_value_options(syntax, space_.sets, space_.seed);
  add_confine_option(app, confine_);
  app.add_option("--runs", runs_,
                 "Folder of runs: studies of answers and runners-up are taken from it, and kept "
                 "there")
      ->type_name("DIR")
      ->check(folder_name());
  app.add_option("--budget-runs", options_.most_runs,
                 "Runs allowed for each answer [four for each design, at least 10000]")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
  app.add_flag("--assume-nothing", assumes_nothing_,
               "Where designs are many: run also those that differ from one that misses only in "
               "fewer nodes or a longer start-up");
  app.add_option("--indifference", zone_percent_,
                 "Per cent of the cost below which a difference is none")
      ->type_name("PERCENT")
      ->check(CLI::Range(0.0, 50.0).description(""))
      ->capture_default_str();
  app.add_flag("--flips", flips_,
               "Also look for the load from which the answer no longer meets, with more runs");
  app.add_option("--threads", options_.threads, "Threads for the runs; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  CLI::Option* loop =
      app.add_option("--loop", loop_,
                     "Event loop on which the answer and the runner-up are run once more and "
                     "compared, replication 0 of each: simgrid; native: not again")
          ->type_name("LOOP")
          ->capture_default_str();
  syntax.choices(loop, {"simgrid", "native"});
  app.add_option(kOnSimGrid, on_simgrid_, "")->group("")->check(CLI::NonNegativeNumber);
  app.add_option("--next", next_,
                 "In place of a search: what this much money would do to the design, spent on more "
                 "nodes, storage, uplinks, and what other settings would do")
      ->type_name("MONEY")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            return text.empty() ? "no money is given: \"100 kUSD\"" : "";
          },
          ""));
  app.add_flag("--what-decides", decides_,
               "In place of a search: move every input that has a range through it, prices as well "
               "as guesses of the catalogue, and list what that does to waits and cost");
  app.add_flag("--json", json_, "Print only JSON on stdout: the answer, and every design");
}

int interrupted(const CommandContext& context) {
  context.err << "gpuscape: interrupted; what was found by then is printed\n";
  return kInterrupted;
}

/// The scenario's title. Throws ScenarioError where the axes are at fault, or nothing is looked
/// for, or no design can be read.
std::string checked_title(const DesignSpace& space, const ScenarioSource& source,
                          const Registry& registry) {
  if (!space.find())
    throw ScenarioError({{.file = source.file,
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = "nothing is looked for: the scenario has no find",
                          .hint = R"(for example "find": {"cheapest": ["nodes"]})"}});
  ReadingContext context;
  check_axes(space, source, registry, context);
  context.throw_if_issues();
  SpaceReader reader(source, registry);
  for (std::int64_t i = 0; i < std::min<std::int64_t>(space.size(), 100); ++i) {
    const DesignOfSpace design = reader.read(space.design(i));
    if (design.scenario) return space.title().empty() ? design.scenario->spec.title : space.title();
    if (i + 1 == space.size() && !design.is_misfit) throw ScenarioError(design.issues);
  }
  return source.file;
}

std::unique_ptr<RunShelf> PlanCommand::shelf(const DesignSpace& space,
                                             const std::string& title) const {
  if (runs_.empty()) return std::make_unique<NoShelf>();
  auto folder = std::make_unique<RunFolder>(runs_, program_build());
  folder->write(kSweepFile, sweep_file_text(sweep_file(space, title)));
  return folder;
}

/// The scenario, or the only variant that is named. Throws UsageError for what says nothing to an
/// option that does not search.
Design PlanCommand::design_alone(std::string_view option) const {
  if (space_.variants.size() > 1)
    throw UsageError{.message = fmt::format("{} looks at one design, not at several", option),
                     .hint = "give --variant once"};
  if (!runs_.empty() || flips_ || options_.most_runs > 0)
    throw UsageError{.message = fmt::format("{} searches nothing: --runs, --flips and "
                                            "--budget-runs say nothing to it",
                                            option),
                     .hint = "leave them out"};
  const bool is_base = space_.variants.empty() || space_.variants.front() == "base";
  return {.variant = is_base ? "" : space_.variants.front(),
          .patches = {},
          .sets = space_.sets,
          .seed = space_.seed};
}

int PlanCommand::run_next(const CommandContext& context) const {
  const Design design = design_alone("--next");
  const UnitReading<Price> money = parse_price(next_, PaidFor::once);
  if (!money.value)
    throw UsageError{.message = "--next: " + money.message, .hint = "for example \"100 kUSD\""};
  if (!(money.value->amount > 0.0))
    throw UsageError{.message = "--next: the money has to be above 0",
                     .hint = "for example \"100 kUSD\""};
  const StopSignals signals;
  const NextAnswer answer = what_next(scenario_source(file_),
                                      {.design = design,
                                       .money = *money.value,
                                       .threads = options_.threads,
                                       .stop = signals.token()},
                                      context.registry);
  context.out << (json_ ? next_json(answer) : next_text(answer));
  return answer.partial ? interrupted(context) : kDone;
}

int PlanCommand::run_decides(const CommandContext& context) const {
  if (!next_.empty())
    throw UsageError{.message = "--next and --what-decides are two questions",
                     .hint = "ask one after the other"};
  const Design design = design_alone("--what-decides");
  const StopSignals signals;
  const DecidesAnswer answer = what_decides(
      scenario_source(file_),
      {.design = design, .threads = options_.threads, .stop = signals.token()}, context.registry);
  context.out << (json_ ? decides_json(answer) : decides_text(answer));
  if (answer.partial) return interrupted(context);
  return answer.has_moves() ? kDone : kCheckFailed;
}

int PlanCommand::run(const CommandContext& context) const {
  if (decides_) return run_decides(context);
  if (!next_.empty()) return run_next(context);
  const StopSignals signals;
  const ScenarioSource source = scenario_source(file_);
  const DesignSpace space(source, space_, context.registry);
  if (on_simgrid_ >= 0) {
    PlanOptions child = options_;
    child.stop = signals.token();
    print_on_simgrid(space, source, on_simgrid_, child, context);
    return kDone;
  }
  const std::string title = checked_title(space, source, context.registry);
  const std::unique_ptr<RunShelf> kept = shelf(space, title);
  PlanOptions options = options_;
  options.version = program_build();
  options.keeps_runs = !runs_.empty();
  options.assumes = !assumes_nothing_;
  options.zone = zone_percent_ / 100.0;
  options.stop = signals.token();
  std::optional<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line.emplace(context.err);
    options.progress = [&line](const PlanProgress& progress) {
      if (line) line->show(progress);
    };
  }
  const PlanOutcome outcome = plan_designs(space, source, context.registry, *kept, options);
  PlanReport report{.space = space, .outcome = outcome, .options = options, .title = title};
  for (const PlanAnswer& answer : outcome.answers)
    if (flips_ && !outcome.partial)
      report.flips.push_back(answer.best == kNoDesign
                                 ? LoadFlip{.why_not = "no design meets"}
                                 : find_load_flip(space, source, context.registry,
                                                  answer.designs[answer.best].index, options));
  if (loop_ == "simgrid" && !outcome.partial)
    for (const PlanAnswer& answer : outcome.answers)
      report.loops.push_back(check_finalists(answer, context, source.text, signals.token()));
  report.calendar = calendar_of(space, outcome);
  line.reset();
  context.out << (json_ ? plan_json(report) : plan_text(report));
  if (outcome.partial || options.stop.stop_requested()) return interrupted(context);
  const auto has_fault = [](const PlannedDesign& one) { return one.standing == Standing::fault; };
  for (const PlanAnswer& answer : outcome.answers)
    if (std::ranges::any_of(answer.designs, has_fault)) return kInputWrong;
  const bool all =
      std::ranges::all_of(outcome.answers,
                          [](const PlanAnswer& answer) { return answer.best != kNoDesign; }) &&
      std::ranges::all_of(report.loops, [](const LoopCheck& one) { return one.differ.empty(); });
  return all ? kDone : kCheckFailed;
}

}  // namespace

void register_command_plan(CommandTable& commands) {
  commands.add<PlanCommand>(
      {.path = "plan",
       .about = "Find the cheapest design that meets objectives without running every one",
       .footer = "Example:\n  gpuscape plan scenarios/cheapest-cluster.json"});
}

}  // namespace gpuscape
