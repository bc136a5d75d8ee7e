#pragma once

#include "gui/view/gantt_view.hpp"

namespace gpuscape::gui {

/// When nodes of the view's rows are out of service, to within a pixel.
void add_away(const RunResult& run, GanttView& view);

}  // namespace gpuscape::gui
