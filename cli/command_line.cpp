#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/confinement.hpp"
#include "cli/help_format.hpp"
#include "cli/version.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape {

namespace {

/// Commands of later versions: a user who types one should not be told of a typing mistake.
const std::vector<std::string>& later_commands() {
  static const std::vector<std::string> names = {"sweep", "plan", "report"};
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> known = command_names(app);
  if (word.empty() || word[0] == '-' || std::find(known.begin(), known.end(), word) != known.end())
    return;
  const auto& later = later_commands();
  if (std::find(later.begin(), later.end(), word) != later.end()) {
    throw UsageError{fmt::format("the command \"{}\" is not in this version", word),
                     "known here: " + CLI::detail::join(known, ", ")};
  }
  throw UsageError{fmt::format("unknown command \"{}\"", word), nearest_hint(word, known)};
}

}  // namespace

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Gpuscape: what would these jobs get on that cluster?",
                                      "gpuscape")) {
  app_->formatter(help_format());
  app_->require_subcommand(1);
  app_->set_version_flag("--version", version_text(), "Print this program's version and SimGrid's");
  app_->footer("Example:\n  gpuscape run scenarios/quickstart.json");
  add_run();
  add_compare();
  add_check();
  add_crosscheck();
  add_schema();
  add_catalog();
  add_topo();
  add_trace();
  add_validate();
  add_calibrate();
  add_completion();
  add_help();
}

const CLI::App& CommandLine::chosen() const {
  const CLI::App* command = app_.get();
  for (auto below = command->get_subcommands(); !below.empty(); below = command->get_subcommands())
    command = below.front();
  return *command;
}

namespace {

constexpr const char* kAnonymous = "Leave the host's name and this command line out of the results";

}  // namespace

void CommandLine::add_run() {
  CLI::App* command = app_->add_subcommand("run", "Run a scenario and print the answer");
  command->add_option("scenario", run.file, "The scenario file; - is standard input")
      ->required()
      ->type_name("SCENARIO");
  add_scenario_options(*command, run.scenario);
  command->add_option("--out", run.out, "Folder for the results [./<file stem>.out]")
      ->type_name("DIR");
  choices_["--loop"] = {"simgrid", "native"};
  command
      ->add_option("--loop", run.loop,
                   "Event loop of replication 0: simgrid or native; same results")
      ->type_name("LOOP")
      ->check(CLI::IsMember(choices_["--loop"]).description(""))
      ->capture_default_str();
  command
      ->add_option("--threads", run.threads,
                   "Threads for further replications; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  command->add_flag("--json", run.json, "Print result.json on stdout, and nothing else");
  command->add_flag("--anonymous", run.anonymous, kAnonymous);
  command->add_flag("--keep-all", run.keep_all,
                    "Keep jobs.csv and timeline.csv of every replication");
  command->add_flag("--perfetto", run.perfetto,
                    "Write trace.json, the run as ui.perfetto.dev shows it");
  command->add_flag("--require-slo", run.require_slo,
                    "Exit with 1 where a service level is missed");
  command->footer(
      "Example:\n  gpuscape run scenarios/quickstart.json --set /cluster/nodes/gpu/count=12");
}

void CommandLine::add_validate() {
  CLI::App* command = app_->add_subcommand(
      "validate", "Hold the models against published measurements; exit 1 where a goal is missed");
  command->add_option("--area", validate.area, "Only this area, by name or number [every one]")
      ->type_name("AREA");
  command->add_option("--figure", validate.figure, "Only this figure [every one]")->type_name("ID");
  command->add_flag("--json", validate.json, "Print JSON instead of text");
  command->footer("Example:\n  gpuscape validate --area 2");
}

void CommandLine::add_compare() {
  CLI::App* command =
      app_->add_subcommand("compare", "Run a scenario and its variants, and say how they differ");
  command
      ->add_option("scenario", compare.files,
                   "One file: itself and its variants; several: each as it is")
      ->required()
      ->type_name("SCENARIO");
  command
      ->add_option("--baseline", compare.baseline, "What the others are compared with [the first]")
      ->type_name("NAME");
  command
      ->add_option("--variant", compare.variants, "Only this variant of the file; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_value_options(*command, compare.sets, compare.seed);
  add_confine_option(*command, compare.confine);
  command->add_option("--out", compare.out, "Folder for the results [./<file stem>.out]")
      ->type_name("DIR");
  command->add_option("--threads", compare.threads, "Threads for the runs; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  command->add_flag("--json", compare.json, "Print compare.json on stdout, and nothing else");
  command->add_flag("--anonymous", compare.anonymous, kAnonymous);
  command->footer("Example:\n  gpuscape compare scenarios/pack-or-spread.json");
}

void CommandLine::add_check() {
  CLI::App* command = app_->add_subcommand("check", "Check a scenario and print every fault");
  command->add_option("scenario", check.file, "The scenario file")
      ->required()
      ->type_name("SCENARIO");
  add_scenario_options(*command, check.scenario);
  command->add_flag("--resolved", check.resolved,
                    "Print the scenario with every default written out and marked");
  command->footer("Example:\n  gpuscape check scenarios/quickstart.json --resolved");
}

void CommandLine::add_schema() {
  CLI::App* command = app_->add_subcommand("schema", "Print the JSON Schema of a scenario");
  command->add_flag("--reference", schema.reference, "Print the reference page instead");
  command->footer("Example:\n  gpuscape schema > gpuscape.schema.json");
}

void CommandLine::add_catalog() {
  CLI::App* command =
      app_->add_subcommand("catalog", "List catalogue entries and the source of each value");
  command->add_option("entry", catalog.name, "An entry, a section, or SECTION/ENTRY [all of them]")
      ->type_name("ENTRY");
  command
      ->add_option("--catalog", catalog.folders,
                   "A folder of own parts over the shipped ones; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_flag("--json", catalog.json, "Print JSON on stdout, and nothing else");
  command->add_flag("--reference", catalog.reference, "Print the reference page instead");
  add_memory_option(*command);
  add_catalog_import(*command);
  command->footer("Example:\n  gpuscape catalog dgx1-v100");
}

void CommandLine::add_completion() {
  CLI::App* command =
      app_->add_subcommand("completion", "Print a script that completes words in a shell");
  choices_["shell"] = {"bash", "zsh", "fish"};
  command->add_option("shell", shell, "bash, zsh or fish")
      ->required()
      ->type_name("SHELL")
      ->check(CLI::IsMember(choices_["shell"]).description(""));
  command->footer("Example:\n  source <(gpuscape completion bash)");
}

void CommandLine::add_help() {
  CLI::App* command = app_->add_subcommand("help", "Print what a command does and its options");
  command->add_option("command", help, "A command, and the command within it [all of them]")
      ->type_name("COMMAND");
  command->footer("Example:\n  gpuscape help trace info");
}

/// `help trace info` means `trace info --help`.
std::vector<std::string> CommandLine::asked_about(std::span<const std::string> words) const {
  const CLI::App* command = app_.get();
  std::vector<std::string> asked;
  for (const std::string& word : words) {
    const std::vector<std::string> known = command_names(*command);
    if (std::ranges::find(known, word) == known.end())
      throw UsageError{fmt::format("there is no command \"{}\"", fmt::join(words, " ")),
                       nearest_hint(word, known)};
    command = command->get_subcommand(word);
    asked.push_back(word);
  }
  asked.emplace_back("--help");
  return asked;
}

void CommandLine::refuse_leftover(const CLI::App& command) const {
  const std::vector<std::string> left = command.remaining();
  const std::string word = left.empty() ? "" : left.front();
  const std::vector<std::string> known = command_names(command);
  if (!known.empty() && !word.empty() && word[0] != '-')
    throw UsageError{fmt::format("unknown command \"{} {}\"", command.get_name(), word),
                     nearest_hint(word, known)};
  if (word.empty() || word[0] != '-')
    throw UsageError{fmt::format("unexpected word \"{}\"", word), "see --help"};
  throw UsageError{fmt::format("unknown option \"{}\"", word),
                   nearest_hint(word, option_names(command))};
}

void CommandLine::parse(const std::vector<std::string>& words) {
  if (words.empty())
    throw UsageError{"no command", "known here: " + CLI::detail::join(command_names(*app_), ", ")};
  refuse_unknown_command(*app_, words.front());
  const bool explains = words.front() == "help" && !words.back().starts_with('-');
  const std::vector<std::string> meant =
      explains ? asked_about(std::span(words).subspan(1)) : words;
  try {
    app_->parse(std::vector<std::string>(meant.rbegin(), meant.rend()));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ExtrasError&) {
    refuse_leftover(chosen());
  } catch (const CLI::RequiredError& error) {
    const std::vector<std::string> known = command_names(chosen());
    if (!known.empty() && !chosen().remaining().empty()) refuse_leftover(chosen());
    if (known.empty()) throw UsageError{error.what(), "see --help"};
    throw UsageError{fmt::format("{} needs a subcommand", chosen().get_name()),
                     "known here: " + CLI::detail::join(known, ", ")};
  } catch (const CLI::ParseError& error) {
    throw UsageError{error.what(), "see --help"};
  }
}

std::string CommandLine::success_text(const CLI::Success& success) const {
  if (dynamic_cast<const CLI::CallForVersion*>(&success) != nullptr) return version_text() + "\n";
  const CLI::App& command = chosen();
  std::string before;
  for (const CLI::App* above = command.get_parent(); above != nullptr; above = above->get_parent())
    before.insert(0, above->get_name() + (before.empty() ? "" : " "));
  return command.help(before);
}

std::string CommandLine::command() const { return app_->get_subcommands().front()->get_name(); }
std::string CommandLine::action() const { return chosen().get_name(); }

const std::vector<std::string>* CommandLine::choices(const std::string& name) const {
  const auto found = choices_.find(name);
  return found == choices_.end() ? nullptr : &found->second;
}

}  // namespace gpuscape
