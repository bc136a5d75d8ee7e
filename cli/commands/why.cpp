/// `gpuscape why FOLDER [FOLDER] JOB`: why a job waited.

#include <fmt/format.h>

#include <charconv>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/report/why/why_text.hpp"

namespace gpuscape {

namespace {

class WhyCommand final : public Command {
 public:
  explicit WhyCommand(CommandSyntax& syntax) {
    syntax.app()
        .add_option("folder_and_job", words_,
                    "Folders that run wrote, one or two, and the job's number")
        ->required()
        ->type_name("FOLDER [FOLDER] JOB");
  }
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  [[nodiscard]] std::int64_t job() const;

  std::vector<std::string> words_;
};

std::int64_t WhyCommand::job() const {
  if (words_.size() < 2 || words_.size() > 3)
    throw UsageError{"why: the folder of a run, or two, and the number of a job are needed",
                     "for example: gpuscape why lab.out 4104"};
  const std::string& word = words_.back();
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (fault != std::errc() || end != word.data() + word.size())
    throw UsageError{fmt::format("why: \"{}\" is not the number of a job", excerpt(word)),
                     "the folders come first: gpuscape why lab.out 4104"};
  return number;
}

int WhyCommand::run(const CommandContext& context) const {
  const std::int64_t number = job();
  const std::vector<std::string> folders(words_.begin(), words_.end() - 1);
  std::string text;
  for (const std::string& folder : folders) {
    const auto saved = read_saved_run(folder);
    const RunResult& run = saved->outcome.result.first;
    if (!saved->faults.empty())
      throw ScenarioError({{.file = folder,
                            .line = 0,
                            .column = 0,
                            .pointer = "",
                            .message = saved->faults.front(),
                            .hint = "`run` writes these files anew"}});
    const auto found = job_numbered(run, number);
    if (!found)
      throw ScenarioError(
          {{.file = folder + "/jobs.csv",
            .line = 0,
            .column = 0,
            .pointer = "",
            .message = fmt::format("no job has the number {}", number),
            .hint = run.jobs.size() == 0
                        ? "it has no jobs"
                        : fmt::format("the first is {}, the last {}", run.jobs.id(0),
                                      run.jobs.id(run.jobs.size() - 1))}});
    if (folders.size() > 1) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", folder);
    text += why_text(*saved, *found);
  }
  context.out << text;
  return kDone;
}

}  // namespace

void register_command_why(CommandTable& commands) {
  commands.add<WhyCommand>({.path = "why",
                            .about = "Say why a job of a run waited",
                            .footer = "Examples:\n  gpuscape why lab-log.out 4104\n"
                                      "  gpuscape why before.out after.out 4104"});
}

}  // namespace gpuscape
