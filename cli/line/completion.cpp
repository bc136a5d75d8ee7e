#include "cli/line/completion.hpp"

#include "cli/line/subcommands.hpp"

namespace gpuscape {

namespace {

/// Where the words before the last one have led.
struct Place {
  const CLI::App* command = nullptr;
  const CLI::Option* expects_value = nullptr;  ///< the last word is the value of this option
  std::vector<std::string> positionals;
};

Place walk(const CLI::App& root, const std::vector<std::string>& words) {
  Place place{&root, nullptr, {}};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (place.expects_value != nullptr) {
      place.expects_value = nullptr;
    } else if (words[i].starts_with("-")) {
      const CLI::Option* option = place.command->get_option_no_throw(words[i]);
      if (option != nullptr && option->get_items_expected_max() > 0) place.expects_value = option;
    } else if (const CLI::App* next = find_subcommand(*place.command, words[i])) {
      place.command = next;
    } else {
      place.positionals.push_back(words[i]);
    }
  }
  return place;
}

/// The positional that the last word belongs to; null where the command takes no more of them.
const CLI::Option* next_positional(const Place& place) {
  std::size_t before = place.positionals.size();
  for (const CLI::Option* option : place.command->get_options()) {
    if (!option->get_positional()) continue;
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (before < most) return option;
    before -= most;
  }
  return nullptr;
}

std::vector<std::string> offered(const CommandLine& line, const CLI::Option* option,
                                 const Place& place) {
  const auto found = line.completers().find(option);
  return found == line.completers().end() ? std::vector<std::string>()
                                          : found->second(place.positionals);
}

std::vector<std::string> candidates(const CommandLine& line, const Place& place,
                                    const std::string& last) {
  if (place.expects_value != nullptr) return offered(line, place.expects_value, place);
  std::vector<std::string> words;
  if (last.starts_with("-")) {
    for (const CLI::Option* option : place.command->get_options()) {
      if (option->get_group().empty()) continue;  // not for users
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
    return words;
  }
  words = subcommand_names(*place.command);
  for (std::string& word : offered(line, next_positional(place), place))
    words.push_back(std::move(word));
  return words;
}

}  // namespace

std::vector<std::string> completions(const CommandLine& line,
                                     const std::vector<std::string>& words) {
  const std::string last = words.empty() ? "" : words.back();
  const Place place = walk(line.app(), words);
  std::vector<std::string> found;
  for (std::string& word : candidates(line, place, last)) {
    if (word.starts_with(last)) found.push_back(std::move(word));
  }
  return found;
}

}  // namespace gpuscape
