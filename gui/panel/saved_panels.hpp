#pragma once
/// What panels show of a column that was read from a result folder.

namespace gpuscape::gui {

class App;

/// Its tabs in the title bar, each `room` wide.
void saved_tabs(App& app, float room);
/// In place of the form: where the column is from. Only while one is chosen, as below.
void saved_form(App& app);
/// In place of the details: its assumptions and guesses, and the chosen job.
void saved_details(App& app);

/// Opens the scenario of the chosen column.
void open_scenario_of_saved(App& app);

}  // namespace gpuscape::gui
