#include "gui/view/command_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gui/view/form/patch_names.hpp"

namespace gpuscape::gui {

namespace {

std::string settings(const Design& design) {
  std::string text;
  for (const std::string& set : design.sets) text += " --set " + shell_word(set);
  if (design.seed) text += fmt::format(" --seed {}", *design.seed);
  return text;
}

/// A file whose name looks like an option is named by its folder, too.
std::string file_word(const std::string& file) {
  return shell_word(file.starts_with('-') && file.size() > 1 ? "./" + file : file);
}

bool have_same_settings(const std::vector<LiveDesign>& designs) {
  return std::ranges::all_of(designs, [&](const LiveDesign& one) {
    return one.design.patches.empty() && !one.source.text &&
           one.design.sets == designs.front().design.sets &&
           one.design.seed == designs.front().design.seed;
  });
}

/// Designs that are variants of one file, one of them its own scenario: `compare` always runs that.
bool are_variants(const std::vector<LiveDesign>& designs) {
  std::set<std::string> variants;
  for (const LiveDesign& one : designs) {
    if (one.source.file != designs.front().source.file) return false;
    variants.insert(one.design.variant);
  }
  return variants.size() == designs.size() && variants.contains("");
}

bool are_files(const std::vector<LiveDesign>& designs) {
  std::set<std::string> files;
  for (const LiveDesign& one : designs) {
    if (!one.design.variant.empty()) return false;
    files.insert(one.source.file);
  }
  return files.size() == designs.size();
}

/// The variants of a file, the first of these being the baseline; "" is the file's own scenario.
CompareOptions options_of(const std::string& file, const std::vector<std::string>& variants) {
  CompareOptions options{.files = {file}};
  for (const std::string& variant : variants)
    if (!variant.empty()) options.variants.push_back(variant);
  options.baseline = variants.front();
  return options;
}

std::string compare_text(const CompareOptions& options) {
  std::string text = "gpuscape compare";
  for (const std::string& file : options.files) text += " " + file_word(file);
  for (const std::string& variant : options.variants) text += " --variant " + shell_word(variant);
  if (!options.baseline.empty()) text += " --baseline " + shell_word(options.baseline);
  return text +
         settings({.variant = {}, .patches = {}, .sets = options.sets, .seed = options.seed});
}

}  // namespace

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(text);
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'')
      quoted += "'\\''";
    else
      quoted += letter;
  }
  return quoted + "'";
}

std::string run_command(const LiveDesign& design) {
  std::string text = "gpuscape run " + file_word(design.source.file);
  if (!design.design.variant.empty()) text += " --variant " + shell_word(design.design.variant);
  return text + settings(design.design);
}

DesignsCommand compare_command(const std::vector<LiveDesign>& designs,
                               const std::string& patch_file,
                               const std::vector<std::string>& file_variants) {
  if (designs.empty()) return {};
  const LiveDesign& first = designs.front();
  const bool same = have_same_settings(designs);
  if (designs.size() == 1 && same) return {.text = run_command(first)};
  DesignsCommand command;
  std::vector<std::string> variants;
  variants.reserve(designs.size());
  for (const LiveDesign& one : designs) variants.push_back(one.design.variant);
  if (same && are_variants(designs)) {
    command.options = options_of(first.source.file, variants);
  } else if (same && are_files(designs)) {
    for (const LiveDesign& one : designs) command.options.files.push_back(one.source.file);
  } else {
    command.needs_patch = true;
    command.options = options_of(patch_file, patch_names(designs, file_variants));
  }
  if (!command.needs_patch) {
    command.options.sets = first.design.sets;
    command.options.seed = first.design.seed;
  }
  command.text = compare_text(command.options);
  return command;
}

}  // namespace gpuscape::gui
