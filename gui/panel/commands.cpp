#include "gui/panel/commands.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/panel/app.hpp"
#include "gui/panel/export.hpp"
#include "gui/panel/help.hpp"
#include "gui/session/session.hpp"
#include "gui/window/keys.hpp"

namespace gpuscape::gui {

namespace {

void step_panel(App& app, std::size_t by) {
  const std::size_t now = static_cast<std::size_t>(app.screen().focus);
  app.focus(static_cast<PanelId>((now + by) % kPanels));
}

void show_tab(App& app, Tab tab) {
  app.screen().tab = tab;
  app.focus(PanelId::below);
}

void zoom(App& app, double factor) {
  Screen& screen = app.screen();
  const TimeWindow whole = app.views().whole();
  const TimeWindow window = screen.window.value_or(whole);
  const Seconds middle = window.from + window.length() * 0.5;
  screen.window = zoomed(window, factor, screen.cursor.value_or(middle), whole);
}

/// A step is a hundredth of what is shown.
void move_cursor(App& app, double steps) {
  Screen& screen = app.screen();
  if (screen.focus != PanelId::timeline) return;
  const TimeWindow window = screen.window.value_or(app.views().whole());
  const Seconds from = screen.cursor.value_or(window.from + window.length() * 0.5);
  const Seconds to = from + window.length() * (steps / 100.0);
  screen.cursor = std::clamp(to, window.from, window.until);
}

void undo(App& app) {
  if (!app.work().undo()) app.say("nothing to undo");
}

void remove(App& app) {
  if (app.folders().chosen() != nullptr)
    app.folders().close_chosen();
  else
    app.work().remove();
}

void redo(App& app) {
  if (!app.work().redo()) app.say("nothing to redo");
}

template <std::size_t kDesign>
void choose(App& app) {
  const std::size_t designs = app.work().designs().size();
  if (kDesign >= designs) return app.choose_saved(kDesign - designs);
  app.folders().choose_none();
  app.work().choose(kDesign);
}

constexpr std::array kCommands{
    CommandRow{"1", "first column; 2 to 6 likewise", &choose<0>},
    CommandRow{"2", "", &choose<1>},
    CommandRow{"3", "", &choose<2>},
    CommandRow{"4", "", &choose<3>},
    CommandRow{"5", "", &choose<4>},
    CommandRow{"6", "", &choose<5>},
    CommandRow{"D", "copy the design",
               [](App& app) {
                 app.folders().choose_none();
                 app.work().duplicate();
               }},
    CommandRow{"R", "rename the design", [](App& app) { app.show(Dialog::rename); }},
    CommandRow{"Delete", "remove the design, or close the folder of results", &remove},
    CommandRow{"Tab", "next panel", [](App& app) { step_panel(app, 1); }},
    CommandRow{"Shift+Tab", "panel before", [](App& app) { step_panel(app, kPanels - 1); }},
    CommandRow{"F", "find a setting", [](App& app) { app.screen().wants_knob_search = true; }},
    CommandRow{"Ctrl+Z", "undo", &undo},
    CommandRow{"Ctrl+Y", "redo", &redo},
    CommandRow{"Ctrl+Shift+Z", "", &redo},
    CommandRow{"Ctrl+Enter", "run now", [](App& app) { app.work().run_now(); }},
    CommandRow{"Escape", "stop the run", [](App& app) { app.work().cancel(); }},
    CommandRow{"Left", "cursor to the left; Shift: ten times as far",
               [](App& app) { move_cursor(app, -1.0); }},
    CommandRow{"Right", "cursor to the right", [](App& app) { move_cursor(app, 1.0); }},
    CommandRow{"Shift+Left", "", [](App& app) { move_cursor(app, -10.0); }},
    CommandRow{"Shift+Right", "", [](App& app) { move_cursor(app, 10.0); }},
    CommandRow{"+", "closer", [](App& app) { zoom(app, 0.5); }},
    CommandRow{"-", "farther", [](App& app) { zoom(app, 2.0); }},
    CommandRow{"0", "all of the time", [](App& app) { app.screen().window.reset(); }},
    CommandRow{"W", "why people wait", [](App& app) { show_tab(app, Tab::why); }},
    CommandRow{"U", "queues", [](App& app) { show_tab(app, Tab::queues); }},
    CommandRow{"J", "jobs", [](App& app) { show_tab(app, Tab::jobs); }},
    CommandRow{"N", "nodes", [](App& app) { show_tab(app, Tab::nodes); }},
    CommandRow{"M", "map", [](App& app) { show_tab(app, Tab::map); }},
    CommandRow{"P", "money", [](App& app) { show_tab(app, Tab::money); }},
    CommandRow{"L", "who loses", [](App& app) { show_tab(app, Tab::losers); }},
    CommandRow{"X", "text of the scenario", [](App& app) { show_tab(app, Tab::text); }},
    CommandRow{"A", "all designs of a folder of runs", [](App& app) { show_tab(app, Tab::sweep); }},
    CommandRow{"/", "filter the jobs",
               [](App& app) {
                 show_tab(app, Tab::jobs);
                 app.screen().wants_job_filter = true;
               }},
    CommandRow{"G", "go to a job or a link", [](App& app) { app.show(Dialog::go_to); }},
    CommandRow{"C", "copy the command that gives these answers", &copy_command},
    CommandRow{"V", "copy the table of answers", &copy_table},
    CommandRow{"S", "save the changes as a scenario of its own",
               [](App& app) { app.show(Dialog::save_patch); }},
    CommandRow{"Ctrl+S", "save the session: designs, results beside them, layout", &save_session},
    CommandRow{"E", "export", [](App& app) { app.show(Dialog::export_result); }},
    CommandRow{"O", "open a scenario, a session or a folder of results",
               [](App& app) { app.show(Dialog::open); }},
    CommandRow{"Ctrl+O", "", [](App& app) { app.show(Dialog::open); }},
    CommandRow{"T", "dark or light", [](App& app) { app.set_dark(!app.screen().is_dark); }},
    CommandRow{"F1", "help", [](App& app) { app.show(Dialog::help); }},
    CommandRow{"Ctrl+R", "read the file again",
               [](App& app) {
                 app.work().reload();
                 app.say("");
               }},
    CommandRow{"Ctrl+Q", "quit", [](App& app) { app.screen().wants_to_close = true; }},
};

/// Of keys that a field leaves to the window: what is typed there is taken first.
bool is_held_in_field(const KeyChord& chord) {
  constexpr std::array kOfWindow{Key::enter, Key::s, Key::o, Key::r, Key::q};
  return chord.with.control && !chord.with.shift &&
         std::ranges::find(kOfWindow, chord.key) != kOfWindow.end();
}

bool was_asked(const CommandRow& row, bool is_typing) {
  if (row.keys.size() == 1) {
    const char upper = row.keys.front();
    const bool is_letter = upper >= 'A' && upper <= 'Z';
    return !is_typing &&
           (was_typed(upper) || (is_letter && was_typed(static_cast<char>(upper - 'A' + 'a'))));
  }
  const auto chord = key_chord(row.keys);
  if (!chord) return false;
  const bool is_everywhere =
      chord->key == Key::tab || chord->key == Key::f1 || is_held_in_field(*chord);
  if (is_typing && !is_everywhere) return false;
  const bool repeats = chord->key == Key::left || chord->key == Key::right;
  return was_pressed(*chord, repeats);
}

}  // namespace

std::span<const CommandRow> commands() { return kCommands; }

void take_shortcuts(App& app) {
  Screen& screen = app.screen();
  if (const auto held = std::exchange(screen.held_command, std::nullopt)) kCommands[*held].run(app);
  if (screen.dialog != Dialog::none ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    if (was_pressed({Key::q, {.control = true}})) screen.wants_to_close = true;
    return;
  }
  if (take_tour_keys(app)) return;
  const bool is_typing = ImGui::GetIO().WantTextInput;
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    if (!was_asked(kCommands[i], is_typing)) continue;
    const auto chord = key_chord(kCommands[i].keys);
    if (is_typing && chord && is_held_in_field(*chord))
      screen.held_command = i;
    else
      kCommands[i].run(app);
  }
}

}  // namespace gpuscape::gui
