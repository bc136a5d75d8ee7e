#pragma once

#include "gui/view/knobs.hpp"

namespace gpuscape::gui {

/// Fills in the unit and the stretch of the slider from the knob's base value and bounds.
void set_slider(Knob& knob);

}  // namespace gpuscape::gui
