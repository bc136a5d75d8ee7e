#include "cli/commands/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "cli/command_table.hpp"
#include "cli/commands/check/axes.hpp"
#include "cli/commands/check/forecast.hpp"
#include "cli/commands/check/workload_faults.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/check/check.hpp"
#include "sim/model/check/check_placement.hpp"
#include "sim/model/check/check_sources.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/scenario/load/resolved.hpp"
#include "sim/scenario/scheduler_text.hpp"
#include "sim/sweep/time_limit.hpp"
#include "sim/workload/formats/read_head.hpp"

namespace gpuscape {

namespace {

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", human_count(count), count == 1 ? one : many);
}

std::string group_text(const NodeGroup& group) {
  if (group.pool)
    return fmt::format("{}: pool of {}", group.name, human_count(group.capacity.gpus));
  return fmt::format("{}: {} x {} GPUs", group.name, human_count(group.count), group.capacity.gpus);
}

std::string stream_text(const StreamSpec& stream) {
  if (!stream.transfers.empty())
    return fmt::format("{} ({})", stream.name,
                       counted(std::ssize(stream.transfers), "transfer", "transfers"));
  if (!stream.collectives.empty())
    return fmt::format("{} ({})", stream.name,
                       counted(std::ssize(stream.collectives), "collective", "collectives"));
  if (!stream.steps.empty())
    return fmt::format("{} ({} of steps)", stream.name,
                       counted(std::ssize(stream.steps), "entry", "entries"));
  if (stream.trace)
    return fmt::format("{} ({} {})", stream.name, stream.trace->format,
                       stream.trace->file_as_written);
  return fmt::format("{} (generated)", stream.name);
}

void print_summary(const CheckedScenario& design, std::ostream& out) {
  const ScenarioSpec& spec = design.spec;
  constexpr std::size_t kMostNamed = 8;
  const Platform& platform = design.cluster->platform();
  std::vector<std::string> groups;
  for (const NodeGroup& group : platform.groups()) groups.push_back(group_text(group));
  std::vector<std::string> streams;
  for (const StreamSpec& stream : spec.streams) streams.push_back(stream_text(stream));
  for (std::vector<std::string>* names : {&groups, &streams}) {
    if (names->size() <= kMostNamed) continue;
    names->resize(kMostNamed);
    names->emplace_back("…");
  }
  out << fmt::format("{}: no faults\n", spec.file);
  out << plain_line(fmt::format(
      "  {} ({}) · {}: {}", counted(platform.gpus_total(), "GPU", "GPUs"), fmt::join(groups, ", "),
      counted(std::ssize(spec.streams), "stream", "streams"), fmt::join(streams, ", ")));
  std::string text;
  if (spec.run.by_steps) {
    text = "  transfers one by one";
  } else {
    text = spec.scheduler.parts.empty()
               ? fmt::format("  {}, backfill {}, {}", spec.scheduler.policy.type,
                             spec.scheduler.backfill.type, spec.scheduler.placement.type)
               : "  " + scheduler_text(spec.scheduler);
  }
  if (!spec.slo.empty()) text += " · " + counted(std::ssize(spec.slo), "objective", "objectives");
  if (!spec.variants.empty())
    text += fmt::format(" · variants: {}", fmt::join(spec.variants, ", "));
  out << plain_line(text);
  for (const std::string& note : spec.notes) out << plain_line("  " + note);
}

/// What jobs at the beginning of a log ask of nodes that no group has.
void add_unserved_lines(const LogHead& head, const std::vector<NodeGroup>& groups,
                        std::vector<std::string>& lines) {
  for (std::size_t i = 1; i < head.asks.size(); ++i) {
    const auto ask = static_cast<std::uint16_t>(i);
    const auto jobs = std::ranges::count(head.demands, ask, &Demand::asks);
    Demand demand;
    demand.asks = ask;
    if (jobs == 0 ||
        std::ranges::any_of(groups, [&](const NodeGroup& group) { return group.will_do(demand); }))
      continue;
    lines.push_back(fmt::format("{} for {}, which no group of nodes has",
                                jobs == 1 ? "1 job asks" : human_count(jobs) + " jobs ask",
                                ask_text(head.asks[ask])));
  }
}

/// How many of the jobs at the beginning of a log fit on no group of nodes. All of a whole log: a
/// fault, since a run of it ends with nothing started; else a line for the summary.
void check_demands(const LogHead& log, const StreamSpec& stream, const CheckedScenario& design,
                   ReadingContext& context, std::vector<std::string>& lines) {
  const ScenarioSpec& spec = design.spec;
  LogHead head = log;
  const auto own = head.asks.intern(stream.gpu_models, stream.features).value_or(0);
  for (Demand& demand : head.demands)
    if (demand.asks == 0) demand.asks = own;
  Platform platform = design.cluster->platform();
  resolve_asks(head.asks, platform);
  const std::vector<NodeGroup>& groups = platform.groups();
  if (spec.scheduler.spans_groups) platform.span_groups();
  const FitsSomewhere fits(platform);
  const auto never =
      std::ranges::count_if(head.demands, [&](const Demand& demand) { return !fits(demand); });
  if (never == 0) return;
  std::vector<std::string> unserved;
  add_unserved_lines(head, groups, unserved);
  if (head.whole && never == std::ssize(head.demands)) {
    context.add(
        stream.trace->file_place, "",
        fmt::format("no job in the log of stream \"{}\" fits on any group of nodes",
                    excerpt(stream.name)),
        unserved.empty() ? placement_hint(groups) : fmt::format("{}", fmt::join(unserved, "; ")));
    return;
  }
  lines.insert(lines.end(), unserved.begin(), unserved.end());
  lines.push_back(fmt::format(
      "{}{} of the {}{} in the log of stream \"{}\" fit on no group of nodes and would never start",
      spec.variant.empty() ? "" : fmt::format("variant {}: ", excerpt(spec.variant)),
      human_count(never), head.whole ? "" : "first ",
      counted(std::ssize(head.demands), "job", "jobs"), excerpt(stream.name)));
}

/// Reads the beginning of each log once, and the jobs of all streams whose logs end there: what a
/// run would refuse is a fault of the scenario too. Lines for the summary.
std::vector<std::string> check_logs(const CheckedFile& file, ReadingContext& context) {
  std::vector<std::string> lines;
  std::map<std::string, LogHead> heads;
  for_each_design(file, context, [&](const CheckedScenario& design) {
    for (const StreamSpec& stream : design.spec.streams) {
      if (!stream.trace) continue;
      const auto [head, added] = heads.try_emplace(log_key(*stream.trace));
      if (added) {
        head->second = read_head(*stream.trace);
        context.add(head->second.issues);
      }
      if (head->second.issues.empty() && !design.spec.run.by_steps)
        check_demands(head->second, stream, design, context, lines);
    }
  });
  if (context.has_issues()) return lines;
  std::set<std::string> long_logs;
  for (const auto& [log, head] : heads)
    if (!head.whole) long_logs.insert(log);
  WorkloadFaults faults(context);
  for_each_design(file, context,
                  [&](const CheckedScenario& design) { faults.add(design, long_logs); });
  return lines;
}

/// The designs of `cost.vary`, which a run opens after the scenario's own; how many each design
/// has.
std::map<std::string, std::size_t> check_varied(const ScenarioSource& source, const Design& chosen,
                                                const CheckedFile& file, const Registry& registry,
                                                ReadingContext& context) {
  std::map<std::string, std::size_t> counts;
  for_each_design(file, context, [&](const CheckedScenario& checked) {
    Design design = chosen;
    design.variant = checked.spec.variant;
    try {
      counts[checked.spec.variant] = open_varied(source, design, checked, registry).size();
    } catch (const ScenarioError& faults) {
      context.add(faults.issues());
    }
  });
  return counts;
}

/// `gpuscape run` opens the chosen design alone. What another one takes is tried; all of `file` has
/// been read by now.
OpeningTimes opening_times(const ScenarioSource& source, const Design& design,
                           const CheckedFile& file, const Registry& registry) {
  OpeningTimes times{.one = {}, .all = process_time()};
  open_scenario(source, design, registry);
  const Seconds again = process_time() - times.all;
  times.one = std::max(again, times.all - again * static_cast<double>(file.others.size()));
  return times;
}

class CheckCommand final : public Command {
 public:
  explicit CheckCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    app.add_option("scenario", options_.file, "The scenario file")
        ->required()
        ->type_name("SCENARIO");
    add_scenario_options(syntax, options_.scenario);
    app.add_flag("--resolved", options_.resolved,
                 "Print the scenario with every default written out and marked");
    app.add_flag("--no-forecast", options_.no_forecast,
                 "Do not try what a run and a comparison take: time, memory, disk");
  }

  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = {options_.file}, .asked = options_.scenario.confine}};
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    return check_command(options_, context.registry, context.out, context.err);
  }

 private:
  CheckOptions options_;
};

}  // namespace

int check_command(const CheckOptions& options, const Registry& registry, std::ostream& out,
                  std::ostream& err) {
  const ScenarioSource source = scenario_source(options.file);
  LoadedScenario loaded = load_whole_file(source, options.scenario.design, registry);
  check_files(loaded);
  const std::optional<CheckedFile> file = check(loaded, registry);
  std::vector<std::string> of_logs;
  std::map<std::string, std::size_t> varied;
  if (file) check_placement(*file, loaded.context);
  if (file && !loaded.context.has_issues()) of_logs = check_logs(*file, loaded.context);
  if (file && !loaded.context.has_issues())
    varied = check_varied(source, options.scenario.design, *file, registry, loaded.context);
  std::vector<std::string> of_axes;
  if (file && !loaded.context.has_issues())
    of_axes = axes_lines(source, options.scenario.design, registry, loaded.context);
  if (loaded.context.has_issues()) {
    const auto faults = static_cast<std::int64_t>(loaded.context.issue_count());
    err << format_issues(loaded.context.sorted_issues());
    err << fmt::format("{}: {}\n", options.file, counted(faults, "fault", "faults"));
    return kInputWrong;
  }
  if (options.resolved) {
    out << resolved_text(file->chosen.spec);
  } else {
    print_summary(file->chosen, out);
    for (const std::string& line : of_logs) out << plain_line("  " + line);
    if (!options.no_forecast && of_axes.empty())
      for (const std::string& line : forecast_lines(
               *file, opening_times(source, options.scenario.design, *file, registry), varied))
        out << plain_line(line);
    for (const std::string& line : of_axes) out << plain_line(line);
  }
  return kDone;
}

void register_command_check(CommandTable& commands) {
  commands.add<CheckCommand>(
      {.path = "check",
       .about = "Check a scenario and list all errors",
       .footer = "Example:\n  gpuscape check scenarios/quickstart.json --resolved"});
}

}  // namespace gpuscape
