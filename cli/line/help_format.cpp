#include "cli/line/help_format.hpp"

#include <set>
#include <string>
#include <string_view>

#include "cli/line/subcommands.hpp"

namespace gpuscape {

namespace {

std::string others(std::string_view heading, const std::set<CLI::Option*>& options) {
  std::set<std::string> names;  // not in the order of their addresses
  for (const CLI::Option* option : options) names.insert(option->get_name());
  std::string text;
  for (const std::string& name : names) text += " " + name;
  return text.empty() ? text : std::string(heading) + text;
}

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    if (option->get_type_size() != 0) {
      if (!option->get_type_name().empty()) text += " " + get_label(option->get_type_name());
      if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
      if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
      if (option->get_required()) text += " " + get_label("REQUIRED");
    }
    return text + others(" Needs:", option->get_needs()) +
           others(" Excludes:", option->get_excludes());
  }
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_format() { return std::make_shared<HelpFormat>(); }

std::string help_text(const CLI::App& command) {
  // CLI::App::help would explain the command that was chosen within this one.
  return command.get_formatter()->make_help(&command, full_name(command),
                                            CLI::AppFormatMode::Normal);
}

}  // namespace gpuscape
