#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "gui/panel/app.hpp"
#include "gui/panel/saved_panels.hpp"
#include "gui/sweep/sweep_tab.hpp"
#include "sim/report/run/assumption_text.hpp"

namespace gpuscape::gui {

namespace {

void job_part(App& app, std::uint32_t job) {
  Ui ui = app.ui();
  const JobDetails& details = app.views().job(job);
  heading(ui, details.title);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ui.px(24.0F));
  if (flat_button(ui, "details.close", "×")) app.screen().job.reset();
  const float room = ui.px(92.0F);
  for (const JobDetails::Line& line : details.lines) {
    const float left = ImGui::GetCursorPosX();
    coloured_text(app.theme().dim, fitted(line.label, room));
    tooltip(ui, line.label);
    ImGui::SameLine(left + room + ui.px(6.0F));
    wrapped_text(app.theme().text, line.text);
  }
  ImGui::Separator();
}

/// One series: what it is in each design, beside each other while there is room.
void series_part(App& app, const Cursor& cursor, const CursorValue& first) {
  Ui ui = app.ui();
  coloured_text(app.theme().dim, first.label);
  float left = 0.0F;
  for (const CursorValue& value : cursor.values) {
    if (value.is_pale || value.series != first.series) continue;
    const std::string name = fitted(value.design, ui.px(70.0F));
    const float width = text_width(name) + text_width(value.text) + ui.px(22.0F);
    if (left > 0.0F) ImGui::SameLine(0.0F, ui.px(14.0F));
    if (left > 0.0F && width > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    coloured_text(app.theme().design(value.column), name);
    ImGui::SameLine(0.0F, ui.px(6.0F));
    coloured_text(app.theme().text, value.text);
    left += width;
  }
}

void cursor_part(App& app, Seconds date) {
  Ui ui = app.ui();
  const Cursor& cursor = app.views().cursor(date);
  heading(ui, "At " + cursor.date_text);
  std::vector<std::string_view> done;
  for (const CursorValue& value : cursor.values) {
    if (value.is_pale || std::ranges::find(done, value.series) != done.end()) continue;
    done.push_back(value.series);
    series_part(app, cursor, value);
  }
  ImGui::Separator();
}

void assumptions(App& app, const StudyResult& result) {
  Ui ui = app.ui();
  heading(ui, "Assumes");
  for (const Assumption& assumption : result.first.assumptions)
    wrapped_text(app.theme().text, "· " + assumption_text(assumption));
  for (const std::string& note : result.first.policy_notes)
    wrapped_text(app.theme().text, "· " + note);
}

void guesses(App& app, const CheckedScenario& scenario) {
  if (scenario.guesses.empty()) return;
  Ui ui = app.ui();
  ImGui::Spacing();
  heading(ui, fmt::format("Rests on {} guesses", scenario.guesses.size()));
  constexpr std::size_t kMost = 8;
  for (std::size_t i = 0; i < scenario.guesses.size() && i < kMost; ++i) {
    const CatalogGuess& guess = scenario.guesses[i];
    wrapped_text(app.theme().dim, fmt::format("{} {}: {}", guess.entry, guess.field, guess.value));
  }
}

}  // namespace

void details_panel(App& app) {
  Ui ui = app.ui();
  const auto outcome = app.views().outcome();
  if (app.folders().sweep() != nullptr && (app.screen().tab == Tab::sweep || outcome == nullptr))
    return sweep_details(app);
  if (outcome == nullptr) {
    heading(ui, "Details");
    return;
  }
  const RunResult& run = outcome->result.first;
  // Copies: what is drawn may change them.
  const bool is_saved = app.folders().chosen() != nullptr;
  const std::optional<std::uint32_t> job = app.screen().job;
  if (job && !is_saved && *job < run.jobs.size()) job_part(app, *job);
  const std::optional<Seconds> cursor = app.screen().cursor;
  if (cursor) cursor_part(app, *cursor);
  if (is_saved) return saved_details(app);
  assumptions(app, outcome->result);
  if (const auto scenario = app.views().scenario()) guesses(app, *scenario);
}

}  // namespace gpuscape::gui
