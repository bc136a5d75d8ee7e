#include "cli/compare_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>

#include "cli/compared_scenarios.hpp"
#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "cli/provenance.hpp"
#include "cli/stop_signals.hpp"
#include "cli/terminal.hpp"
#include "sim/base/error.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/compare/compare_text.hpp"
#include "sim/report/folder/result_folder.hpp"

namespace gpuscape {

namespace {

using Begin = std::chrono::steady_clock::time_point;

Provenance provenance_of(const CompareOptions& options, const ResultFolder& folder, Begin begin) {
  Provenance provenance = provenance_here({options.command, options.anonymous}, begin);
  provenance.scenario_file = folder.scenario_file();
  provenance.loop = "native";
  provenance.threads = options.threads;
  return provenance;
}

std::vector<std::string> folders_of(const std::vector<ComparedScenario>& scenarios) {
  std::vector<std::string> folders;
  folders.reserve(scenarios.size());
  for (const ComparedScenario& scenario : scenarios) folders.push_back(scenario.folder);
  return folders;
}

void print_answer(const CompareResult& result, const ResultFolder& folder,
                  const std::vector<std::string>& folders, std::ostream& out) {
  constexpr std::size_t kMostNamed = 4;
  const bool colour = wants_colour(STDOUT_FILENO);
  const std::string text =
      compare_text(result, {.colour = colour, .width = terminal_columns(STDOUT_FILENO)});
  if (colour) {
    write_with_escapes(out, text);
  } else {
    out << text;
  }
  std::vector<std::string> named(
      folders.begin(),
      folders.begin() + static_cast<std::ptrdiff_t>(std::min(folders.size(), kMostNamed)));
  for (std::string& name : named) name += '/';
  if (folders.size() > kMostNamed) named.emplace_back("…");
  out << fmt::format("files            {}/: compare.json; in {}: result.json, jobs.csv, …\n",
                     folder.path().string(), fmt::join(named, ", "));
}

/// The folder of each variant is locked: a descriptor each.
void allow_descriptors(std::size_t folders) {
  constexpr rlim_t kOthers = 100;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > folders + kOthers) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, folders + kOthers);
  setrlimit(RLIMIT_NOFILE, &limit);
}

/// A folder for one variant lies in the folder of the comparison, and not where a link leads.
void refuse_link(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(folder, ignored))
    throw RunError(
        fmt::format("{} is a link\n  hint: name another folder with --out", folder.string()));
}

}  // namespace

int compare_command(const CompareOptions& options, const Registry& registry, std::ostream& out,
                    std::ostream& err) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<ComparedScenario> compared = compared_scenarios(options, registry);
  const std::filesystem::path path = options.out.empty()
                                         ? ResultFolder::default_path(options.files.front())
                                         : std::filesystem::path(options.out);
  ResultFolder folder(path, options.files.front());
  allow_descriptors(compared.size());
  std::vector<ResultFolder> folders;
  folders.reserve(compared.size());
  for (const ComparedScenario& scenario : compared) {
    refuse_link(path / scenario.folder);
    folders.emplace_back(path / scenario.folder, scenario.file);
  }

  const StopSignals signals;
  ComparisonOptions comparison;
  comparison.threads = options.threads;
  comparison.stop = signals.token();
  comparison.finished = [&](std::size_t i, const StudyResult& result) {
    folders[i].prepare(result, provenance_of(options, folders[i], begin));
  };
  std::unique_ptr<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line = std::make_unique<ProgressLine>(err);
    comparison.progress = [&line](const StudyProgress& progress) { line->show(progress); };
  }
  std::vector<const NamedDesign*> designs;
  designs.reserve(compared.size());
  for (const ComparedScenario& scenario : compared) designs.push_back(&scenario);
  TraceCache traces;
  const CompareResult result = compare_designs(designs, traces, comparison);
  line.reset();

  const std::string json =
      compare_json(result, folders_of(compared), provenance_of(options, folder, begin));
  folder.prepare_comparison(json);
  ResultFolder::put_in_place(folder, folders);
  if (options.json) {
    out << json;
  } else {
    print_answer(result, folder, folders_of(compared), out);
  }
  const auto nothing_started = [](const VariantResult& variant) {
    return variant.finished && variant.outcome.result.nothing_started();
  };
  if (!result.partial)
    return std::ranges::any_of(result.variants, nothing_started) ? kCheckFailed : kDone;
  err << fmt::format("gpuscape: interrupted; what was done by then is in {}, marked as partial\n",
                     folder.path().string());
  return kInterrupted;
}

}  // namespace gpuscape
