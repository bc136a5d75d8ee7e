/// `gpuscape compare SCENARIO…`: what would these jobs get on one design, and what on the others?

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/compare/guesses.hpp"
#include "cli/commands/compare/steps.hpp"
#include "cli/commands/compare/unmapped.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/provenance.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/terminal/progress_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/report/compare/board_table.hpp"
#include "sim/report/compare/compare_csv.hpp"
#include "sim/report/compare/compare_text.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/folder/write_comparison.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/session/compared_scenarios.hpp"
#include "sim/study/compare/group_waits.hpp"

namespace gpuscape {

namespace {

using Begin = std::chrono::steady_clock::time_point;

/// The folders of the designs, the file of the first being that of the comparison.
std::vector<ComparedFolder> folders_of(const std::vector<ComparedScenario>& scenarios) {
  std::vector<ComparedFolder> folders;
  folders.reserve(scenarios.size());
  for (const ComparedScenario& scenario : scenarios)
    folders.push_back({scenario.folder, scenario.file});
  return folders;
}

/// What is printed, and where else it is written.
struct TableOptions {
  std::vector<std::string> columns;
  std::string sort;
  std::string by;   ///< empty: nobody
  std::string csv;  ///< empty: nowhere but in the folder
  bool detail = false;
  bool bill = false;
};

/// Throws ScenarioError where a table has no such column.
void require_columns(const TableOptions& options) {
  std::vector<std::string> known;
  for (const std::string_view key : board_columns()) known.emplace_back(key);
  const auto require = [&](const std::string& key, std::string_view option) {
    if (key.empty() || std::ranges::find(known, key) != known.end()) return;
    std::string hint = nearest_hint(key, known);
    if (hint.empty()) hint = fmt::format("one of {}", fmt::join(known, ", "));
    throw ScenarioError({{.file = std::string(option),
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = fmt::format("no column \"{}\"", excerpt(key)),
                          .hint = std::move(hint)}});
  };
  for (const std::string& key : options.columns) require(key, "--columns");
  require(options.sort, "--sort");
}

void print_answer(const CompareResult& result, const ComparisonFolder& folder,
                  const TableOptions& options, std::ostream& out) {
  constexpr std::size_t kMostNamed = 4;
  const bool colour = wants_colour(STDOUT_FILENO);
  const std::string text =
      compare_text(result, {.text = {.colour = colour, .width = terminal_columns(STDOUT_FILENO)},
                            .columns = options.columns,
                            .sort = options.sort,
                            .by = options.by,
                            .detail = options.detail,
                            .bill = options.bill});
  if (colour) {
    write_with_escapes(out, text);
  } else {
    out << text;
  }
  const std::vector<std::string>& folders = folder.names();
  std::vector<std::string> named(
      folders.begin(),
      folders.begin() + static_cast<std::ptrdiff_t>(std::min(folders.size(), kMostNamed)));
  for (std::string& name : named) name += '/';
  if (folders.size() > kMostNamed) named.emplace_back("…");
  out << line("files",
              fmt::format("{}/: compare.csv, compare.json{}; in {}: result.json, jobs.csv, …",
                          folder.path().string(), folder.has_pictures() ? ", compare-*.svg" : "",
                          fmt::join(named, ", ")));
}

/// Runs all, writes the result folders, prints the answer.
class CompareCommand final : public Command {
 public:
  explicit CompareCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = options_.files, .asked = confine_}};
  }
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  [[nodiscard]] Provenance provenance(const CommandContext& context, Begin begin) const;

  CompareOptions options_ = {.source = scenario_source};
  std::optional<bool> confine_;
  std::string out_;  ///< empty: ./<file stem>.out
  unsigned threads_ = 0;
  TableOptions table_;
  bool guesses_ = false;
  bool unmapped_ = false;
  bool json_ = false;
  bool anonymous_ = false;  ///< neither host nor command in what is written
};

/// What the others may be compared with.
std::vector<std::string> offered_baselines(std::span<const std::string> positionals) {
  std::vector<std::string> names = offered_variants(positionals);
  names.insert(names.begin(), "base");
  return names;
}

std::vector<std::string> offered_columns(std::span<const std::string> /*positionals*/) {
  std::vector<std::string> keys;
  for (const std::string_view key : board_columns()) keys.emplace_back(key);
  return keys;
}

CompareCommand::CompareCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", options_.files,
                 "One file: the scenario and its variants; several files: compared with each other")
      ->required()
      ->type_name("SCENARIO");
  CLI::Option* baseline = app.add_option("--baseline", options_.baseline,
                                         "Baseline that the others are compared with [the first]")
                              ->type_name("NAME");
  syntax.complete(baseline, offered_baselines);
  CLI::Option* variants = app.add_option("--variant", options_.variants,
                                         "Only this variant of the file; may be repeated")
                              ->type_name("NAME")
                              ->allow_extra_args(false);
  syntax.complete(variants, offered_variants);
  add_value_options(syntax, options_.sets, options_.seed);
  add_confine_option(app, confine_);
  app.add_option("--out", out_, "Folder for the results [./<file stem>.out]")->type_name("DIR");
  app.add_option("--threads", threads_, "Threads for the runs; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  CLI::Option* columns =
      app.add_option("--columns", table_.columns,
                     "Columns of the table, by their names in compare.json [those that decide]")
          ->type_name("KEYS")
          ->delimiter(',')
          ->allow_extra_args(false);
  syntax.complete(columns, offered_columns);
  CLI::Option* sort = app.add_option("--sort", table_.sort,
                                     "Designs by this column, the best first, below the baseline")
                          ->type_name("KEY");
  syntax.complete(sort, offered_columns);
  app.add_option("--by", table_.by, "Waits before and after of each user, account, …")
      ->type_name("GROUP")
      ->check(
          CLI::IsMember(std::vector<std::string>(std::begin(kGroupings), std::end(kGroupings))));
  app.add_option("--csv", table_.csv, "File for the table too, as --columns and --sort ask for it")
      ->type_name("FILE");
  app.add_flag("--detail", table_.detail, "Every metric of every design beside the baseline too");
  app.add_flag("--bill", table_.bill,
               "The bill of materials of every design too: parts, vendors, how far its GPU fabric "
               "reaches");
  app.add_flag("--guesses", guesses_,
               "Run it again with the ten widest guesses of the catalogue at both ends of their "
               "ranges");
  app.add_flag("--unmapped", unmapped_,
               "Run it again with jobs without an application like the least, and like the most "
               "sensitive one");
  app.add_flag("--json", json_, "Print only compare.json on stdout");
  app.add_flag("--anonymous", anonymous_, kAnonymousHelp);
}

Provenance CompareCommand::provenance(const CommandContext& context, Begin begin) const {
  Provenance provenance = provenance_here({context.typed, anonymous_}, begin);
  provenance.loop = "native";
  provenance.threads = threads_;
  return provenance;
}

int CompareCommand::run(const CommandContext& context) const {
  const auto begin = std::chrono::steady_clock::now();
  require_columns(table_);
  const ComparedScenarios compared = compared_scenarios(options_, context.registry);
  context.err << format_issues(compared.faults);
  const std::filesystem::path path = out_.empty()
                                         ? ResultFolder::default_path(options_.files.front())
                                         : std::filesystem::path(out_);
  if (are_by_steps(compared)) {
    refuse_of_jobs({{!table_.columns.empty(), "--columns"},
                    {!table_.sort.empty(), "--sort"},
                    {!table_.by.empty(), "--by"},
                    {table_.detail, "--detail"},
                    {guesses_, "--guesses"},
                    {unmapped_, "--unmapped"}});
    return compare_by_steps(compared,
                            {.folder = path,
                             .folders = folders_of(compared.designs),
                             .provenance = [&] { return provenance(context, begin); },
                             .csv = table_.csv,
                             .threads = threads_,
                             .json = json_},
                            context);
  }
  const StopSignals signals;
  // Better before the runs than after them: it is known now that the file can be written.
  std::optional<OutputFile> table;
  if (!table_.csv.empty()) table.emplace(table_.csv);
  ComparisonFolder folder(path, folders_of(compared.designs),
                          [&] { return provenance(context, begin); });

  ComparisonOptions comparison;
  comparison.threads = threads_;
  comparison.stop = signals.token();
  comparison.finished = [&](std::size_t i, const StudyResult& result) {
    folder.prepare(i, result);
  };
  std::unique_ptr<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line = std::make_unique<ProgressLine>(context.err);
    comparison.progress = [&line](const StudyProgress& progress) { line->show(progress); };
  }
  std::vector<const NamedDesign*> designs;
  designs.reserve(compared.designs.size());
  for (const ComparedScenario& scenario : compared.designs) designs.push_back(&scenario);
  TraceCache traces;
  const auto started = std::chrono::steady_clock::now();
  CompareResult result = compare_designs(designs, traces, comparison);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  result.left_out = compared.left_out;
  const double each = took.count() / static_cast<double>(designs.size());
  const ComparedWith with{compared, options_, context, traces, comparison};
  if (unmapped_ && !result.partial) try_unmapped(with, each, result);
  if (guesses_ && !result.partial) try_guesses(with, each, result);
  line.reset();

  const std::string json = folder.put_in_place(result);
  if (table) {
    table->write(
        compare_csv(result, folder.names(), {.columns = table_.columns, .sort = table_.sort}));
    table->close();
    table->put_in_place();
  }
  context.err << folder.kept_text();
  if (json_) {
    context.out << json;
  } else {
    print_answer(result, folder, table_, context.out);
  }
  const auto nothing_started = [](const VariantResult& variant) {
    return variant.finished && variant.outcome.result.nothing_started();
  };
  if (!result.partial) {
    if (!compared.faults.empty()) return kInputWrong;
    return std::ranges::any_of(result.variants, nothing_started) ? kCheckFailed : kDone;
  }
  context.err << fmt::format(
      "gpuscape: interrupted; the results up to then are in {}, marked as partial\n",
      folder.path().string());
  return kInterrupted;
}

}  // namespace

void register_command_compare(CommandTable& commands) {
  commands.add<CompareCommand>(
      {.path = "compare",
       .about = "Run a scenario and its variants, and compare the results",
       .footer = "Example:\n  gpuscape compare scenarios/pack-or-spread.json"});
}

}  // namespace gpuscape
