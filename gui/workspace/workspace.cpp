#include "gui/workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/model/reference/describe.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape::gui {

namespace {

/// The design checked, or what is wrong with it.
std::unique_ptr<CheckedScenario> checked(const ScenarioSource& source, const Design& design,
                                         const Registry& registry, std::vector<Issue>& faults) {
  try {
    return std::make_unique<CheckedScenario>(open_scenario(source, design, registry));
  } catch (const ScenarioError& error) {
    faults = error.issues();
  } catch (const RunError& error) {
    faults.assign(1, Issue{});
    faults.front().file = source.file;
    faults.front().message = error.what();
  }
  return nullptr;
}

}  // namespace

Workspace::Workspace(const Registry& registry, std::function<void()> changed, unsigned threads)
    : registry_(registry),
      schema_(describe_scenario(registry, objective_metrics())),
      live_(registry, {.threads = threads, .published = std::move(changed)}),
      state_(live_.latest()) {}

void Workspace::open(const std::string& file) {
  if (std::filesystem::is_directory(file))
    throw RunError(fmt::format("{}: a folder cannot be opened; open a scenario file", file));
  if (!std::filesystem::is_regular_file(file))
    throw RunError(fmt::format("{}: there is no such file", file));
  std::vector<std::string> variants;
  std::vector<Issue> faults;
  try {
    variants = variant_names(file);
  } catch (const ScenarioError& error) {
    faults = error.issues();
  }
  LiveDesign first{.name = "A", .source = {.file = file}, .design = {}};
  if (!variants.empty() && checked(first.source, first.design, registry_, faults) == nullptr)
    first.design.variant = variants.front();
  file_ = file;
  variants_ = std::move(variants);
  restore({.designs = {std::move(first)}, .current = 0});
}

void Workspace::restore(DesignList list) {
  if (!list.designs.empty() && list.designs.front().source.file != file_) {
    file_ = list.designs.front().source.file;
    try {
      variants_ = variant_names(file_);
    } catch (const ScenarioError&) {
      variants_.clear();  // note_form says what is wrong with it
    }
  }
  history_.start(std::move(list));
  note_file();
  knobs_ = {};
  base_of_.reset();
  earlier_.reset();
  is_changed_ = false;
  note_form();
  ask();
}

void Workspace::choose(std::size_t design) {
  if (design >= designs().size() || design == current()) return;
  history_.choose(design);
  note_form();
}

bool Workspace::is_taken(const std::string& name, std::size_t but) const {
  for (std::size_t i = 0; i < designs().size(); ++i)
    if (i != but && designs()[i].name == name) return true;
  return false;
}

std::string Workspace::free_name() const {
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    std::string name(1, letter);
    if (!is_taken(name, designs().size())) return name;
  }
  return fmt::format("design {}", designs().size() + 1);
}

void Workspace::duplicate() {
  if (!is_open()) return;
  DesignList list = history_.now();
  LiveDesign copy = list.designs[list.current];
  copy.name = free_name();
  list.designs.push_back(std::move(copy));
  list.current = list.designs.size() - 1;
  change(std::move(list));
}

void Workspace::add_variant(const std::string& variant) {
  if (!is_open()) return;
  DesignList list = history_.now();
  const std::string name =
      variant.empty() || is_taken(variant, designs().size()) ? free_name() : variant;
  list.designs.push_back({.name = name, .source = design().source, .design = {.variant = variant}});
  list.current = list.designs.size() - 1;
  change(std::move(list));
}

void Workspace::add_all_variants() {
  for (const std::string& variant : variants_) {
    const bool is_open = std::ranges::any_of(
        designs(), [&](const LiveDesign& design) { return design.design.variant == variant; });
    if (!is_open) add_variant(variant);
  }
}

void Workspace::remove() {
  if (designs().size() < 2) return;
  DesignList list = history_.now();
  list.designs.erase(list.designs.begin() + static_cast<std::ptrdiff_t>(list.current));
  list.current = std::min(list.current, list.designs.size() - 1);
  change(std::move(list));
}

bool Workspace::rename(std::size_t design, const std::string& name) {
  if (name.empty() || design >= designs().size() || is_taken(name, design)) return false;
  if (designs()[design].name == name) return true;
  DesignList list = history_.now();
  list.designs[design].name = name;
  change(std::move(list));
  return true;
}

void Workspace::set(const Knob& knob, std::string_view value, const std::string& gesture) {
  if (!is_open()) return;
  DesignList list = history_.now();
  std::vector<std::string>& sets = list.designs[list.current].design.sets;
  sets = value == knob.base ? without_set(std::move(sets), knob.pointer)
                            : with_set(std::move(sets), knob, value);
  change(std::move(list), gesture);
}

void Workspace::reset(const std::string& pointer) {
  if (!is_open()) return;
  DesignList list = history_.now();
  std::vector<std::string>& sets = list.designs[list.current].design.sets;
  sets = without_set(std::move(sets), pointer);
  change(std::move(list));
}

void Workspace::change(DesignList list, const std::string& gesture) {
  if (state_->is_finished) earlier_ = state_;
  history_.change(std::move(list), gesture);
  is_changed_ = true;
  note_form();
  ask();
}

bool Workspace::undo() {
  if (!history_.undo()) return false;
  is_changed_ = true;
  note_form();
  ask();
  return true;
}

bool Workspace::redo() {
  if (!history_.redo()) return false;
  is_changed_ = true;
  note_form();
  ask();
  return true;
}

void Workspace::ask() {
  if (!is_open()) return;
  asked_at_ = std::chrono::steady_clock::now();
  live_.ask(designs());
}

void Workspace::note_file() {
  std::error_code ignored;
  written_at_ = std::filesystem::last_write_time(file_, ignored);
}

bool Workspace::has_changed_on_disk() const {
  std::error_code failed;
  const auto now = std::filesystem::last_write_time(file_, failed);
  return !failed && now != written_at_;
}

void Workspace::reload() {
  if (!is_open()) return;
  note_file();
  try {
    variants_ = variant_names(file_);
  } catch (const ScenarioError&) {
    variants_.clear();  // note_form says what is wrong with it
  }
  base_of_.reset();
  note_form();
  ask();
}

bool Workspace::refresh() {
  std::shared_ptr<const LiveState> newest = live_.latest();
  if (newest == state_) return false;
  state_ = std::move(newest);
  if (state_->is_finished)
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                  asked_at_);
  return true;
}

const LiveAnswer* Workspace::answer() const {
  return current() < state_->designs.size() ? &state_->designs[current()] : nullptr;
}

void Workspace::note_base() {
  if (base_of_ == design().design.variant) return;
  std::vector<Issue> ignored;
  base_ = checked(design().source, {.variant = design().design.variant}, registry_, ignored);
  base_of_ = design().design.variant;
}

void Workspace::note_form() {
  faults_.clear();
  if (!is_open()) return;
  note_base();
  std::unique_ptr<CheckedScenario> next =
      checked(design().source, design().design, registry_, faults_);
  if (next == nullptr) {
    scenario_.reset();
    return;
  }
  scenario_ = std::move(next);
  knobs_ = gui::knobs(schema_, *scenario_, base_.get(), design().design);
}

std::string design_summary(const LiveDesign& design) {
  std::string text = design.design.variant.empty() ? "base" : design.design.variant;
  for (const std::string& set : design.design.sets) {
    const std::size_t equals = set.find('=');
    const std::size_t slash = set.rfind('/', equals);
    if (slash == std::string::npos) continue;
    text += ", " + set.substr(slash + 1);
  }
  return text;
}

}  // namespace gpuscape::gui
