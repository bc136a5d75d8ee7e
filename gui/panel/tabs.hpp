#pragma once
/// The contents of the tabs below the timeline, each in its own file.

#include "gui/panel/app.hpp"

namespace gpuscape::gui {

void why_tab(App& app);
void jobs_tab(App& app);
void nodes_tab(App& app);
void queues_tab(App& app);
void map_tab(App& app);
void money_tab(App& app);
void losers_tab(App& app);
void text_tab(App& app);

/// A bar from `left`, `share` of `width` long.
void draw_bar(App& app, Point at, float width, double share, ImU32 colour);
/// Text cut to what is left of the line.
void line_of(App& app, ImU32 colour, const std::string& line);

}  // namespace gpuscape::gui
