#pragma once
/// What the window works on: the open designs with their history, what is known of them, and the
/// form of the one that is being changed. Knows no window.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/view/knobs.hpp"
#include "gui/workspace/form_reader.hpp"
#include "gui/workspace/history.hpp"
#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

class Workspace {
 public:
  /// `changed` is called from other threads whenever there is news.
  Workspace(const Registry& registry, std::function<void()> changed, unsigned threads = 0);

  /// Opens a scenario file in place of what was open: the scenario itself, or its first variant
  /// where it has no cluster of its own. Throws RunError where the file cannot be read; its faults
  /// are in `faults`.
  void open(const std::string& file);
  /// Puts designs in place of what was open, as a session file holds them.
  void restore(DesignList list);
  [[nodiscard]] bool is_open() const { return !designs().empty(); }
  [[nodiscard]] const std::string& file() const { return file_; }

  [[nodiscard]] const std::vector<LiveDesign>& designs() const { return history_.now().designs; }
  [[nodiscard]] std::size_t current() const { return history_.now().current; }
  [[nodiscard]] const LiveDesign& design() const { return designs()[current()]; }
  void choose(std::size_t design);
  /// Adds a copy of the current design and goes on with it.
  void duplicate();
  /// Adds a variant of the file; "" is the scenario itself.
  void add_variant(const std::string& variant);
  /// Adds every variant that no design is of yet.
  void add_all_variants();
  /// The current one; the last that is left stays.
  void remove();
  /// False where another design has that name, or it is empty.
  bool rename(std::size_t design, const std::string& name);
  [[nodiscard]] const std::vector<std::string>& variants() const { return variants_; }

  // Settings of the current design.
  void set(const Knob& knob, std::string_view value, const std::string& gesture = {});
  void reset(const std::string& pointer);
  void end_gesture() { history_.end_gesture(); }

  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
  /// How often the files were read again.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// Something was changed since the designs were opened or saved.
  [[nodiscard]] bool is_changed() const { return is_changed_; }
  void mark_saved() { is_changed_ = false; }

  /// Also what will not fit the memory that is free.
  void run_now() { ask(WhenMemoryIsShort::run); }
  /// From the newest question to when its last answer was taken.
  [[nodiscard]] std::chrono::milliseconds took() const { return took_; }
  /// The file, or one that it names, is not as it was when it was read.
  [[nodiscard]] bool has_changed_on_disk() const;
  /// Reads it again; the designs stay.
  void reload();
  void cancel() { live_.cancel(); }
  /// Until everything that was asked for is answered; for scripts.
  void wait() const { live_.wait(); }
  /// Until the form shows the current design; for scripts.
  void wait_for_form() {
    reader_.wait();
    take_form();
  }

  /// Takes the newest answers. True where they are newer than those before.
  bool refresh();
  /// Never null.
  [[nodiscard]] const std::shared_ptr<const LiveState>& state() const { return state_; }
  /// What was shown when the last series of edits began; null before there was any.
  [[nodiscard]] const LiveState* earlier() const { return earlier_.get(); }
  /// Of the current design; null where it is not answered.
  [[nodiscard]] const LiveAnswer* answer() const;

  /// Of the current design; while that has faults, of the last that had none.
  [[nodiscard]] const KnobList& knobs() const { return knobs_; }
  /// False while another design is read than the one that the knobs are of: then a change would be
  /// made with the wrong values in view.
  [[nodiscard]] bool is_form_current() const;
  /// As the form was read last; null where that has faults.
  [[nodiscard]] const CheckedScenario* scenario() const {
    return form_ == nullptr ? nullptr : form_->scenario.get();
  }
  [[nodiscard]] const std::vector<Issue>& faults() const { return faults_; }
  [[nodiscard]] const Registry& registry() const { return registry_; }

 private:
  void ask(WhenMemoryIsShort when_short = WhenMemoryIsShort::refuse);
  void change(DesignList list, const std::string& gesture = {});
  void ask_for_form();
  bool take_form();
  void show_set(const std::string& pointer, std::string_view value, bool is_set);
  [[nodiscard]] std::string free_name() const;
  [[nodiscard]] bool is_taken(const std::string& name, std::size_t but) const;

  const Registry& registry_;
  FormReader reader_;
  LiveStudy live_;
  History history_;
  std::string file_;
  std::vector<std::string> variants_;
  std::shared_ptr<const LiveState> state_;
  std::shared_ptr<const LiveState> earlier_;
  std::shared_ptr<const Form> form_;  // the newest that was read
  LiveDesign knobs_of_;
  std::uint64_t version_ = 0;  // how often the files were read again
  std::vector<Issue> faults_;
  KnobList knobs_;
  bool is_changed_ = false;
  std::chrono::steady_clock::time_point asked_at_;
  std::chrono::milliseconds took_{0};
};

/// "base", or the variant, and the last changes: "base, count=24".
std::string design_summary(const LiveDesign& design);

}  // namespace gpuscape::gui
