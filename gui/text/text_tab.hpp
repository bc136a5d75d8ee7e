#pragma once

namespace gpuscape::gui {

class App;

/// Asks where the edited text is to be saved, as a file of its own, and opens that.
void save_text_dialog(App& app);

}  // namespace gpuscape::gui
