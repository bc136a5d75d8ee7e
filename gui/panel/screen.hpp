#pragma once
/// What the window shows of its designs: sizes, what is chosen, which dialogue is open. No part of
/// a design, and not undone.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/view/timeline_view.hpp"

namespace gpuscape::gui {

enum class PanelId : std::uint8_t { title, form, answer, timeline, below, details };
inline constexpr std::size_t kPanels = 6;

/// The tabs below the timeline.
enum class Tab : std::uint8_t { why, queues, jobs, nodes, map, money, losers, text, sweep };
inline constexpr std::size_t kTabs = 9;

enum class Dialog : std::uint8_t {
  none,
  open,
  export_result,
  save_patch,
  save_session,
  save_text,
  rename,
  go_to,
  help,
  quit,
  replace
};

/// What is being filled in in a dialogue.
struct DialogFields {
  Dialog shown = Dialog::none;  ///< for which they were filled in first
  std::string path = {};
  std::string text = {};
  int choice = 0;
  std::string fault = {};
};

/// Shares of the window that panels take.
struct Split {
  float left = 0.22F;
  float right = 0.19F;
  float answer = 0.42F;
  float timeline = 0.29F;
};

/// The first steps, shown over the window once.
struct Tour {
  bool is_on = false;
  std::size_t step = 0;
};

/// What is opened once somebody has said what becomes of unsaved changes.
struct WaitingFiles {
  std::vector<std::string> files = {};
  std::string variant = {};  ///< to be looked at; empty: the scenario itself
};

struct Screen {
  bool is_dark = true;
  Split split = {};
  float answer_height = 0.0F;      ///< that the answers have taken so far, in pixels; 0: not known
  std::size_t answer_designs = 0;  ///< for so many designs
  PanelId focus = PanelId::form;
  bool wants_focus = false;  ///< of the panel, in the next frame
  Tab tab = Tab::why;
  std::optional<TimeWindow> window = {};  ///< of the timeline; none: all of it
  std::optional<Seconds> cursor = {};
  std::optional<std::uint32_t> job = {};  ///< whose details are shown
  std::optional<std::string> link = {};   ///< whose users are shown
  std::string knob_search = {};
  std::string job_filter = {};
  bool wants_job_filter = false;   ///< the keyboard goes there in the next frame
  bool wants_knob_search = false;  ///< likewise
  Dialog dialog = Dialog::none;
  DialogFields fields = {};
  bool is_editing_text = false;
  std::string picture_file = {};  ///< where the next frame is to be written
  std::string message = {};       ///< of the last action
  bool is_failure = false;        ///< it says what went wrong
  Tour tour = {};
  /// Of `commands()`: what was asked for in a field. It runs in the next frame, when the text of
  /// the field has become its value.
  std::optional<std::size_t> held_command = {};
  WaitingFiles waiting = {};
  bool wants_to_close = false;
  bool quits_when_saved = false;  ///< once the dialogue that is open has saved
  bool quits_unsaved = false;     ///< the person said so
};

}  // namespace gpuscape::gui
