#pragma once

namespace gpuscape::gui {

class App;

/// The keys, as a table.
void draw_help(App& app);

/// The first steps, one beside the panel that it is about. Nothing where they are not asked for.
void draw_tour(App& app);

}  // namespace gpuscape::gui
