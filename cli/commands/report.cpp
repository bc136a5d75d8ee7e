/// `gpuscape report FOLDER… -o PAGE`: result folders as one page to read, to send and to print.

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/error.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/page/report_page.hpp"

namespace gpuscape {

namespace {

/// Reads the folders, writes the page, says what it has.
class ReportCommand final : public Command {
 public:
  explicit ReportCommand(CommandSyntax& syntax);
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::vector<std::string> folders_;
  std::string out_;
};

ReportCommand::ReportCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("folders", folders_, "Folders that run, compare or sweep --runs wrote")
      ->required()
      ->type_name("FOLDER");
  app.add_option("-o,--out", out_, "The page to write: HTML that loads nothing from elsewhere")
      ->type_name("FILE");
}

int ReportCommand::run(const CommandContext& context) const {
  if (out_.empty())
    throw UsageError{"report: no file is named for the page", "add -o FILE: -o page.html"};
  std::vector<PageFolder> folders;
  folders.reserve(folders_.size());
  std::vector<Issue> faults;
  for (const std::string& path : folders_) {
    folders.push_back(read_page_folder(path));
    faults.insert(faults.end(), folders.back().faults.begin(), folders.back().faults.end());
  }
  const auto shown = std::ranges::count_if(folders, &PageFolder::is_readable);
  if (shown == 0) throw ScenarioError(faults);
  OutputFile file(out_);
  file.write(report_page(folders));
  file.put_in_place();
  context.err << format_issues(faults);
  context.out << fmt::format("{}: {}{}\n", out_, quantity(shown, "result"),
                             faults.empty() ? "" : "; what cannot be read is named there");
  return faults.empty() ? kDone : kInputWrong;
}

}  // namespace

void register_command_report(CommandTable& commands) {
  commands.add<ReportCommand>(
      {.path = "report",
       .about = "Make one page of result folders, to read, to send and to print",
       .footer = "Example:\n  gpuscape report dgx-or-cloud.out -o page.html"});
}

}  // namespace gpuscape
