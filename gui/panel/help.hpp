#pragma once

namespace gpuscape::gui {

class App;

/// The keys, as a table.
void draw_help(App& app);

/// The first steps, one beside the panel that it is about. Nothing where they are not asked for.
void draw_tour(App& app);
/// Return goes on and Escape ends them, unless a field has the keyboard. True where the frame's key
/// was theirs.
bool take_tour_keys(App& app);

}  // namespace gpuscape::gui
