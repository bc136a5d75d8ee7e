#include "cli/completion.hpp"

#include "sim/base/error.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBash =
    R"(# gpuscape completion for bash: source <(gpuscape completion bash)
_gpuscape() {
  local IFS=$'\n'
  COMPREPLY=($(gpuscape __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gpuscape gpuscape
)";

constexpr std::string_view kZsh = R"(#compdef gpuscape
# gpuscape completion for zsh: source <(gpuscape completion zsh)
_gpuscape() {
  local -a found
  found=("${(@f)$(gpuscape __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _gpuscape gpuscape
)";

constexpr std::string_view kFish =
    R"(# gpuscape completion for fish: gpuscape completion fish | source
function __gpuscape_complete
  set -l words (commandline -opc) (commandline -ct)
  gpuscape __complete $words[2..-1] 2>/dev/null
end
complete -c gpuscape -a '(__gpuscape_complete)'
)";

/// Where the words before the last one have led.
struct Place {
  const CLI::App* command = nullptr;
  const CLI::Option* expects_value = nullptr;  ///< the last word is the value of this option
  std::vector<std::string> positionals;
};

const CLI::App* subcommand(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

Place walk(const CLI::App& root, const std::vector<std::string>& words) {
  Place place{&root, nullptr, {}};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (place.expects_value != nullptr) {
      place.expects_value = nullptr;
    } else if (words[i].starts_with("-")) {
      const CLI::Option* option = place.command->get_option_no_throw(words[i]);
      if (option != nullptr && option->get_items_expected_max() > 0) place.expects_value = option;
    } else if (const CLI::App* next = subcommand(*place.command, words[i])) {
      place.command = next;
    } else {
      place.positionals.push_back(words[i]);
    }
  }
  return place;
}

std::vector<std::string> variants_of(const Place& place) {
  if (place.positionals.empty()) return {};
  try {
    return variant_names(place.positionals.front());
  } catch (const std::exception&) {
    return {};  // a scenario that cannot be read has no variants to offer
  }
}

/// What `compare` may be asked to compare with.
std::vector<std::string> baselines_of(const Place& place) {
  std::vector<std::string> names = variants_of(place);
  names.insert(names.begin(), "base");
  return names;
}

std::vector<std::string> names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> candidates(const CommandLine& line, const Place& place,
                                    const std::string& last) {
  if (place.expects_value != nullptr) {
    const std::string name = "--" + place.expects_value->get_lnames().front();
    if (name == "--variant") return variants_of(place);
    if (name == "--baseline") return baselines_of(place);
    const std::vector<std::string>* choices = line.choices(name);
    return choices == nullptr ? std::vector<std::string>() : *choices;
  }
  std::vector<std::string> words;
  if (last.starts_with("-")) {
    for (const CLI::Option* option : place.command->get_options()) {
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
    return words;
  }
  words = names_of(*place.command);
  if (place.command->get_name() == "completion" && place.positionals.empty())
    words = *line.choices("shell");
  if (place.command->get_name() == "help") {
    const CLI::App* asked = &line.app();
    for (const std::string& word : place.positionals)
      if (asked != nullptr) asked = subcommand(*asked, word);
    if (asked != nullptr) return names_of(*asked);
  }
  if (place.command->get_name() == "catalog" && place.positionals.empty())
    for (std::string& name : catalog_names()) words.push_back(std::move(name));
  if (place.command->get_name() == "topo" && place.positionals.empty())
    words = Catalog::shipped().ids("nodes");
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

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return std::string(kBash);
  if (shell == "zsh") return std::string(kZsh);
  ensure(shell == "fish", "the command line has checked the shell");
  return std::string(kFish);
}

}  // namespace gpuscape
