#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/panel/app.hpp"
#include "gui/script/driver.hpp"
#include "gui/script/script.hpp"
#include "gui/session/session.hpp"
#include "gui/window/glfw_window.hpp"
#include "gui/window/null_window.hpp"
#include "gui/window/png_file.hpp"
#include "gui/workspace/export.hpp"
#include "gui/workspace/settings.hpp"
#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

/// What the program says to the shell.
enum ExitCode : int { kDone = 0, kExpectationFailed = 1, kUsage = 2, kFailed = 3, kDefect = 70 };

struct Options {
  std::vector<std::string> files;
  std::string script;
  std::string shots;
  bool is_unseen = false;
  bool is_light = false;
  unsigned threads = 0;
  std::vector<float> size = {1440.0F, 900.0F};
  std::optional<float> scale;
};

void add_options(CLI::App& line, Options& options) {
  line.set_version_flag("--version", "gpuscape-gui " + gui_version());
  line.add_option("file", options.files,
                  "Scenario to open, and folders of results to show beside it")
      ->type_name("FILE");
  line.add_option("--script", options.script, "Work the window by the lines of a file, then leave")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  line.add_option("--shots", options.shots, "Folder for the pictures of a script")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  line.add_flag("--unseen", options.is_unseen, "Run a script without a display, and no pictures");
  line.add_flag("--light", options.is_light, "Begin with the light colours");
  line.add_option("--threads", options.threads, "Threads for the runs; 0 is processors less one")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""));
  line.add_option("--size", options.size, "Width and height of the window")
      ->type_name("WIDTH HEIGHT")
      ->expected(2)
      ->allow_extra_args(false)
      ->check(CLI::Range(200, 16384).description(""));
  line.add_option("--scale", options.scale, "Size of text and spacing [as the desktop says]")
      ->type_name("FACTOR")
      ->check(CLI::Range(0.5, 4.0).description(""));
}

std::unique_ptr<Window> make_window(const Options& options) {
  const Point size{options.size[0], options.size[1]};
  if (options.is_unseen) return make_null_window(size);
  const bool is_scripted = !options.script.empty();
  return make_glfw_window({.title = "Gpuscape",
                           .size = size,
                           .scale = is_scripted ? options.scale.value_or(1.0F) : options.scale,
                           .is_scripted = is_scripted});
}

/// What keeps a script from what its line names: a file that is missing, faults of a scenario, a
/// folder that holds no results. Empty: nothing.
std::string opening_fault(Window& window, App& app) {
  Driver driver(window, app);
  driver.frames(2);
  while (app.folders().is_busy()) driver.frames(1);
  std::string text;
  if (!app.work().faults().empty()) text = format_issues(app.work().faults());
  return app.screen().is_failure ? text + app.screen().message : text;
}

int play(const Options& options, Window& window, App& app) {
  if (const std::string fault = opening_fault(window, app); !fault.empty()) {
    std::cerr << fmt::format("gpuscape-gui: {}{}", fault, fault.ends_with('\n') ? "" : "\n");
    return kUsage;
  }
  std::ifstream stream(options.script);
  const ScriptEnd end = run_script(read_script(stream), options.script, options.shots, window, app);
  if (end.is_met) {
    std::cout << fmt::format("{} inputs\n", end.inputs);
    return kDone;
  }
  std::cerr << fmt::format("gpuscape-gui: {}\n", end.failure);
  return kExpectationFailed;
}

void write_picture(Window& window, App& app) {
  const std::string file = std::exchange(app.screen().picture_file, {});
  try {
    write_new_png(file, window.picture());
    app.say("written: " + file);
  } catch (const RunError& error) {
    app.say(error.what(), true);
  }
}

/// True where the window may go.
bool may_close(Window& window, App& app) {
  if (window.is_closing()) app.screen().wants_to_close = true;
  if (may_quit(app)) return true;
  window.stay();
  return false;
}

/// Frames are drawn after input and news only; layouts settle within three.
void work(Window& window, App& app) {
  constexpr int kSettled = 3;
  int frames = kSettled;
  while (!may_close(window, app)) {
    window.take_input(frames == 0);
    frames = frames == 0 ? kSettled : frames - 1;
    const std::vector<std::string> dropped = window.take_dropped();
    if (!dropped.empty()) app.open_all({.files = dropped});
    window.begin_frame();
    if (app.frame() || is_input_waiting()) frames = kSettled;
    window.end_frame();
    if (!app.screen().picture_file.empty() && app.screen().dialog == Dialog::none) {
      write_picture(window, app);
      frames = kSettled;
    }
  }
}

int run(const Options& options) {
  Registry registry;
  register_builtin_models(registry);
  const std::unique_ptr<Window> window = make_window(options);
  Workspace workspace(registry, [&window] { window->wake(); }, options.threads);
  App app(workspace, window->scale(), [&window] { window->wake(); });
  const bool is_scripted = !options.script.empty();
  const std::string remembered = is_scripted ? "" : settings_file();
  app.restore(read_settings(remembered));
  if (options.is_light) app.set_dark(false);
  if (!options.files.empty()) app.open_all({.files = options.files});
  if (is_scripted) return play(options, *window, app);
  if (!app.settings().was_toured) app.screen().tour.is_on = true;
  work(*window, app);
  write_settings(remembered, app.remembered());
  return kDone;
}

int program(int argc, char** argv) {
  CLI::App line("What would these jobs get on that design, as you change it?");
  Options options;
  add_options(line, options);
  try {
    line.parse(argc, argv);
    if (options.is_unseen && options.script.empty())
      throw CLI::ValidationError("--unseen", "needs --script");
  } catch (const CLI::ParseError& error) {
    const int code = line.exit(error, std::cout, std::cerr);
    return code == 0 ? kDone : kUsage;
  }
  try {
    return run(options);
  } catch (const RunError& error) {
    std::cerr << fmt::format("gpuscape-gui: error: {}\n", error.what());
    return kFailed;
  } catch (const std::bad_alloc&) {
    std::cerr << "gpuscape-gui: error: there is not enough memory\n";
    return kFailed;
  } catch (const std::exception& error) {
    std::cerr << fmt::format("gpuscape-gui: internal error: {}\n", error.what());
    return kDefect;
  }
}

}  // namespace

}  // namespace gpuscape::gui

int main(int argc, char** argv) { return gpuscape::gui::program(argc, argv); }
