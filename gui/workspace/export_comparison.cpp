#include "gui/workspace/export_comparison.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "gui/view/command_text.hpp"
#include "gui/workspace/export.hpp"
#include "sim/base/error.hpp"
#include "sim/report/folder/write_comparison.hpp"
#include "sim/report/page/report_page.hpp"
#include "sim/study/compare/compare.hpp"

namespace gpuscape::gui {

namespace {

/// What the command reads, the file of the designs' changes as if it had been saved.
CompareOptions options_of(const ComparedDesigns& of, const DesignsCommand& command,
                          const Registry& registry) {
  CompareOptions options = command.options;
  if (!command.needs_patch) return options;
  const std::string text = patch_text(of.designs, registry, of.patch_file);
  options.source = [text](const std::string& file) { return ScenarioSource{file, text}; };
  return options;
}

}  // namespace

void export_comparison(const std::string& folder, const ComparedDesigns& compared,
                       const Registry& registry, const std::stop_token& stop) {
  if (compared.designs.size() < 2)
    throw RunError("there is nothing to compare: add a second design first (D)");
  const DesignsCommand command =
      compare_command(compared.designs, compared.patch_file, compared.file_variants);
  const ComparedScenarios scenarios =
      compared_scenarios(options_of(compared, command, registry), registry);
  if (!scenarios.faults.empty()) throw ScenarioError(scenarios.faults);
  std::vector<ComparedFolder> folders;
  std::vector<const NamedDesign*> designs;
  for (const ComparedScenario& scenario : scenarios.designs) {
    folders.push_back({scenario.folder, scenario.file});
    designs.push_back(&scenario);
  }
  ComparisonFolder written(folder, folders, [&] { return window_provenance(command.text); });
  ComparisonOptions options;
  options.stop = stop;
  options.finished = [&](std::size_t i, const StudyResult& result) { written.prepare(i, result); };
  TraceCache traces;
  const CompareResult result = compare_designs(designs, traces, options);
  if (result.partial) throw RunError("the export was stopped: nothing is written");
  written.put_in_place(result);
}

std::string export_page(const std::string& file, const LiveAnswer& answer,
                        const ComparedDesigns& compared, const Registry& registry,
                        const std::stop_token& stop) {
  if (std::filesystem::exists(file))  // before the designs are run
    throw RunError(fmt::format("{}: there is such a file already; choose another name", file));
  const std::string folder = std::filesystem::path(file).replace_extension(".out").string();
  if (compared.designs.size() > 1)
    export_comparison(folder, compared, registry, stop);
  else
    export_result_folder(folder, answer, registry);
  const PageFolder read = read_page_folder(folder);
  write_new_file(file, report_page({&read, 1}));
  return fmt::format("written: {} and {}", file, folder);
}

}  // namespace gpuscape::gui
