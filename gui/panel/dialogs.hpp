#pragma once

namespace gpuscape::gui {

class App;

/// The dialogue that is open, if any, over everything else.
void draw_dialogs(App& app);

}  // namespace gpuscape::gui
