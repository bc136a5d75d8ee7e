#include "gui/workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape::gui {

namespace {

// What a frame may wait for a form: then most designs are shown in the frame that chose them.
constexpr std::chrono::milliseconds kMostWait{8};

/// They are of one variant of one file.
bool is_same_base(const LiveDesign& one, const LiveDesign& other) {
  return one.source.file == other.source.file && one.source.text == other.source.text &&
         one.design.variant == other.design.variant;
}

}  // namespace

Workspace::Workspace(const Registry& registry, std::function<void()> changed, unsigned threads)
    : registry_(registry),
      reader_(registry, changed),
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
  if (!variants.empty() && checked(first, registry_, faults) == nullptr)
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
  ++version_;
  form_.reset();
  knobs_ = {};
  knobs_of_ = {};
  faults_.clear();
  earlier_.reset();
  is_changed_ = false;
  ask_for_form();
  ask();
}

void Workspace::choose(std::size_t design) {
  if (design >= designs().size() || design == current()) return;
  history_.choose(design);
  ask_for_form();
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
  if (sets == design().design.sets) return;
  const std::string pointer = knob.pointer;  // the knob goes when the form is read
  const bool is_set = value != knob.base;
  const std::string shown(value);
  change(std::move(list), gesture);
  show_set(pointer, shown, is_set);
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
  ask_for_form();
  ask();
}

bool Workspace::undo() {
  if (!history_.undo()) return false;
  is_changed_ = true;
  ask_for_form();
  ask();
  return true;
}

bool Workspace::redo() {
  if (!history_.redo()) return false;
  is_changed_ = true;
  ask_for_form();
  ask();
  return true;
}

void Workspace::ask(WhenMemoryIsShort when_short) {
  if (!is_open()) return;
  asked_at_ = std::chrono::steady_clock::now();
  live_.ask(designs(), when_short);
}

bool Workspace::has_changed_on_disk() const {
  const bool is_read = form_ != nullptr && reader_.latest() == form_;
  return is_read && !std::ranges::all_of(form_->files, &InputStamp::is_current);
}

void Workspace::reload() {
  if (!is_open()) return;
  ++version_;
  try {
    variants_ = variant_names(file_);
  } catch (const ScenarioError&) {
    variants_.clear();  // the form says what is wrong with it
  }
  ask_for_form();
  ask();
}

bool Workspace::refresh() {
  const bool is_new_form = take_form();
  std::shared_ptr<const LiveState> newest = live_.latest();
  if (newest == state_) return is_new_form;
  state_ = std::move(newest);
  if (state_->is_finished)
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                  asked_at_);
  return true;
}

const LiveAnswer* Workspace::answer() const {
  return current() < state_->designs.size() ? &state_->designs[current()] : nullptr;
}

void Workspace::ask_for_form() {
  if (!is_open()) return;
  reader_.ask(design(), version_);
  reader_.wait(kMostWait);
  take_form();
}

/// True where there is a newer one.
bool Workspace::take_form() {
  std::shared_ptr<const Form> newest = reader_.latest();
  if (newest == nullptr || newest == form_) return false;
  form_ = std::move(newest);
  faults_ = form_->faults;
  if (form_->scenario == nullptr) return true;
  knobs_ = form_->knobs;
  knobs_of_ = form_->design;
  return true;
}

bool Workspace::is_form_current() const { return is_open() && is_same_base(knobs_of_, design()); }

/// A change is in view before it is read, and also where it turns out to be a fault.
void Workspace::show_set(const std::string& pointer, std::string_view value, bool is_set) {
  const std::shared_ptr<const Form> newest = reader_.latest();
  if (newest != nullptr && newest->scenario != nullptr) return;
  for (std::vector<Knob>* knobs : {&knobs_.first, &knobs_.rest}) {
    for (Knob& knob : *knobs) {
      if (knob.pointer != pointer) continue;
      knob.value = value;
      knob.is_set = is_set;
    }
  }
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
