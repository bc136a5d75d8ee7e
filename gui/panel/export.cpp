#include "gui/panel/export.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "gui/panel/app.hpp"
#include "gui/view/command_text.hpp"
#include "gui/workspace/export.hpp"
#include "gui/workspace/export_comparison.hpp"
#include "sim/base/error.hpp"
#include "sim/report/run/timeline_svg.hpp"

namespace gpuscape::gui {

std::string patch_name(App& app) {
  return std::filesystem::path(app.work().file()).replace_extension().string() + "-what-if.json";
}

void copy_command(App& app) {
  if (!app.work().is_open()) return;
  const std::string patch = patch_name(app);
  const DesignsCommand command =
      compare_command(app.work().designs(), patch, app.work().variants());
  ImGui::SetClipboardText(command.text.c_str());
  app.say("copied: " + command.text +
          (command.needs_patch ? " · save the designs as " + patch + " first (S)" : ""));
}

void copy_text(App& app, const std::string& text, const std::string& what) {
  ImGui::SetClipboardText(text.c_str());
  app.say("copied: " + what);
}

void copy_table(App& app) {
  copy_text(app, plain_text(app.views().answer()), "the table of answers");
}

void start_export(App& app, ExportKind kind, const std::string& path) {
  const LiveAnswer* answer = app.work().answer();
  const bool has_answer = answer != nullptr && answer->outcome != nullptr;
  const bool runs_itself = kind == ExportKind::comparison_folder ||
                           (kind == ExportKind::page && app.work().designs().size() > 1);
  if (!has_answer && !runs_itself) {
    app.say("there is no answer to export yet", true);
    return;
  }
  if (kind == ExportKind::picture) {
    app.screen().picture_file = path;  // of the next frame, without the dialogue
    return;
  }
  // Copies of shared values: the thread needs nothing of the window.
  const bool started = app.task().start(
      [kind, path, copy = answer == nullptr ? LiveAnswer() : *answer, state = app.work().state(),
       saved = app.folders().columns(),
       compared = ComparedDesigns{app.work().designs(), patch_name(app), app.work().variants()},
       &registry = app.work().registry()](const std::stop_token& stop) {
        if (kind == ExportKind::result_folder) export_result_folder(path, copy, registry);
        if (kind == ExportKind::comparison_folder)
          export_comparison(path, compared, registry, stop);
        if (kind == ExportKind::page) return export_page(path, copy, compared, registry, stop);
        if (kind == ExportKind::answers_csv) write_new_file(path, answer_csv(*state, saved));
        if (kind == ExportKind::timeline_svg)
          write_new_file(path, timeline_svg(copy.outcome->result));
        return fmt::format("written: {}", path);
      });
  app.say(started ? "writing " + path : "another export is under way", !started);
}

bool save_patch(App& app, const std::string& path) {
  try {
    write_new_file(path, patch_text(app.work().designs(), app.work().registry(), path));
    app.work().mark_saved();
    app.say("written: " + path);
    return true;
  } catch (const std::exception& error) {
    app.say(error.what(), true);
    return false;
  }
}

}  // namespace gpuscape::gui
